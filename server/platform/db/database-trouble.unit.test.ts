import { inspect } from "node:util";
import { expect, it } from "vitest";
import { databaseTrouble } from "./database-trouble.ts";
import { NoPrimaryError } from "./unreachable.ts";

const URL_WITH_A_FILE = "postgres://visualink:secret@db/visualink?sslrootcert=/etc/ca.crt";
const refused = (code: string, path: string) => Object.assign(new Error(`${code}: ${path}`), { code, path });

it("is about a file only where the address names it", () => {
	const { sentence } = databaseTrouble(refused("EACCES", "/etc/ca.crt"), URL_WITH_A_FILE) ?? {};
	expect(sentence).toBe("DATABASE_URL: the file /etc/ca.crt, which it names, can't be read (EACCES).");
	expect(databaseTrouble(refused("EACCES", "/srv/backups/new"), URL_WITH_A_FILE)).toBeNull();
});

it("says that the database's disk is full, which passes only once there is room", () => {
	const full = Object.assign(new Error("could not extend file"), { code: "53100" });
	expect(databaseTrouble(full, URL_WITH_A_FILE)).toEqual({
		sentence: `The disk of the database "visualink" at db:5432 is full: make room there, and start again.`,
		isPassing: false,
	});
});

it("says of each host why it is not the primary, and waits for a standby that may be promoted (P690)", () => {
	const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
	const none = new NoPrimaryError([
		{ address: "postgres://u:secret@a:5432/db", reason: away },
		{ address: "postgres://u:secret@b:5432/db", reason: null },
	]);
	expect(databaseTrouble(none, "postgres://u:secret@a:5432,b:5432/db")).toEqual({
		sentence:
			"No host is the primary. The database at a:5432 can't be reached: nothing listens there. The database at b:5432 is a standby.",
		isPassing: true,
	});
	expect(none.message).toContain("(a:5432: connect ECONNREFUSED, b:5432: a standby)");
	expect(inspect(none)).not.toContain("secret");
});

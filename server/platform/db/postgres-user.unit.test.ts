import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { ConfigError } from "#server/platform/config/config.ts";
import { postgresUser } from "./postgres-user.ts";

const folders: string[] = [];

afterEach(() => {
	vi.unstubAllEnvs();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A machine whose `id` knows the user once `there` is a file, and whose `useradd` is this script. */
function machine(useradd: string): void {
	const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-programs-"));
	folders.push(folder);
	const there = path.join(folder, "there");
	const programs = { id: `[ -e '${there}' ] && echo 998`, useradd: useradd.replaceAll("$THERE", `'${there}'`) };
	for (const [name, script] of Object.entries(programs)) {
		const file = path.join(folder, name);
		writeFileSync(file, `#!/bin/sh\n${script}\n`);
		chmodSync(file, 0o755);
	}
	vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
}

it.each([
	["adds the user", ": > $THERE"],
	[
		"finds one that another process has added",
		": > $THERE; echo \"useradd: user 'postgres' already exists\" >&2; exit 9",
	],
	[
		"waits while another process locks the password file",
		": >> $THERE.locked; echo x >> $THERE.locked; [ $(wc -l < $THERE.locked) -ge 2 ] && : > $THERE; exit 1",
	],
])("%s", (_what, useradd) => {
	machine(useradd);
	expect(postgresUser()).toEqual({ uid: 998, gid: 998 });
});

it("says what to do where there is no useradd", () => {
	machine(": > $THERE");
	rmSync(path.join(folders[0] ?? "", "useradd"));
	vi.stubEnv("PATH", folders[0]);
	expect(postgresUser).toThrow(ConfigError);
});

import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { NO_STRIPE } from "#server/testing/machine/no-stripe.ts";
import { runCommand } from "#server/testing/machine/run-command.ts";
import { DUMP, type Manifest, writeManifest } from "./backup/manifest.ts";

const ROLE = `stranger_${process.pid}`;
let folder: string;
let database: TestDatabase;
let empty: string;
let refusing: net.Server;
beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-commands-"));
	database = await createTestDatabase();
	empty = inject("databaseServer").replace(/postgres$/, `empty_${process.pid}`);
	await ask(`CREATE DATABASE empty_${process.pid} TEMPLATE template0`);
	await ask(`CREATE ROLE ${ROLE} LOGIN PASSWORD 's3cret'`);
	refusing = refusePasswords().listen(0, "127.0.0.1");
	await once(refusing, "listening");
	const payer =
		"INSERT INTO users (id, email, user_slug, stripe_customer_id) VALUES ('p', 'payer@example.com', 'payer', 'cus_1')";
	await ask(payer, database.url);
	await writeWholeBackup(path.join(folder, "whole"));
	await mkdir(path.join(folder, "bin"));
	for (const name of ["pg_dump", "pg_restore"]) {
		const program = path.join(folder, "bin", name);
		await writeFile(
			program,
			`#!/bin/sh\necho '${name}: error: could not write: No space left on device' >&2\nexit 1\n`,
		);
		await chmod(program, 0o755);
	}
});
afterAll(async () => {
	refusing.close();
	await database.drop();
	await ask(`DROP DATABASE empty_${process.pid} WITH (FORCE)`);
	await ask(`DROP ROLE ${ROLE}`);
	await rm(folder, { recursive: true });
});

/** As far as it can be seen before a database is asked. */
async function writeWholeBackup(whole: string): Promise<void> {
	const tables = ["drizzle.__drizzle_migrations", "public.links", "public.pictures", "public.users"];
	const manifest: Manifest = {
		...{ format: 2, madeAt: "2026-03-01T03:15:00.000Z", counts: Object.fromEntries(tables.map((name) => [name, 0])) },
		pictures: { at: "files", images: 0, originals: 0, lost: [] },
		files: { [DUMP]: { bytes: 4, sha256: createHash("sha256").update("dump").digest("hex") } },
	};
	await mkdir(whole);
	await writeFile(path.join(whole, DUMP), "dump");
	await writeManifest(whole, manifest);
}

/** A command may make the folder that it is given. */
async function filesIn(place: string): Promise<string[]> {
	const found = await readdir(place, { recursive: true, withFileTypes: true });
	return found.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
}

async function ask(sql: string, url = inject("databaseServer")): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	await client.query(sql).finally(() => client.end());
}

/** A PostgreSQL that refuses every password, as its protocol has it. */
function refusePasswords(): net.Server {
	const fields = "SFATAL\0C28P01\0Mpassword authentication failed\0\0";
	const message = Buffer.alloc(5);
	message.write("E");
	message.writeInt32BE(4 + fields.length, 1);
	return net.createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => socket.end(Buffer.concat([message, Buffer.from(fields)])));
	});
}

type Trouble = "no database" | "wrong password" | "empty database" | "Stripe away" | "disk full" | "no rights";

function environment(trouble: Trouble): Record<string, string> {
	const stranger = Object.assign(new URL(database.url), { username: ROLE, password: "s3cret" });
	const urls: Partial<Record<Trouble, string>> = {
		"no database": "postgres://visualink:s3cret@127.0.0.1:1/visualink",
		"wrong password": `postgres://visualink:s3cret@127.0.0.1:${(refusing.address() as net.AddressInfo).port}/visualink`,
		"empty database": empty,
		"no rights": stranger.href,
	};
	return {
		DATABASE_URL: urls[trouble] ?? database.url,
		DATA_DIR: path.join(folder, "data"),
		SANDBOX: "1",
		// Nothing listens where the sandbox would.
		PORT: "1",
		STRIPE_SECRET_KEY: "",
		PUBLIC_ORIGIN: "https://visualink.example",
		PATH: `${folder}/bin:/usr/bin:/bin`,
		NODE_OPTIONS: NO_STRIPE,
	};
}

async function run(args: string[], env: Record<string, string>, isFull: boolean) {
	const full = isFull ? await open("/dev/full", "w") : null;
	try {
		return await runCommand("operator", args, { env, stdout: full?.fd });
	} finally {
		await full?.close();
	}
}

const AWAY = /^The database at 127\.0\.0\.1:1 can't be reached: nothing listens there\.$/;
const PASSWORD = /^DATABASE_URL: the database at 127\.0\.0\.1:\d+ refuses the password of visualink;/;
const EMPTY = /^The database "empty_\d+" at \S+ lacks the tables of this release \(relation "\w+" does not exist\)/;
const RIGHTS = /^The database "test_\w+" at \S+ refuses: permission denied for (?:table|schema) \w+\./;
const FULL = /^The output can't be written \(ENOSPC: no space left on device, write\): what .+ is done\.$/;
const OF_DATABASE = { "no database": AWAY, "wrong password": PASSWORD, "empty database": EMPTY, "no rights": RIGHTS };
const OF_DUMP = {
	...OF_DATABASE,
	"empty database": /^The database "empty_\d+" is not Visualink's: it has no table /,
	"disk full": /^pg_dump failed: pg_dump: error: could not write: No space left on device$/,
};
const NO_STRIPE_THERE = /^Stripe can't be reached: /;

const RESTORE_FULL = /^pg_restore failed: pg_restore: error: could not write: No space left on device$/;

type Row = { name: string; args: string[]; says: Partial<Record<Trouble, RegExp>>; env?: object };

/** What each command says in each trouble that touches it. */
const TABLE: Row[] = [
	{ name: "list", args: ["list"], says: { ...OF_DATABASE, "disk full": FULL } },
	{
		name: "disable",
		args: ["disable", "host", "evil.example"],
		says: { ...OF_DATABASE, "disk full": FULL },
	},
	{
		name: "show",
		args: ["show", "host", "evil.example"],
		says: { ...OF_DATABASE, "disk full": FULL },
	},
	{ name: "export", args: ["export", "user", "nobody"], says: OF_DATABASE },
	{
		name: "refund",
		args: ["refund", "--user", "payer@example.com", "--dry-run"],
		says: { ...OF_DATABASE, "Stripe away": NO_STRIPE_THERE },
	},
	{
		name: "stripe-setup",
		args: ["stripe-setup"],
		env: { STRIPE_SECRET_KEY: "sk_test_1" },
		says: { "Stripe away": NO_STRIPE_THERE },
	},
	{ name: "backup", args: ["backup", "NEW"], says: OF_DUMP },
	{ name: "backup-nightly", args: ["backup-nightly", "NEW"], says: OF_DUMP },
	{
		name: "backup-verify",
		args: ["backup-verify", "WHOLE"],
		says: {
			"no database": AWAY,
			"wrong password": PASSWORD,
			"disk full": RESTORE_FULL,
			"no rights": /^permission denied to create database \(to prove a backup: ALTER ROLE \w+ CREATEDB\)$/,
		},
	},
	{
		name: "restore",
		args: ["restore", "WHOLE"],
		says: {
			"no database": AWAY,
			"wrong password": PASSWORD,
			"empty database": RESTORE_FULL,
			"disk full": /^The database is not empty: a backup is restored into an empty one\.$/,
			"no rights": RIGHTS,
		},
	},
];

it.each(TABLE)("P299: $name says each trouble in one sentence, ends with code 1, and leaves no file", async (row) => {
	const wrong: string[] = [];
	const before = await filesIn(folder);
	for (const [name, sentence] of Object.entries(row.says)) {
		const trouble = name as Trouble;
		const args = row.args.map((each) =>
			each === "WHOLE"
				? path.join(folder, "whole")
				: each === "NEW"
					? path.join(folder, `new-${trouble}`.replaceAll(" ", "-"))
					: each,
		);
		const env = { ...environment(trouble), ...row.env };
		const isFull = trouble === "disk full" && !/^backup|restore$/.test(row.name);
		const { code, stdout, stderr } = await run(args, env, isFull);
		const lines = stderr.replace(/\(node:\d+\) Warning: NodeVersionSupport[\s\S]*created\)\n/, "").split("\n");
		if (code !== 1 || stdout !== "" || lines.length !== 2 || lines[1] !== "" || !sentence.test(lines[0] ?? ""))
			wrong.push(`${trouble}: code ${code}, ${JSON.stringify(stdout + stderr)}`);
	}
	expect(wrong).toEqual([]);
	expect(await filesIn(folder)).toEqual(before);
});

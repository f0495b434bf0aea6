import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/app/test-db.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { PRODUCTION_KEYS } from "./testing/machine/production-keys.ts";
import { type Ended, runToItsEnd } from "./testing/machine/refused-start.ts";
import { startUntrustedDatabase } from "./testing/machine/untrusted-database.ts";

/** What an operator gets wrong, as rows: what is set, and what is said. Each ends with code 1. */
type Row = [what: string, env: () => Record<string, string>, said: RegExp];

/** Root may read and write everything. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
const PRODUCTION = {
	...PRODUCTION_KEYS,
	DATABASE_URL: "postgres://visualink:secret@127.0.0.1:1/visualink",
};

let folder: string;
let database: TestDatabase;
let admin: pg.Client;
let deadPort: number;
let takenPort: number;
let untrusted: Awaited<ReturnType<typeof startUntrustedDatabase>>;
const noDatabase = createServer((_req, res) => res.end("I am no database"));

beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-wrong-"));
	await chmod(folder, 0o755);
	database = await createTestDatabase();
	admin = new pg.Client({ connectionString: database.url });
	await admin.connect();
	await admin.query("DROP ROLE IF EXISTS wrong_starts_guest");
	await admin.query("CREATE ROLE wrong_starts_guest LOGIN PASSWORD 'guest'");
	untrusted = await startUntrustedDatabase();
	deadPort = await freePort();
	await new Promise<void>((resolve) => noDatabase.listen(0, resolve));
	takenPort = (noDatabase.address() as AddressInfo).port;
	await writeFile(path.join(folder, "file"), "");
	for (const name of ["view-spool", "images", "originals", "postgres", "session-secret"]) {
		await mkdir(path.join(folder, `with-${name}`));
		await writeFile(path.join(folder, `with-${name}`, name), "");
	}
	await mkdir(path.join(folder, "closed"), { mode: 0o500 });
	await mkdir(path.join(folder, "closed-env"));
	await writeFile(path.join(folder, "closed-env", ".env"), "", { mode: 0o000 });
	await mkdir(path.join(folder, "strange-env", ".env"), { recursive: true });
});

afterAll(async () => {
	await admin.query("DROP OWNED BY wrong_starts_guest").catch(() => {});
	await admin.end();
	await database.drop();
	const maintenance = new pg.Client({ connectionString: database.url.replace(/[^/]*$/, "postgres") });
	await maintenance.connect();
	await maintenance.query("DROP ROLE IF EXISTS wrong_starts_guest");
	await maintenance.end();
	untrusted.stop();
	noDatabase.close();
	await rm(folder, { recursive: true, force: true });
});

/** The test's database, at another place or as someone else. */
function address(
	changes: Partial<Record<"port" | "username" | "password" | "pathname" | "search" | "hostname", string>>,
) {
	return { DATABASE_URL: Object.assign(new URL(database.url), changes).href };
}
const twoHosts = (port: number) => `postgres://visualink:secret@127.0.0.1:${port},127.0.0.1:${port}/visualink`;
const inFolder = (name: string) => ({ DATA_DIR: path.join(folder, name) });
async function wrongStart(env: Record<string, string>, others: { cwd?: string; uid?: number } = {}) {
	// Many start at the same time, each where no other writes.
	const dataDir = path.join(folder, crypto.randomUUID());
	return runToItsEnd({
		env: { DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_WAIT_SECONDS: "0", ...env },
		...others,
	});
}

/** A sentence of ours, and no stack; in production a line of JSON. */
function expectWords({ code, output }: Ended, said: RegExp): void {
	expect(output).toMatch(said);
	expect(output).not.toMatch(/^\s+at |node:internal|\\n\s+at /m);
	expect(output).not.toMatch(/\bInvalid\b/);
	expect(code).toBe(1);
}

/** A start lists all that is missing, and all that is malformed: one start shows a whole group. */
const MISSING = Object.keys(PRODUCTION).filter((name) => name !== "NODE_ENV");
const MALFORMED: [name: string, value: string, said: RegExp][] = [
	["NODE_ENV", "prod", /must be development, test or production/],
	["SANDBOX", "yes", /must be true, false, 1 or 0/],
	["LOG_LEVEL", "loud", /must be one of fatal, error/],
	["RELEASE", "x".repeat(41), /must have at most 40 characters/],
	["DATA_DIR", " ", /must be a folder, such as/],
	["PORT", "http", /must be a whole number from 1 to 65535, such as 3000/],
	["HOST", "my-laptop", /must be an IP address, such as 0\.0\.0\.0, or localhost/],
	["PUBLIC_ORIGIN", "visualink.example", /must be an address with its scheme, such as https:\/\/visualink/],
	["LINKS_ORIGIN", "v.example", /must be an address with its scheme, such as https:\/\/visualink/],
	["REPORT_EMAIL", "abuse", /must be an e-mail address/],
	["TRUST_PROXY", "true", /must be a whole number from 0 to 10/],
	["RATE_LIMITS", "1", /must be on or off/],
	["METRICS_TOKEN", "short", /must have at least 16 characters/],
	["SESSION_SECRET", "short", /must have at least 32 characters/],
	["STRIPE_AUTOMATIC_TAX", "on", /must be true, false, 1 or 0/],
	["IMAGES_S3_ENDPOINT", "s3", /must be an address with its scheme/],
	["DATABASE_URL", "mysql://db/x", /such as postgres:\/\/user:password@host/],
	["DATABASE_WAIT_SECONDS", "soon", /must be a whole number from 0 to 3600/],
	["ALLOW_NEWER_SCHEMA", "x", /must be true, false, 1 or 0/],
];

const DATABASE: Row[] = [
	["away", () => address({ port: String(deadPort) }), /can't be reached: nothing listens there\. Start it, or mend/],
	[
		"away at each of its hosts",
		() => ({ DATABASE_URL: twoHosts(deadPort) }),
		/No host is the primary\. (The database at 127\.0\.0\.1:\d+ can't be reached: nothing listens there\. ){2}/,
	],
	["at no host", () => address({ hostname: "database.invalid" }), /database\.invalid:\d+ can't be reached: /],
	["of a wrong password", () => address({ password: "guess" }), /refuses the password of visualink; .*percent-encoded/],
	["of no password", () => address({ password: "" }), /wants a password of visualink, and the address has none/],
	["of an unknown role", () => address({ username: "stranger" }), /refuses the password of stranger/],
	["that is not there", () => address({ pathname: "/none" }), /CREATE DATABASE none OWNER visualink;/],
	[
		"where the role may make nothing",
		() => address({ username: "wrong_starts_guest", password: "guest" }),
		/The role wrong_starts_guest may not make Visualink's tables in .* OWNER TO wrong_starts_guest;/,
	],
	["without TLS", () => address({ search: "?sslmode=verify-full" }), /speaks no TLS/],
	[
		"with a certificate that nobody trusts",
		() => address({ port: String(untrusted.port), search: "?sslmode=verify-full" }),
		/is not trusted \(.*sslrootcert=/,
	],
	[
		"with an authority's file that is not there",
		() => address({ search: "?sslrootcert=/no/ca.pem" }),
		/file \/no\/ca\.pem/,
	],
	["that is read-only", () => address({ search: "?options=-c%20default_transaction_read_only=on" }), /is read-only/],
	["that is none", () => address({ port: String(takenPort) }), /127\.0\.0\.1:\d+/],
];

const FOLDERS: Row[] = [
	["the data folder is a file", () => inFolder("file"), /DATA_DIR: .*\/file can't be used: it is a file \(EEXIST\)/],
	["it is below a file", () => inFolder("file/data"), /part of its path is a file \(ENOTDIR\)/],
	["the spool is a file", () => inFolder("with-view-spool"), /DATA_DIR: .*\/view-spool can't be used: it is a file/],
	["the pictures' folder is a file", () => inFolder("with-images"), /DATA_DIR: .*\/images can't be used: it is a file/],
	["the originals' is a file", () => inFolder("with-originals"), /DATA_DIR: .*\/originals can't be used: it is a file/],
	["the database's folder is a file", () => ({ ...inFolder("with-postgres"), DATABASE_URL: "" }), /EEXIST.*postgres/],
	["an empty session secret", () => inFolder("with-session-secret"), /session-secret holds no secret: take it away/],
	["no IP database", () => ({ IP_COUNTRY_DATABASE: "/no/file.mmdb" }), /IP_COUNTRY_DATABASE: \/no\/file\.mmdb must be/],
	[
		"another IP database",
		() => ({ IP_COUNTRY_DATABASE: "package.json" }),
		/IP_COUNTRY_DATABASE: package\.json must be/,
	],
];

const ADDRESSES: Row[] = [
	[
		"the port is taken",
		() => ({ PORT: String(takenPort), HOST: "0.0.0.0" }),
		/Port \d+ is in use\. Set PORT to another/,
	],
	[
		"the port of the proxy's questions is taken",
		() => ({ TLS_ASK_PORT: String(takenPort), TLS_ASK_HOST: "0.0.0.0" }),
		/Port \d+ is in use\. Set TLS_ASK_PORT to another/,
	],
	["the address is not ours", () => ({ HOST: "192.0.2.7" }), /192\.0\.2\.7 is no address of this machine/],
];

describe("all at once", () => {
	let missing: Ended;
	let malformed: Ended;
	beforeAll(async () => {
		[missing, malformed] = await Promise.all([
			wrongStart({ NODE_ENV: "production" }),
			wrongStart(Object.fromEntries(MALFORMED)),
		]);
	});

	it.each(MISSING)("production without %s", (name) => {
		expectWords(missing, new RegExp(`"${name}: is missing"`));
	});

	it.each(MALFORMED)("%s=%s", (name, _value, said) => {
		const line = malformed.output.split("\n").filter((each) => each.startsWith(`  ${name}: `));
		expect(line).toHaveLength(1);
		expectWords(malformed, said);
		expect(line[0]).toMatch(said);
	});
});

describe("a database", () => {
	it.concurrent.each(DATABASE)("%s", async (_what, env, said) => {
		expectWords(await wrongStart(env()), said);
	});
});

it("a schema of a newer release, unless somebody rolls back", async () => {
	const newer = await createTestDatabase();
	const client = new pg.Client({ connectionString: newer.url });
	await client.connect();
	await client.query(
		"INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT 'later', max(created_at) + 1 FROM drizzle.__drizzle_migrations",
	);
	await client.end();
	const env = { DATABASE_URL: newer.url };
	expectWords(await wrongStart(env), /schema is newer than this release \(by 1 .*ALLOW_NEWER_SCHEMA=1 to roll back/);
	// It comes as far as the port.
	const rolledBack = await wrongStart({ ...env, ALLOW_NEWER_SCHEMA: "1", PORT: String(takenPort), HOST: "0.0.0.0" });
	expectWords(rolledBack, /Port \d+ is in use/);
	await newer.drop();
});

describe("on this machine", () => {
	it.concurrent.each([...FOLDERS, ...ADDRESSES])("%s", async (_what, env, said) => {
		expectWords(await wrongStart({ ...address({}), ...env() }), said);
	});

	it.each([
		["is no file", "strange-env", /strange-env\/\.env can't be read: it is no file\. Make it/],
		["is somebody else's", "closed-env", /closed-env\/\.env can't be read: EACCES\. Make it/],
	])("an .env that %s", async (_what, name, said) => {
		expectWords(await wrongStart({}, { cwd: path.join(folder, name), ...asNobody }), said);
	});

	it("a data folder that this user may not write", async () => {
		const refused = await wrongStart({ ...address({}), ...inFolder("closed") }, asNobody);
		expectWords(refused, /closed can't be used: this user may not write it \(EACCES\)/);
	});
});

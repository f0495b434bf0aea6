import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findEmbedded } from "#server/platform/db/embedded.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createBrowser } from "./testing/app/browser.ts";
import { seedLinks, viewsOf } from "./testing/app/seeded-links.ts";
import { giveConsent, signIn, subscribe } from "./testing/app/sign-up.ts";
import { createTestDatabase } from "./testing/app/test-db.ts";
import { until } from "./testing/app/until.ts";
import { asFile, twoColours } from "./testing/corpora/images.ts";
import { getRequest, startClients } from "./testing/load/clients.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { holdUpDatabase } from "./testing/machine/held-database.ts";
import { familyOf } from "./testing/machine/processes.ts";
import type { Terminal } from "./testing/machine/terminal.ts";
import {
	beginThroughNpm,
	endServicesOn,
	STOP_LIMIT_MS,
	type Stopped,
	startThroughNpm,
} from "./testing/machine/through-npm.ts";

const CTRL_C = { stop: ({ type }: Terminal) => type("\x03") };
const CLOSED = { stop: ({ close }: Terminal) => close() };
const SIGTERM = { stop: ({ pid }: Terminal) => process.kill(pid, "SIGTERM") };
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Three builds and two starts. */
const PATIENCE = { timeout: 600_000 };

let dataDir: string;
let env: Record<string, string>;
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-npm-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
});
afterEach(() => endServicesOn(dataDir));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function expectInTime({ milliseconds, left }: Stopped): void {
	expect(left).toEqual([]);
	expect(milliseconds).toBeLessThan(STOP_LIMIT_MS);
}

async function withEmbedded<Result>(use: (database: pg.Client) => Promise<Result>): Promise<Result> {
	const database = new pg.Client({ connectionString: findEmbedded({ dataDir }) ?? "" });
	await database.connect();
	return use(database).finally(() => database.end());
}

// One after the other on the same data: the first makes the database.
describe("with the embedded database", () => {
	test.each([
		["is made", () => existsSync(path.join(dataDir, "postgres/cluster.new"))],
		["is started", () => existsSync(path.join(dataDir, "postgres/cluster/postmaster.pid"))],
	])("Ctrl-C while the database %s leaves none behind", async (_when, isTime) => {
		const service = beginThroughNpm("serve", { env });
		await until(isTime, 100_000);
		const stopped = await service.stop(CTRL_C);
		expectInTime(stopped);
		expect(stopped.end).toEqual({ exitCode: 0, signal: 0 });
		expect(stopped.screen).not.toContain("is ready");
		expect(stopped.screen).not.toContain("    at ");
	});

	test("Ctrl-C while the database takes longer to start than a stop waits for it leaves none behind", async () => {
		const held = await holdUpDatabase(path.join(dataDir, "postgres"));
		const service = beginThroughNpm("serve", { env });
		await held.isWaiting();
		const stopped = await service.stop(CTRL_C);
		expectInTime(stopped);
		expect(stopped.end).toEqual({ exitCode: 0, signal: 0 });
		expect(stopped.screen).not.toContain("    at ");
		await held.isOver();
	});

	test("Ctrl-C on npm start ends the database and the process for pictures, twice on the same data", async () => {
		const first = await startThroughNpm("start", { env });
		const grace = createBrowser(first.origin);
		await signIn(grace, "grace@example.com");
		await giveConsent(grace, "grace@example.com");
		await subscribe(grace, "pro");
		const form = new FormData();
		for (const [name, value] of Object.entries({ title: "T", description: "D", targetUrl: "https://example.com/" }))
			form.set(name, value);
		form.set("image", await asFile(twoColours({ width: 600, height: 400 })), "picture.png");
		expect((await grace.post(API.links.all, form)).status).toBe(201);
		// npm, the service and what makes the images; the database left for a session of its own.
		expect(familyOf(first.terminal.pid)).toHaveLength(3);
		const stopped = await first.stop(CTRL_C);
		expectInTime(stopped);
		expect(stopped.end).toEqual({ exitCode: 0, signal: 0 });
		expect(findEmbedded({ dataDir })).toBeNull();

		const second = await startThroughNpm("start", { env });
		expect(second.terminal.screen()).not.toContain("Building");
		expect(await (await grace.get(API.links.all)).json()).toMatchObject([{ title: "T" }]);
		expectInTime(await second.stop(CTRL_C));
	});

	test("a terminal that is closed under load: every view counts, and the database ends as well", async () => {
		const first = await startThroughNpm("serve", { env });
		const paths = await withEmbedded((database) => seedLinks(database, 5));
		const next = () => ({ name: "go", request: getRequest(paths[0] ?? "", { "User-Agent": CHROME }), status: 302 });
		const visitors = startClients({ port: first.port, connections: 4, perSecond: 200, next });
		await until(() => visitors.tally("go").right > 50);
		expectInTime(await first.stop(CLOSED));
		await visitors.stop();
		const { right, sent } = visitors.tally("go");

		const second = await startThroughNpm("serve", { env });
		const { total, wrongCounters } = await withEmbedded(viewsOf);
		expect([total >= right, total <= sent, wrongCounters]).toEqual([true, true, 0]);
		expectInTime(await second.stop(SIGTERM));
	});

	test("Ctrl-C while the database, which was killed, is started again", async () => {
		const service = await startThroughNpm("serve", { env });
		process.kill(await postmaster(), "SIGKILL");
		const stopped = await service.stop(CTRL_C);
		expectInTime(stopped);
		expect(stopped.end).toEqual({ exitCode: 0, signal: 0 });
	});

	test("a second Ctrl-C, of somebody who does not want to wait, ends everything at once with code 1", async () => {
		const service = await startThroughNpm("serve", { env });
		const slow = net.connect(service.port, "127.0.0.1").on("error", () => {});
		slow.write("POST /api/links HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nnot yet");
		// Its body is missing still, so it keeps the service from ending.
		await once(slow, "data");
		let isTwice = false;
		const twice = async (terminal: Terminal) => {
			terminal.type("\x03");
			await until(() => terminal.screen().includes("is stopping"));
			const since = performance.now();
			await until(() => performance.now() - since > 1_100);
			isTwice = true;
			terminal.type("\x03");
		};
		const stopped = await service.stop({ stop: (terminal) => void twice(terminal) });
		slow.destroy();
		expect(isTwice).toBe(true);
		expectInTime(stopped);
		expect(stopped.end).toEqual({ exitCode: 1, signal: 0 });
	});
});

async function postmaster(): Promise<number> {
	const lock = await readFile(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8");
	return Number(lock.split("\n")[0]);
}

/** What the repository holds of the service, with the packages of this one. */
async function freshCheckout(): Promise<string> {
	const checkout = await mkdtemp(path.join(os.tmpdir(), "visualink-checkout-"));
	const root = path.resolve(import.meta.dirname, "..");
	const files = ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "tailwind.config.ts"];
	for (const name of [...files, "client", "server", "shared", "migrations"])
		await cp(path.join(root, name), path.join(checkout, name), { recursive: true });
	await symlink(path.join(root, "node_modules"), path.join(checkout, "node_modules"));
	return checkout;
}

test(
	"a fresh checkout is built once by npm start, in one line, and an interrupted build leaves nothing",
	PATIENCE,
	async () => {
		const database = await createTestDatabase();
		const checkout = await freshCheckout();
		const options = { env: { ...env, DATABASE_URL: database.url }, cwd: checkout };
		for (const way of [CTRL_C, SIGTERM]) {
			const interrupted = beginThroughNpm("start", options);
			await until(() => interrupted.terminal.screen().includes("Building"), 100_000);
			const stopped = await interrupted.stop(way);
			expectInTime(stopped);
			expect(stopped.end).not.toEqual({ exitCode: 0, signal: 0 });
			expect(existsSync(path.join(checkout, "dist"))).toBe(false);
		}

		const first = await startThroughNpm("start", options);
		expect(linesOf(first.terminal)).toEqual([
			expect.stringMatching(/^> visualink@.* start$/),
			expect.stringMatching(/^> NODE_ENV=production node .*ensure-built/),
			expect.stringMatching(/^Building Visualink/),
			expect.stringMatching(/^Visualink is ready/),
			expect.stringMatching(/^ {2}for this machine alone/),
			expect.stringMatching(/^ {2}sandbox in place of Google/),
			expect.stringMatching(/^ {2}sandbox in place of Stripe/),
			expect.stringMatching(/^ {2}sandbox in place of DNS/),
			expect.stringMatching(/^ {2}sandbox in place of mail/),
		]);
		expectInTime(await first.stop(CTRL_C));
		const { ino } = await stat(path.join(checkout, "dist"));

		const second = await startThroughNpm("start", options);
		expect(second.terminal.screen()).not.toContain("Building");
		expectInTime(await second.stop(SIGTERM));
		expect((await stat(path.join(checkout, "dist"))).ino).toBe(ino);
		await database.drop();
		await rm(checkout, { recursive: true, force: true });
	},
);

/** What stands on the screen next to npm's own warnings and spinner. */
function linesOf({ screen }: Terminal): string[] {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own
	const text = screen().replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "");
	return text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("npm "));
}

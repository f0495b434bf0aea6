import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/app/test-db.ts";
import { createFaultProxy, type FaultProxy } from "./testing/machine/fault-proxy.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { runToItsEnd } from "./testing/machine/refused-start.ts";

const AWAY = "can't be reached";
const READY = "Visualink is ready";

let dataDir: string;
let database: TestDatabase;
let proxy: FaultProxy;
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-order-"));
	database = await createTestDatabase();
	proxy = await createFaultProxy(Number(new URL(database.url).port));
});
afterAll(async () => {
	await proxy.close();
	await database.drop();
	await rm(dataDir, { recursive: true, force: true });
});

async function environment() {
	const url = Object.assign(new URL(database.url), { port: String(proxy.port) });
	return { DATABASE_URL: url.href, DATA_DIR: dataDir, PORT: String(await freePort()) };
}

const count = (text: string, part: string) => text.split(part).length - 1;

describe("a database that is started after the service", () => {
	it("is waited for, which is said once", async () => {
		proxy.cut();
		let away = 0;
		const { code, output } = await runToItsEnd({
			env: await environment(),
			onOutput(all, kill) {
				if (all.includes(AWAY) && away++ === 0) proxy.restore();
				if (all.includes(READY)) kill("SIGTERM");
			},
		});
		expect([count(output, AWAY), count(output, "tried again for 60 s"), count(output, READY), code]).toEqual([
			1, 1, 1, 0,
		]);
	});

	it.each([
		["refuses", () => proxy.cut()],
		["is silent", () => proxy.freeze()],
	])("that %s: SIGTERM ends the waiting at once, with code 0", async (_how, fail) => {
		fail();
		let isStopped = false;
		const { code, output } = await runToItsEnd({
			// Silence is only said when a try is over, in 10 s.
			env: { ...(await environment()), NODE_OPTIONS: preload(TELL_CONNECT) },
			onOutput(all, kill) {
				if (isStopped || !(all.includes(AWAY) || all.includes("connecting"))) return;
				isStopped = true;
				kill("SIGTERM");
			},
		});
		proxy.restore();
		expect(output).toContain("Visualink is stopping.");
		expect(output).not.toMatch(/Error|stopping goes on without waiting/);
		expect(code).toBe(0);
	});
});

/** For `NODE_OPTIONS`: runs before the service. */
function preload(source: string): string {
	return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}

/** Tells when the service connects to its database for the first time. */
const TELL_CONNECT = `
import net from "node:net";
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...to) { setTimeout(() => console.log("connecting"), 100); return connect.apply(this, to); };
`;

it("says every line as JSON in production, from the first to the last, libraries' warnings too", async () => {
	let isReady = false;
	const { code, output } = await runToItsEnd({
		env: {
			...(await environment()),
			NODE_ENV: "production",
			SANDBOX: "1",
			LOG_LEVEL: "warn",
			NODE_OPTIONS: preload('process.on("SIGUSR2", () => process.emitWarning("careful"));'),
		},
		onOutput(all, kill) {
			if (!isReady && all.includes("in place of Stripe")) {
				isReady = true;
				kill("SIGUSR2");
			}
			if (all.includes("careful")) kill("SIGTERM");
		},
	});
	const lines: { level: number; time: string; msg: string }[] = output
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const words = lines.map(({ msg }) => msg);
	expect(words[0]).toMatch(/^Visualink is ready at http/);
	expect(words).toContainEqual(expect.stringMatching(/^sandbox in place of Google/));
	// Not as the last two: on a machine under load, the database may be reported late in between, or after.
	expect(words).toContain("careful");
	expect(words).toContain("Visualink is stopping.");
	for (const { time } of lines) expect(Date.parse(time)).toBeGreaterThan(0);
	expect(code).toBe(0);
});

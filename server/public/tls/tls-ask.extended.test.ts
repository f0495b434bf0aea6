import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { createFaultProxy, type FaultProxy } from "#server/testing/machine/fault-proxy.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { runToItsEnd } from "#server/testing/machine/refused-start.ts";

let folder: string;
let database: TestDatabase;
let proxy: FaultProxy;
beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-tls-start-"));
	database = await createTestDatabase();
	proxy = await createFaultProxy(Number(new URL(database.url).port));
});
afterAll(async () => {
	await proxy.close();
	await database.drop();
	await rm(folder, { recursive: true, force: true });
});

/** What a process says of two hosts while it waits for its database; `list` is what its last start left, null for nothing. */
async function answersWhileAway(list: string | null): Promise<{ answers: number[]; code: number | null }> {
	const dataDir = path.join(folder, crypto.randomUUID());
	await mkdir(dataDir);
	if (list !== null) await writeFile(path.join(dataDir, "tls-hosts"), list);
	const url = Object.assign(new URL(database.url), { port: String(proxy.port) });
	const [port, askPort] = [await freePort(), await freePort()];
	const answers: number[] = [];
	// As a proxy does, it keeps its connection, which must not delay the stop.
	const agent = new http.Agent({ keepAlive: true });
	const ask = (host: string) =>
		new Promise<void>((resolve, reject) => {
			const heard = (res: http.IncomingMessage) => {
				answers.push(res.statusCode ?? 0);
				res.resume().once("end", resolve);
			};
			http.get({ host: "127.0.0.1", port: askPort, path: `/?domain=${host}`, agent }, heard).once("error", reject);
		});
	let isAsked = false;
	const { code } = await runToItsEnd({
		env: { DATABASE_URL: url.href, DATA_DIR: dataDir, PORT: String(port), TLS_ASK_PORT: String(askPort) },
		onOutput(all, kill) {
			if (isAsked || !all.includes("can't be reached")) return;
			isAsked = true;
			void ask("go.brand.example")
				.then(() => ask("unknown.example"))
				.finally(() => kill("SIGTERM"));
		},
	});
	agent.destroy();
	return { answers, code };
}

test("a start without its database permits what its last list has, and nothing without a list (P627)", async () => {
	proxy.cut();
	expect(await answersWhileAway("go.brand.example\n")).toEqual({ answers: [200, 404], code: 0 });
	expect(await answersWhileAway(null)).toEqual({ answers: [404, 404], code: 0 });
	proxy.restore();
});

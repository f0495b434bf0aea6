import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

const READY = "Visualink is ready at ";
const START_LIMIT_MS = 60_000;

type BuiltApp = { origin: string; stop: () => Promise<void> };

/** Starts the built app as anyone would, with a data folder of its own on a free port, for commands that look at it. */
export async function startBuiltApp(): Promise<BuiltApp> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-built-"));
	const port = await freePort();
	const child = spawn(process.execPath, ["dist/server/main.js"], {
		env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "fatal" },
		stdio: ["ignore", "pipe", "inherit"],
	});
	await untilReady(child);
	return {
		origin: `http://localhost:${port}`,
		stop: async () => {
			child.kill("SIGTERM");
			if (child.exitCode === null) await once(child, "exit");
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

function untilReady(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("The app did not start in time.")), START_LIMIT_MS);
		let output = "";
		child.stdout?.on("data", (chunk) => {
			output += chunk;
			if (!output.includes(READY)) return;
			clearTimeout(timer);
			resolve();
		});
		child.once("exit", (code) => reject(new Error(`The app ended with code ${code}. Is it built?`)));
	});
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0);
	await once(server, "listening");
	const address = server.address();
	server.close();
	if (address === null || typeof address === "string") throw new Error("No port was free.");
	return address.port;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { RECEIVERS, SECRET_VARIABLE } from "#shared/api/webhooks/receiver-code.ts";
import { freePort } from "./free-port.ts";
import { ROOT } from "./root.ts";

const PROGRAMS = {
	node: { file: "receiver.mjs", program: process.execPath },
	python: { file: "receiver.py", program: "python3" },
} as const satisfies Record<keyof typeof RECEIVERS, object>;

/** A receiver of webhooks, as the documentation has it. */
export type ExampleReceiver = {
	url: string;
	/** What it printed so far. */
	printed: () => string;
	stop: () => Promise<void>;
};

type Options = { secret: string; port?: number };

/** Runs one as an integrator would, and waits until it listens. */
export async function startReceiver(
	language: keyof typeof RECEIVERS,
	{ secret, port: wanted }: Options,
): Promise<ExampleReceiver> {
	// Within the project, so that its packages are found.
	const cache = path.join(ROOT, "node_modules/.cache");
	await mkdir(cache, { recursive: true });
	const dir = await mkdtemp(path.join(cache, "receiver-"));
	const { file, program } = PROGRAMS[language];
	await writeFile(path.join(dir, file), RECEIVERS[language]);
	const port = wanted ?? (await freePort());
	const child = spawn(program, [file], {
		cwd: dir,
		// biome-ignore lint/style/noProcessEnv: programs need PATH; NODE_OPTIONS are those of this process
		env: { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: "0", PORT: String(port), [SECRET_VARIABLE]: secret },
		stdio: ["ignore", "pipe", "ignore"],
	});
	let printed = "";
	child.stdout.on("data", (text: Buffer) => {
		printed += text;
	});
	const ended = once(child, "exit");
	await Promise.race([listening(port), ended.then(() => Promise.reject(new Error(`the ${language} receiver ended`)))]);
	return {
		url: `http://localhost:${port}/`,
		printed: () => printed,
		async stop() {
			child.kill();
			await ended;
			await rm(dir, { recursive: true });
		},
	};
}

/** Resolves once something takes connections at the port. */
async function listening(port: number): Promise<void> {
	for (;;) {
		const isOpen = await new Promise<boolean>((resolve) => {
			const socket = connect({ port, host: "localhost" }, () => resolve(true));
			socket.once("error", () => resolve(false));
			socket.once("connect", () => socket.destroy());
		});
		if (isOpen) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

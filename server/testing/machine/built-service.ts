import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { requireCurrentBuild } from "./current-build.ts";
import { ROOT } from "./root.ts";

const TYPESCRIPT = ["--import", "tsx"];
/** How `npm run serve` runs Node. */
const NODE_FLAGS = packageJson.scripts.serve.split(" ").filter((word) => word.startsWith("--"));
/** Said on standard output by a service that takes requests. */
const READY = "Visualink is ready at ";

/** Anyone who has not started by then is ended. */
const START_LIMIT_MS = 100_000;

export type Child = {
	process: ChildProcess;
	/** Sends a signal, SIGTERM by default, and waits for the end; the exit code, or null for the end by a signal. */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** `code` is null when it is ready; when it ended before, its exit code, or -1 for the end by a signal. */
type Start = Child & { code: number | null; output: string };
type StartOptions = {
	checkout?: string;
	/** Where it says what went wrong: on this process's own standard error, or with the rest of what it said. */
	stderr?: "inherit" | "pipe";
	/** What it says next to being ready, for anyone who reads it. */
	says?: string;
};

/** Starts the service of a checkout as it is started in production: `npm run build` must have been run there. */
export async function startService(env: Record<string, string>, checkout = ROOT): Promise<Child> {
	const { code, ...child } = await tryService({ LOG_LEVEL: "warn", ...env }, { checkout });
	if (code !== null) throw new Error("The service did not start. Has it been built (npm run build)?");
	return child;
}

/** The same, and tells what the service said until it was ready or had ended. */
export async function tryService(env: Record<string, string>, options: StartOptions = {}): Promise<Start> {
	const { checkout = ROOT, stderr = "inherit", says = READY } = options;
	await requireCurrentBuild(checkout);
	const child = startFile(path.join(checkout, "dist/server/main.js"), { env, stderr });
	let output = "";
	const tooLate = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
	const code = await new Promise<number | null>((resolve) => {
		const hear = (text: Buffer) => {
			output += text;
			if (output.includes(READY) && output.includes(says)) resolve(null);
		};
		child.stdout?.on("data", hear);
		child.stderr?.on("data", hear);
		child.once("exit", (exitCode) => resolve(exitCode ?? -1));
	});
	clearTimeout(tooLate);
	for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners("data").resume();
	return { ...stoppable(child), code, output };
}

/** Starts a file that says "ready" by message. */
export async function startReady(
	file: string,
	options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Child> {
	const child = startFile(file, options);
	child.stdout?.resume();
	await messageOf(child, file);
	return stoppable(child);
}

/** Gives an order to a file of its own process, and returns what it answers. */
export async function ask<Answer>(file: string, order: object): Promise<Answer> {
	const child = startFile(file);
	child.send(order);
	return (await messageOf(child, file)) as Answer;
}

async function messageOf(child: ChildProcess, file: string): Promise<unknown> {
	const [message] = await Promise.race([
		once(child, "message"),
		once(child, "exit").then(() => Promise.reject(new Error(`${file} failed.`))),
	]);
	return message;
}

type FileOptions = { args?: string[]; env?: Record<string, string>; stderr?: "inherit" | "pipe" };

function startFile(file: string, { args = [], env = {}, stderr = "inherit" }: FileOptions = {}): ChildProcess {
	const child = fork(path.resolve(ROOT, file), args, {
		execArgv: file.endsWith(".ts") ? [...NODE_FLAGS, ...TYPESCRIPT] : NODE_FLAGS,
		cwd: ROOT,
		// biome-ignore lint/style/noProcessEnv: a child needs PATH and HOME
		env: { ...process.env, ...env },
		stdio: ["ignore", "pipe", stderr, "ipc"],
	});
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	child.once("exit", () => process.off("exit", end));
	return child;
}

function stoppable(child: ChildProcess): Child {
	return {
		process: child,
		async stop(signal = "SIGTERM") {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill(signal);
				await once(child, "exit");
			}
			return child.exitCode;
		},
	};
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { requireCurrentBuild } from "./current-build.ts";
import { ROOT } from "./root.ts";

export type Ended = { code: number | null; output: string };

type Options = {
	env: Record<string, string>;
	/** Working folder, in which `.env` is looked for. */
	cwd?: string;
	/** User that it runs as; only root can choose. */
	uid?: number;
	/** Hears all that was printed so far, each time there is more. */
	onOutput?: (output: string, kill: (signal: NodeJS.Signals) => void) => void;
};

/** Runs the built service on nothing but these variables until it ends; all that it printed, and its exit code. */
export async function runToItsEnd({ env, cwd = ROOT, uid, onOutput }: Options): Promise<Ended> {
	await requireCurrentBuild();
	const child = spawn(process.execPath, ["--enable-source-maps", path.join(ROOT, "dist/server/main.js")], {
		cwd,
		// biome-ignore lint/style/noProcessEnv: a child process needs PATH
		env: { PATH: process.env.PATH, ...env },
		...(uid !== undefined && { uid }),
		stdio: ["ignore", "pipe", "pipe"],
	});
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			output += chunk;
			onOutput?.(output, (signal) => child.kill(signal));
		});
	}
	const [code] = await once(child, "close");
	process.off("exit", end);
	return { code, output };
}

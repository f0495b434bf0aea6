import { type SpawnOptions, spawn } from "node:child_process";
import path from "node:path";

export type Program = {
	done: Promise<void>;
	/** Like Ctrl-C; also interrupts a server that `pg_ctl` is starting. */
	interrupt: () => void;
};

export type ProgramOptions = Pick<SpawnOptions, "uid" | "gid" | "cwd" | "timeout">;

/** Runs a PostgreSQL program in its own session, so that Ctrl-C in the terminal doesn't reach it. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Program {
	const child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", "ignore", "pipe"] });
	let said = "";
	child.stderr?.setEncoding("utf8").on("data", (text: string) => {
		said += text;
	});
	const done = new Promise<void>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code, signal) => {
			if (code === 0) resolve();
			else reject(new Error(`${path.basename(program)} ended with ${code ?? signal}: ${said.trim()}`));
		});
	});
	return { done, interrupt: () => void child.kill("SIGINT") };
}

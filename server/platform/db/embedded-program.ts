import { type SpawnOptions, spawn } from "node:child_process";
import path from "node:path";

export type Program = {
	/** Rejects where it ends in any way but well. */
	done: Promise<void>;
	/** Asks it to give up, as Ctrl-C would: a server that `pg_ctl` is starting gives up as well. */
	interrupt: () => void;
};

export type ProgramOptions = Pick<SpawnOptions, "uid" | "gid" | "cwd" | "timeout">;

/** Runs one of PostgreSQL's programs, out of reach of Ctrl-C: it finishes what it does, unless this process says otherwise. */
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

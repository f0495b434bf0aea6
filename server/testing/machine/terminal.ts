import { type IPty, spawn } from "@lydell/node-pty";
import { ROOT } from "./root.ts";

/** How a program ended: by itself with a code, or by a signal's number. */
export type End = { exitCode: number; signal: number };

export type Terminal = {
	/** Of the program, which leads the terminal's session and group. */
	pid: number;
	/** Everything on the screen so far. */
	screen: () => string;
	/** Presses keys; `\x03` is Ctrl-C. */
	type: (keys: string) => void;
	/** As closing the window does: the system hangs up on anyone who is inside, and nothing can be written any more. */
	close: () => void;
	ended: Promise<End>;
};

/** Runs a program in a terminal of its own, in the project's folder or another. */
export function openTerminal(
	[program = "", ...args]: string[],
	{ env, cwd = ROOT }: { env: Record<string, string>; cwd?: string },
): Terminal {
	// biome-ignore lint/style/noProcessEnv: a program needs PATH and HOME
	const pty = spawn(program, args, { cwd, env: { ...process.env, ...env }, cols: 200 });
	let screen = "";
	pty.onData((text) => {
		screen += text;
	});
	return {
		pid: pty.pid,
		screen: () => screen,
		type: (keys) => pty.write(keys),
		// Its types leave it out.
		close: () => (pty as IPty & { destroy(): void }).destroy(),
		ended: new Promise((resolve) => {
			pty.onExit(({ exitCode, signal = 0 }) => resolve({ exitCode, signal }));
		}),
	};
}

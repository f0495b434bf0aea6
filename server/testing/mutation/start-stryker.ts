import { type ChildProcess, spawn } from "node:child_process";

/**
 * Starts Stryker in a process group of its own, which gets every signal that this process gets: its processes end,
 * and this one can stop the database after them.
 * @param databaseServer address for tests that need one, or empty
 */
export function startStryker(options: { mutate: string[]; part: string; databaseServer: string }): ChildProcess {
	const args = ["run", "server/testing/mutation/stryker.config.json", "--mutate", options.mutate.join(",")];
	const stryker = spawn("stryker", args, {
		stdio: ["ignore", "inherit", "inherit"],
		detached: true,
		// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
		env: { ...process.env, MUTATION_PART: options.part, MUTATION_DATABASE: options.databaseServer },
	});
	const passOn = (signal: NodeJS.Signals) => stryker.pid && process.kill(-stryker.pid, signal);
	const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
	for (const signal of signals) process.on(signal, passOn);
	stryker.once("exit", () => {
		for (const signal of signals) process.off(signal, passOn);
	});
	return stryker;
}

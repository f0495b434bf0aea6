import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { until } from "../app/until.ts";
import { familyOf, isListening, markedWith } from "./processes.ts";
import { type End, openTerminal, type Terminal } from "./terminal.ts";

/** A way to stop the service that someone has started in a terminal, and how npm itself ends then. */
export type Way = { name: string; stop: (terminal: Terminal) => void; end: End };

/** Everything has ended by then, in whatever way it was asked to. */
export const STOP_LIMIT_MS = 8_000;
const BY_ITSELF = { exitCode: 0, signal: 0 };
const SIGHUP = 1;

export const WAYS: Way[] = [
	{ name: "Ctrl-C", stop: ({ type }) => type("\x03"), end: BY_ITSELF },
	{ name: "SIGTERM to npm", stop: ({ pid }) => process.kill(pid, "SIGTERM"), end: BY_ITSELF },
	{ name: "SIGTERM to the group", stop: ({ pid }) => process.kill(-pid, "SIGTERM"), end: BY_ITSELF },
	{ name: "SIGINT to the group", stop: ({ pid }) => process.kill(-pid, "SIGINT"), end: BY_ITSELF },
	// npm passes on no SIGHUP, and ends by it.
	{ name: "a closed terminal", stop: ({ close }) => close(), end: { exitCode: 0, signal: SIGHUP } },
];

/** What is seen of a stop. */
export type Stopped = {
	/** From the signal until the last process was gone, or until nobody waited any longer. */
	milliseconds: number;
	/** How npm ended. */
	end: End;
	/** Processes and ports that remain. */
	left: string[];
	screen: string;
};

export type Service = {
	port: number;
	origin: string;
	terminal: Terminal;
	stop: (way: Pick<Way, "stop">) => Promise<Stopped>;
};

type Options = { env: Record<string, string>; cwd?: string };

/** How long what remains after a stop is waited for, in milliseconds: a test that fails says what remained. */
const PATIENCE_MS = 20_000;

/** Starts a script of package.json's as the README says, in a terminal, and does not wait until it is ready. */
export function beginThroughNpm(script: "start" | "serve", { env, cwd }: Options): Service {
	const mark = `VISUALINK_TEST_MARK=${randomUUID()}`;
	const [name = "", value = ""] = mark.split("=");
	const place = cwd === undefined ? {} : { cwd };
	const terminal = openTerminal(["npm", ...(script === "start" ? [script] : ["run", script])], {
		env: { NODE_ENV: "development", ...env, [name]: value },
		...place,
	});
	const port = Number(env.PORT);
	/** Not everyone tells their environment, and a child that lost its parent is found by nothing else. */
	const running = (known: number[]) => [...new Set([...known.filter(isProcessAlive), ...markedWith(mark)])];

	return {
		port,
		origin: `http://localhost:${port}`,
		terminal,
		async stop({ stop }) {
			const known = familyOf(terminal.pid);
			const since = performance.now();
			stop(terminal);
			const end = await terminal.ended;
			await until(() => running(known).length === 0, PATIENCE_MS).catch(() => {});
			const milliseconds = Math.round(performance.now() - since);
			return {
				milliseconds,
				end,
				left: [...running(known).map(nameOf), ...(await openListeners(port))],
				screen: terminal.screen(),
			};
		},
	};
}

/** The same, and waits until it says that it is ready. */
export async function startThroughNpm(script: "start" | "serve", options: Options): Promise<Service> {
	const service = beginThroughNpm(script, options);
	const ended = service.terminal.ended.then(() => {
		throw new Error(`It ended instead: ${service.terminal.screen()}`);
	});
	const ready = `Visualink is ready at ${service.origin}`;
	await Promise.race([until(() => service.terminal.screen().includes(ready), 100_000), ended]);
	return service;
}

/** Ends at once what a test that failed half-way left on a data folder. */
export function endServicesOn(dataDir: string): void {
	for (const pid of markedWith(`DATA_DIR=${dataDir}\0`)) process.kill(pid, "SIGKILL");
}

function nameOf(pid: number): string {
	return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`;
}

async function openListeners(port: number): Promise<string[]> {
	const hosts = ["127.0.0.1", "::1"];
	const open = await Promise.all(hosts.map((host) => isListening(port, host)));
	return hosts.filter((_, n) => open[n]).map((host) => `${host} port ${port}`);
}

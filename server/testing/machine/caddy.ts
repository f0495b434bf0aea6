import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findProgram } from "./debian-program.ts";

const FILE = "Caddyfile";
/** Of processes that are not asked. */
const UNUSED_PORT = 9;

export type CaddyPlaces = {
	servicePorts: number[];
	/** Where the processes are asked for certificates, and where Caddy asks itself. */
	askPorts: number[];
	askPort: number;
	httpPort: number;
	httpsPort: number;
	dataDir: string;
};

/** The Caddyfile of `compose.yaml` for this machine, with Caddy's own certificates. @throws Error when it lacks a part */
export function caddyfile(file: string, places: CaddyPlaces): string {
	const { servicePorts, askPorts, askPort, httpPort, httpsPort, dataDir } = places;
	const own = ["admin off", "local_certs", "skip_install_trust", `http_port ${httpPort}`, `https_port ${httpsPort}`];
	/** Processes' names by their addresses here; what names more of them isn't imported. */
	const upstreams = (ports: number[]) => (_: string, nth: string) =>
		` 127.0.0.1:${ports[Number(nth ?? 0)] ?? UNUSED_PORT}`;
	return [
		[/^\{$/m, () => ["{", ...own].join("\n\t")] as const,
		[/ (?:app|\{\$COMPOSE_PROJECT_NAME:visualink\}-app2-(\d)):3000/g, upstreams(servicePorts)] as const,
		[/ (?:app|\{\$COMPOSE_PROJECT_NAME:visualink\}-app2-(\d)):3080/g, upstreams(askPorts)] as const,
		[/\{\$MORE_PROCESSES:1\}/g, () => String(servicePorts.length - 1)] as const,
		[/ask http:\/\/127\.0\.0\.1:3080/, () => `ask http://127.0.0.1:${askPort}`] as const,
		[/^http:\/\/127\.0\.0\.1:3080/m, () => `http://127.0.0.1:${askPort}`] as const,
		[/root \/data/, () => `root ${dataDir}`] as const,
	].reduce((text, [pattern, replacement]) => {
		if (text.search(pattern) < 0) throw new Error(`${FILE} lacks ${pattern}.`);
		return text.replace(pattern, replacement);
	}, file);
}

export type Caddy = { output: () => string; stop: () => Promise<void> };

/** Caddy with these settings, its files in `dataDir`. @throws Error without a program */
export function startCaddy(
	config: string,
	{ dataDir, env = {} }: { dataDir: string; env?: Record<string, string> },
): Caddy {
	const folder = findProgram("caddy");
	if (folder === null) throw new Error("There is no caddy, and Debian's package can't be downloaded.");
	mkdirSync(dataDir, { recursive: true });
	const file = path.join(dataDir, FILE);
	writeFileSync(file, config);
	const child = spawn(path.join(folder, "caddy"), ["run", "--config", file, "--adapter", "caddyfile"], {
		env: { HOME: dataDir, XDG_DATA_HOME: dataDir, XDG_CONFIG_HOME: dataDir, ...env },
		stdio: ["ignore", "ignore", "pipe"],
	});
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	let output = "";
	child.stderr.on("data", (text) => {
		output += text;
	});
	return {
		output: () => output,
		async stop() {
			process.off("exit", end);
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.kill("SIGTERM");
			await once(child, "exit");
		},
	};
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "../app/until.ts";
import { freePort } from "../machine/free-port.ts";
import { isListening } from "../machine/processes.ts";
import { ROOT } from "../machine/root.ts";
import { type Balancer, isReady } from "./balancer.ts";

const FILE = "Caddyfile";
/** What the commands of docs/operating.md, section 12, wait for after a process is ready: Caddy looks four times a second. */
const SETTLE_MS = 2_000;

/**
 * Caddy (Debian's package) with the Caddyfile of `compose.yaml` in front of processes at these ports, without TLS.
 * @throws Error when Caddy is not installed, or refuses the file
 */
export async function startCaddy(servicePorts: number[]): Promise<Balancer> {
	const dir = await mkdtemp(path.join(os.tmpdir(), "visualink-caddy-"));
	const port = await freePort();
	const config = path.join(dir, "Caddyfile");
	await writeFile(config, caddyfile(await readFile(path.join(ROOT, FILE), "utf8"), { servicePorts, port }));
	const command = ["caddy", "run", "--config", config, "--adapter", "caddyfile"];
	const child = spawn("env", [`HOME=${dir}`, `XDG_DATA_HOME=${dir}`, ...command], { stdio: "ignore" });
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	const failed = new Promise<never>((_, reject) => {
		child.once("exit", (code) =>
			reject(new Error(code === 127 ? "Install Debian's package `caddy`." : `Caddy ended with code ${code}.`)),
		);
	});
	failed.catch(() => {});
	await Promise.race([until(() => isListening(port, "127.0.0.1")), failed]);
	return {
		port,
		async untilReady(servicePort) {
			await until(() => isReady(servicePort), 60_000);
			await delay(SETTLE_MS);
		},
		async close() {
			process.off("exit", end);
			child.kill("SIGTERM");
			await once(child, "exit");
			await rm(dir, { recursive: true, force: true });
		},
	};
}

/** The Caddyfile of `compose.yaml` for this machine's ports. @throws Error when it lacks a part */
export function caddyfile(file: string, { servicePorts, port }: { servicePorts: number[]; port: number }): string {
	return [
		[/^\{$/m, "{\n\tadmin off"] as const,
		[/^\{\$PUBLIC_ORIGIN.* \{$/m, `http://:${port} {`] as const,
		[
			/reverse_proxy app:3000 app2:3000/,
			`reverse_proxy ${servicePorts.map((each) => `127.0.0.1:${each}`).join(" ")}`,
		] as const,
	].reduce((text, [pattern, replacement]) => {
		if (text.search(pattern) < 0) throw new Error(`${FILE} lacks ${pattern}.`);
		return text.replace(pattern, replacement);
	}, file);
}

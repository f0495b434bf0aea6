import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import { until } from "../app/until.ts";
import { freePort } from "../machine/free-port.ts";
import { isListening } from "../machine/processes.ts";
import { ROOT } from "../machine/root.ts";

type Nginx = {
	port: number;
	tlsPort: number;
	/** The socket of the server without TLS, which redirects. */
	plainSocket: string;
	close: () => Promise<void>;
};

const PAGE = "docs/operating.md";

/**
 * nginx (Debian's package) as docs/operating.md has it, before processes at these ports: the page's own block, with its
 * addresses, ports and certificate replaced, and a second port without TLS for load clients, that of the result.
 * @param edit a change of the page's block, as an operator makes it
 * @throws Error when nginx is not installed, or does not take the block
 */
export async function startNginx(servicePorts: number[], edit = (block: string) => block): Promise<Nginx> {
	const dir = await mkdtemp(path.join(os.tmpdir(), "visualink-nginx-"));
	const [port, tlsPort] = [await freePort(), await freePort()];
	const page = await readFile(path.join(ROOT, PAGE), "utf8");
	const block = nginxBlock(page, { servicePorts, port, tlsPort, dir });
	makeCertificate(dir);
	const config = path.join(dir, "nginx.conf");
	await writeFile(config, configAround(edit(block), dir));
	const errorLog = path.join(dir, "error.log");
	const child = spawn("nginx", ["-p", dir, "-c", config, "-e", errorLog], { stdio: "inherit" });
	const end = () => child.kill("SIGKILL");
	process.once("exit", end);
	await started(child, port);
	await answersWithTls(tlsPort);
	return {
		...{ port, tlsPort, plainSocket: path.join(dir, "http.sock") },
		async close() {
			process.off("exit", end);
			child.kill("SIGQUIT");
			await once(child, "exit");
			await rm(dir, { recursive: true, force: true });
		},
	};
}

type Places = { servicePorts: number[]; port: number; tlsPort: number; dir: string };

/** The page's nginx block with this machine's ports and certificate in it. @throws Error when the page lacks a part of it */
export function nginxBlock(page: string, { servicePorts, port, tlsPort, dir }: Places): string {
	const [, block = ""] = page.match(/```nginx\n([\s\S]+?)```/) ?? [];
	const servers = [...block.matchAll(/^\tserver 127\.0\.0\.1:\d+( .*)?;$/gm)];
	if (servers.length !== servicePorts.length)
		throw new Error(`${PAGE} has ${servers.length} processes behind nginx, not ${servicePorts.length}.`);
	const ports = servicePorts.values();
	return [
		[/^(\tserver 127\.0\.0\.1):\d+/gm, (_: string, start: string) => `${start}:${ports.next().value}`] as const,
		[/^\tlisten 443 (.+);$/m, (_: string, how: string) => `\tlisten ${tlsPort} ${how};\n\tlisten ${port};`] as const,
		[/^\tlisten 80;$/m, () => `\tlisten unix:${dir}/http.sock;`] as const,
		// Not every machine has IPv6.
		[/^\tlisten \[::\]:.+;\n/gm, () => ""] as const,
		[/^\taccess_log \S+ /gm, () => `\taccess_log ${dir}/access.log `] as const,
		[/^\terror_log .+;$/gm, () => `\terror_log ${dir}/error.log;`] as const,
		[/^\tssl_certificate .+;$/m, () => `\tssl_certificate ${dir}/cert.pem;`] as const,
		[/^\tssl_certificate_key .+;$/m, () => `\tssl_certificate_key ${dir}/key.pem;`] as const,
	].reduce((text, [pattern, replacement]) => {
		if (text.search(pattern) < 0) throw new Error(`The nginx block of ${PAGE} lacks ${pattern}.`);
		return text.replace(pattern, replacement);
	}, block);
}

function configAround(block: string, dir: string): string {
	const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
	return `daemon off; pid ${dir}/pid; worker_processes 1; ${process.getuid?.() === 0 ? "user root;" : ""}
		events { worker_connections 1024; }
		http {
			access_log off;
			${folders.map((name) => `${name}_temp_path ${dir}/${name};`).join(" ")}
			${block}
		}`;
}

function makeCertificate(dir: string): void {
	const subject = ["-subj", "/CN=visualink.example", "-days", "2"];
	const files = ["-keyout", path.join(dir, "key.pem"), "-out", path.join(dir, "cert.pem")];
	execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files], { stdio: "pipe" });
}

async function started(child: ChildProcess, port: number): Promise<void> {
	const failed = new Promise<never>((_, reject) => {
		child.once("error", () => reject(new Error("nginx was not found: install Debian's package `nginx`.")));
		child.once("exit", (code) => reject(new Error(`nginx ended with code ${code}.`)));
	});
	failed.catch(() => {});
	await Promise.race([until(() => isListening(port, "127.0.0.1")), failed]);
}

/** Whatever the status: nginx speaks TLS with the certificate of the block. */
async function answersWithTls(port: number): Promise<void> {
	const request = https.get({ port, host: "127.0.0.1", path: "/healthz", rejectUnauthorized: false });
	const [answer] = await once(request, "response");
	answer.resume();
}

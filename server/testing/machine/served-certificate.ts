import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";

/** Speaks TLS with a certificate that nobody signed; of another name, where one is given, it has a certificate for each. */
export async function serveCertificate(
	days: number,
	others: Record<string, number> | null = null,
): Promise<{ origin: string; port: number; close: () => Promise<void> }> {
	const contexts = new Map(Object.entries(others ?? {}).map(([name, each]) => [name, madeCertificate(name, each)]));
	const choose: tls.TlsOptions["SNICallback"] = (name, answer) => {
		const found = contexts.get(name);
		answer(found ? null : new Error("no certificate"), found && tls.createSecureContext(found));
	};
	const server = tls.createServer({ ...madeCertificate("localhost", days), ...(others && { SNICallback: choose }) });
	server.on("tlsClientError", () => {}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		origin: `https://localhost:${port}`,
		port,
		async close() {
			server.close();
			await once(server, "close");
		},
	};
}

/** A key and a certificate that nobody signed. */
export function madeCertificate(name: string, days: number): { key: Buffer; cert: Buffer } {
	const dir = mkdtempSync(path.join(os.tmpdir(), "visualink-certificate-"));
	const [key, cert] = [path.join(dir, "key"), path.join(dir, "cert")];
	const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
	const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", String(days), ...subject];
	execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "pipe" });
	const files = { key: readFileSync(key), cert: readFileSync(cert) };
	rmSync(dir, { recursive: true });
	return files;
}

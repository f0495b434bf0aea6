import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import { expect, test } from "vitest";
import { createCertificateWatch } from "./certificate-watch.ts";

const DAY_SECONDS = 86_400;
const log = { debug: () => {} };

function ended({ figures }: ReturnType<typeof createCertificateWatch>): number[] {
	return figures
		.flatMap(({ read }) => read() as { samples: { value: number }[] }[])
		.map((it) => it.samples[0]?.value ?? -1);
}

test("P412: the certificate's begin and end are read, whoever signed it, and stay while nothing answers", async () => {
	const dir = mkdtempSync(path.join(os.tmpdir(), "visualink-certificate-"));
	const [key, cert] = [path.join(dir, "key"), path.join(dir, "cert")];
	const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "40", "-subj", "/CN=localhost"];
	execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "pipe" });
	const server = tls.createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, "127.0.0.1");
	rmSync(dir, { recursive: true });
	await once(server, "listening");
	const watch = createCertificateWatch({
		publicOrigin: `https://localhost:${(server.address() as AddressInfo).port}`,
		log,
	});
	expect(ended(watch)).toEqual([0, 0]);
	await watch.run();
	const [from = 0, to = 0] = ended(watch);
	expect(to - from).toBe(40 * DAY_SECONDS);
	expect(Math.abs(from - Date.now() / 1_000)).toBeLessThan(DAY_SECONDS);
	server.close();
	await once(server, "close");
	await watch.run();
	expect(ended(watch)).toEqual([from, to]);
});

test("without https nothing is asked", async () => {
	const watch = createCertificateWatch({ publicOrigin: "http://localhost:1", log });
	await watch.run();
	expect(ended(watch)).toEqual([0, 0]);
});

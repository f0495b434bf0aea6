import tls from "node:tls";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";

/** By then a proxy started after us has its certificate. */
const FIRST_AFTER_MS = 60_000;
const TIMEOUT_MS = 5_000;

type Validity = { from: number; to: number };
type Options = { ownOrigins: readonly string[]; log: Pick<Logger, "debug"> };

/**
 * Reads our certificates hourly, as a browser would, to alert before one expires (P412). Unreachable origins keep the
 * last reading.
 */
export function createCertificateWatch({ ownOrigins, log }: Options): Pick<Repeated, "start" | "stop" | "run"> & {
	metrics: PartRegistry;
} {
	const secured = ownOrigins.map((origin) => new URL(origin)).filter(({ protocol }) => protocol === "https:");
	const known = new Map<string, Validity>();
	const failed = (error: unknown) => log.debug({ err: error }, "a certificate of our own could not be read");
	const { start, stop, run } = repeat({
		everyMs: secured.length > 0 ? HOUR_MS : null,
		firstAfterMs: FIRST_AFTER_MS,
		async work() {
			await Promise.all(
				secured.map(({ host, hostname, port }) =>
					validityOf(hostname.replace(/^\[|\]$/g, ""), Number(port || 443))
						.then((validity) => known.set(host, validity))
						.catch(failed),
				),
			);
			return undefined;
		},
		failed,
	});
	const endsFirst = () => [...known.values()].sort((a, b) => a.to - b.to)[0] ?? { from: 0, to: 0 };
	const metrics = new PartRegistry("certificate", () => {
		const { from, to } = endsFirst();
		begins.set(from);
		ends.set(to);
	});
	const begins = new Gauge({
		name: "visualink_certificate_begins_timestamp_seconds",
		help: "When the certificate begins; 0: unknown",
		registers: [metrics],
	});
	const ends = new Gauge({
		name: "visualink_certificate_expires_timestamp_seconds",
		help: "When the certificate ends; 0: unknown",
		registers: [metrics],
	});
	return { start, stop, run, metrics };
}

function validityOf(host: string, port: number): Promise<Validity> {
	return new Promise((resolve, reject) => {
		// Expired ones are read too: nothing is sent over the connection.
		const socket = tls.connect({ host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS });
		socket.once("secureConnect", () => {
			const { valid_from, valid_to } = socket.getPeerCertificate();
			socket.destroy();
			const [from, to] = [valid_from, valid_to].map((text) => Date.parse(text) / 1_000);
			if (from && to) resolve({ from, to });
			else reject(new Error("a certificate without a validity"));
		});
		socket.once("timeout", () => socket.destroy(new Error("no answer in time")));
		socket.once("error", reject);
	});
}

import tls from "node:tls";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";

/** By then a proxy started after us has its certificate. */
const FIRST_AFTER_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** Unix times. */
export type Validity = { from: number; to: number };
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
					validityOf({ host: plainHost(hostname), port: Number(port || 443), name: plainHost(hostname) })
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

function plainHost(hostname: string): string {
	return hostname.replace(/^\[|\]$/g, "");
}

type Asked = {
	host: string;
	port: number;
	/** Of which the certificate is asked for. */
	name: string;
	/** Whether a certificate of other names counts as none. */
	isNamed?: boolean;
};

/** @throws where there is no certificate */
export function validityOf({ host, port, name, isNamed = false }: Asked): Promise<Validity> {
	return new Promise((resolve, reject) => {
		// Expired ones are read too: nothing is sent over the connection.
		const socket = tls.connect({ host, port, servername: name, rejectUnauthorized: false, timeout: TIMEOUT_MS });
		socket.once("secureConnect", () => {
			const certificate = socket.getPeerCertificate();
			socket.destroy();
			const [from, to] = [certificate.valid_from, certificate.valid_to].map((text) => Date.parse(text) / 1_000);
			const isOthers = isNamed && tls.checkServerIdentity(name, certificate) !== undefined;
			if (from && to && !isOthers) resolve({ from, to });
			else reject(new Error(isOthers ? "a certificate of other names" : "a certificate without a validity"));
		});
		socket.once("timeout", () => socket.destroy(new Error("no answer in time")));
		socket.once("error", reject);
	});
}

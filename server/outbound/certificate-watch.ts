import tls from "node:tls";
import type { Logger } from "pino";
import { type Figures, gauge } from "#server/work/figures.ts";
import { type Repeated, repeat } from "#server/work/repeat.ts";
import { HOUR_MS } from "#shared/days.ts";

/** A proxy that is started after us has its certificate by then. */
const FIRST_AFTER_MS = 60_000;
const TIMEOUT_MS = 5_000;

type Validity = { from: number; to: number };
type Options = { publicOrigin: string; log: Pick<Logger, "debug"> };

/**
 * Reads the certificate of our own public address every hour, as a browser would get it, for the alert about one that isn't
 * renewed (P412). While the address can't be reached, what was read last stays.
 */
export function createCertificateWatch({ publicOrigin, log }: Options): Pick<Repeated, "start" | "stop" | "run"> & {
	figures: Figures[];
} {
	const { protocol, hostname, port } = new URL(publicOrigin);
	/** Zeros until it was read. */
	let validity: Validity = { from: 0, to: 0 };
	const { start, stop, run } = repeat({
		everyMs: protocol === "https:" ? HOUR_MS : null,
		firstAfterMs: FIRST_AFTER_MS,
		async work() {
			if (protocol === "https:") validity = await validityOf(hostname.replace(/^\[|\]$/g, ""), Number(port || 443));
			return undefined;
		},
		failed: (error) => log.debug({ err: error }, "the certificate of PUBLIC_ORIGIN could not be read"),
	});
	return {
		...{ start, stop, run },
		figures: [
			{
				part: "certificate",
				read: () => [
					gauge(
						"visualink_certificate_begins_timestamp_seconds",
						"When the certificate begins; 0: unknown",
						validity.from,
					),
					gauge(
						"visualink_certificate_expires_timestamp_seconds",
						"When the certificate ends; 0: unknown",
						validity.to,
					),
				],
			},
		],
	};
}

function validityOf(host: string, port: number): Promise<Validity> {
	return new Promise((resolve, reject) => {
		// An expired one is read as well: nothing is sent over the connection.
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

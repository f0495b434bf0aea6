import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import { type Validity, validityOf } from "./certificate-watch.ts";

/** By then a proxy started after us has its certificates. */
const FIRST_AFTER_MS = 60_000;
const AGAIN_MS = 12 * HOUR_MS;
const AT_ONCE = 4;
/** A certificate is due for renewal long before; see the alert of our own (P412). */
const LEFT = 0.2;

type Options = {
	/** Our proxy, which is asked for each domain; no other server is. Null without https. */
	proxy: { host: string; port: number } | null;
	/** Accounts' domains that point to it. */
	hosts: () => string[];
	now: () => Date;
	log: Pick<Logger, "debug">;
};

/**
 * Reads the certificate of each of accounts' domains twice a day, hourly without one, a few at a time, from our own proxy. The first reading of
 * a new domain makes the proxy request its certificate.
 */
export function createDomainCertificates({ proxy, hosts, now, log }: Options): Pick<
	Repeated,
	"start" | "stop" | "run"
> & {
	metrics: PartRegistry;
} {
	const known = new Map<string, { at: number; validity: Validity | null }>();
	const failed = (error: unknown) => log.debug({ err: error }, "a certificate of an account's domain was not read");

	const { start, stop, run } = repeat({
		everyMs: proxy ? HOUR_MS : null,
		firstAfterMs: FIRST_AFTER_MS,
		async work(stopping) {
			const all = new Set(hosts());
			for (const host of known.keys()) if (!all.has(host)) known.delete(host);
			const at = now().getTime();
			const due = [...all].filter((host) => {
				const last = known.get(host);
				return !last?.validity || at - last.at >= AGAIN_MS;
			});
			const readNext = async () => {
				for (let host = due.shift(); host !== undefined && !stopping.aborted; host = due.shift()) await read(host, at);
			};
			await Promise.all(Array.from({ length: AT_ONCE }, readNext));
			return undefined;
		},
		failed,
	});

	async function read(host: string, at: number): Promise<void> {
		if (!proxy) return;
		const validity = await validityOf({ ...proxy, name: host, isNamed: true }).catch((error: unknown) => {
			failed(error);
			return null;
		});
		known.set(host, { at, validity });
	}

	const metrics = new PartRegistry("domain_certificates", () => {
		const all = [...known.values()].flatMap(({ validity }) => validity ?? []);
		const seconds = now().getTime() / 1_000;
		ends.set(all.length === 0 ? 0 : Math.min(...all.map(({ to }) => to)));
		expiring.set(all.filter(({ from, to }) => to - seconds < LEFT * (to - from)).length);
		missing.set(known.size - all.length);
	});
	const ends = new Gauge({
		name: "visualink_domain_certificate_expires_timestamp_seconds",
		help: "When the first certificate of accounts' domains ends; 0: none known",
		registers: [metrics],
	});
	const expiring = new Gauge({
		name: "visualink_domain_certificates_expiring",
		help: "Certificates of accounts' domains with less than a fifth of their time left",
		registers: [metrics],
	});
	const missing = new Gauge({
		name: "visualink_domain_certificates_missing",
		help: "Accounts' domains that point here and have no certificate",
		registers: [metrics],
	});
	return { start, stop, run, metrics };
}

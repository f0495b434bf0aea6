import { expect, test, vi } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { serveCertificate } from "#server/testing/machine/served-certificate.ts";
import { createDomainCertificates } from "./domain-certificates.ts";

const DAY_MS = 86_400_000;
const OLD = "old.example";
const FRESH = "fresh.example";
const OTHERS = "others.example";

async function watched(hosts: string[]) {
	const proxy = await serveCertificate(90, { [OLD]: 10, [FRESH]: 90 });
	let at = new Date();
	const log = { debug: vi.fn() };
	const watch = createDomainCertificates({
		...{ proxy: { host: "127.0.0.1", port: proxy.port }, hosts: () => hosts, now: () => at, log },
	});
	const later = (days: number) => {
		at = new Date(at.getTime() + days * DAY_MS);
	};
	return { watch, later, log, close: proxy.close, found: () => samplesOf(watch.metrics) };
}

const EXPIRES = "visualink_domain_certificate_expires_timestamp_seconds";
const EXPIRING = "visualink_domain_certificates_expiring";
const MISSING = "visualink_domain_certificates_missing";

test("P412: of accounts' domains, the first end, those that were not renewed, and those without a certificate", async () => {
	const hosts = [OLD, FRESH, "nothing.example"];
	const { watch, later, log, close, found } = await watched(hosts);
	expect(await found()).toEqual({ [EXPIRES]: 0, [EXPIRING]: 0, [MISSING]: 0 });
	await watch.run();
	const first = await found();
	expect(Math.round((Number(first[EXPIRES]) * 1_000 - Date.now()) / DAY_MS)).toBe(10);
	expect(first).toMatchObject({ [EXPIRING]: 0, [MISSING]: 1 });
	expect(log.debug).toHaveBeenCalledTimes(1);
	later(8.5);
	expect(await found()).toEqual({ ...first, [EXPIRING]: 1 });

	// A domain that has left counts no longer; one that answers nothing now has no certificate.
	hosts.shift();
	await close();
	await watch.run();
	expect(await found()).toEqual({ [EXPIRES]: 0, [EXPIRING]: 0, [MISSING]: 2 });
});

test("each domain is read again after half a day", async () => {
	const hosts = [OLD];
	const { watch, later, close, found } = await watched(hosts);
	await watch.run();
	await close();
	later(0.4);
	await watch.run();
	expect(await found()).toMatchObject({ [MISSING]: 0 });
	later(0.1);
	await watch.run();
	expect(await found()).toMatchObject({ [MISSING]: 1 });
});

test("a proxy's certificate of another name is none of the domain's", async () => {
	const proxy = await serveCertificate(90);
	const watch = createDomainCertificates({
		...{ proxy: { host: "127.0.0.1", port: proxy.port }, hosts: () => [OTHERS], now: () => new Date() },
		log: { debug: () => {} },
	});
	await watch.run();
	expect(await samplesOf(watch.metrics)).toMatchObject({ [EXPIRES]: 0, [MISSING]: 1 });
	await proxy.close();
});

test("without https nothing is asked", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const watch = createDomainCertificates({
		...{ proxy: null, hosts: () => [OLD], now: () => new Date(), log: { debug: () => {} } },
	});
	watch.start();
	await watch.run();
	expect(await samplesOf(watch.metrics)).toEqual({ [EXPIRES]: 0, [EXPIRING]: 0, [MISSING]: 0 });
	await watch.stop();
	vi.useRealTimers();
});

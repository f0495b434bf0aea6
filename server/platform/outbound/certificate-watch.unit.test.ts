import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { serveCertificate } from "#server/testing/machine/served-certificate.ts";
import { createCertificateWatch } from "./certificate-watch.ts";

const DAY_SECONDS = 86_400;
const log = { debug: () => {} };

async function ended({ metrics }: ReturnType<typeof createCertificateWatch>): Promise<number[]> {
	return Object.values(await samplesOf(metrics));
}

test("P412: the certificate's begin and end are read, whoever signed it, and stay while nothing answers", async () => {
	const { origin, close } = await serveCertificate(40);
	const watch = createCertificateWatch({ ownOrigins: [origin], log });
	expect(await ended(watch)).toEqual([0, 0]);
	await watch.run();
	const [from = 0, to = 0] = await ended(watch);
	expect(to - from).toBe(40 * DAY_SECONDS);
	expect(Math.abs(from - Date.now() / 1_000)).toBeLessThan(DAY_SECONDS);
	await close();
	await watch.run();
	expect(await ended(watch)).toEqual([from, to]);
});

test("P365: of two certificates, the one that expires first is reported", async () => {
	const [long, short] = [await serveCertificate(40), await serveCertificate(10)];
	for (const ownOrigins of [
		[long.origin, short.origin],
		[short.origin, long.origin],
	]) {
		const watch = createCertificateWatch({ ownOrigins, log });
		await watch.run();
		const [from = 0, to = 0] = await ended(watch);
		expect(to - from).toBe(10 * DAY_SECONDS);
	}
	await Promise.all([long.close(), short.close()]);
});

test("without https nothing is asked", async () => {
	const { origin, close } = await serveCertificate(40);
	const watch = createCertificateWatch({ ownOrigins: [origin.replace("https:", "http:")], log });
	await watch.run();
	expect(await ended(watch)).toEqual([0, 0]);
	await close();
});

test("it looks again every hour, and never where there is no certificate to read", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	for (const [origin, timers] of [
		["https://localhost:1", 1],
		["http://localhost:1", 0],
	] as const) {
		const watch = createCertificateWatch({ ownOrigins: [origin], log });
		watch.start();
		await watch.run();
		expect(vi.getTimerCount()).toBe(timers);
		await watch.stop();
	}
	vi.useRealTimers();
});

test("logs a server that has no certificate, and still reports the certificate of the other", async () => {
	const [good, silent] = [
		await serveCertificate(40),
		net.createServer((socket) => socket.end()).listen(0, "127.0.0.1"),
	];
	await once(silent, "listening");
	const debug = vi.fn();
	const other = `https://localhost:${(silent.address() as AddressInfo).port}`;
	const watch = createCertificateWatch({ ownOrigins: [other, good.origin], log: { debug } });
	await watch.run();
	const [from = 0, to = 0] = await ended(watch);
	expect(to - from).toBe(40 * DAY_SECONDS);
	expect(debug.mock.calls).toEqual([[{ err: expect.any(Error) }, "a certificate of our own could not be read"]]);
	silent.close();
	await good.close();
});

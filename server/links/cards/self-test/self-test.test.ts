import { once } from "node:events";
import { beforeAll, expect, it } from "vitest";
import { createOwnAddress, type OwnAddress } from "#server/platform/outbound/own-address.ts";
import { insertLink } from "#server/testing/app/factories.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { rounds } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { hardTexts } from "#server/testing/corpora/hard-texts.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { alarmsOf } from "#server/testing/self-test/alarms.ts";
import type { LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { type SelfTest, selfTest } from "#shared/links/cards/self-test.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import { createOwnMark, OWN_MARK } from "./own-mark.ts";
import { createSelfTests } from "./self-test.service.ts";
import { TEST_FETCHERS } from "./test-fetchers.ts";

const tags = { sign: () => "a-tag" };
const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

it("goes every fetcher's way over the public address, with no alarm, and counts nowhere", async () => {
	const image = await asFile(twoColours({ width: 1200, height: 630 }));
	const link = await createLink(owner, { title: 'Tom & "Jerry"', image });
	const answer = await owner.post(API.links.selfTest(link.id));
	const told = selfTest.parse(await answer.json());
	expect(answer.status).toBe(200);
	expect(told.results).toHaveLength(TEST_FETCHERS.length);
	expect(alarmsOf(told)).toEqual([]);
	// A view would have been written before its answer; a fetch is written when the next real one is.
	await fetch(link.shortUrl, { headers: { "user-agent": "WhatsApp/2", [OWN_MARK]: "1999999999999.forged" } });
	const read = async <T>(path: string) => (await (await owner.get(path)).json()) as T;
	await expect.poll(async () => (await read<LinkDeliveries>(API.links.deliveries(link.id))).deliveries.length).toBe(1);
	expect(await read<ViewStats>(API.stats.linkViews(link.id))).toEqual({ total: 1, human: 0, bot: 1 });
});

it("finds what stands in the way, for those in whose way it stands", async () => {
	const link = await createLink(owner);
	await app.deps.pool.query("UPDATE links SET disabled_at = now() WHERE id = $1", [link.id]);
	const { results } = (await (await owner.post(API.links.selfTest(link.id))).json()) as SelfTest;
	for (const { fetcher, findings } of results) {
		expect(findings[0]?.text).toBe(`${fetcher} got "not found" (410)`);
	}
});

it("tells those who heed robots.txt that it gives no answer, and asks for all else without waiting for it", async () => {
	const link = await createLink(owner);
	const { sessionSecret } = app.deps;
	const now = () => new Date();
	const own = createOwnAddress({ linksOrigin: app.origin });
	let isPageAsked = () => {};
	const pageAsked = new Promise<void>((resolve) => {
		isPageAsked = resolve;
	});
	const ownAddress: OwnAddress = {
		async ask(asked) {
			if (asked.path !== "/robots.txt") isPageAsked();
			else await Promise.race([pageAsked, once(asked.signal, "abort")]).then(() => Promise.reject(new Error("Reset")));
			return own.ask(asked);
		},
	};
	const mark = createOwnMark({ sessionSecret, now });
	const { run } = createSelfTests({ ...app.deps, mark, tags, linksOrigin: app.origin, ownAddress, now });
	const heeding = TEST_FETCHERS.filter(({ robot }) => robot !== undefined);
	expect(heeding.length).toBeGreaterThan(1);
	const told = heeding.map(({ name }) => `${name} got no answer for robots.txt`);
	expect(alarmsOf(await run(owner.user, link.id))).toEqual(told);
});

it("requests both addresses of a host that has two, and names the one that gives no answer (P294)", async () => {
	const link = await createLink(owner);
	const { sessionSecret } = app.deps;
	const now = () => new Date();
	const own = createOwnAddress({ linksOrigin: app.origin });
	const asked: unknown[] = [];
	const ownAddress: OwnAddress = {
		async ask({ family, ...request }) {
			if (family !== undefined) asked.push(family);
			if (family === 6) throw Object.assign(new Error("Refused"), { code: "ECONNREFUSED" });
			return own.ask(request);
		},
	};
	const mark = createOwnMark({ sessionSecret, now });
	const addressesOf = async () => [
		{ address: "192.0.2.1", family: 4 as const },
		{ address: "2001:db8::1", family: 6 as const },
	];
	const { run } = createSelfTests({ ...app.deps, mark, tags, linksOrigin: app.origin, ownAddress, addressesOf, now });
	const told = TEST_FETCHERS.map(({ name }) => `${name} got no answer over IPv6 (2001:db8::1)`);
	expect(alarmsOf(await run(owner.user, link.id))).toEqual(told);
	expect(asked).toEqual([4, 6]);
});

it("tells nobody to look elsewhere for a fault of its own", async () => {
	const link = await createLink(owner);
	const { db, sessionSecret } = app.deps;
	const now = () => new Date();
	const unheard = {
		status: 200,
		header: () => undefined as unknown as string,
		headersOf: () => [],
		bytes: Buffer.alloc(0),
		isCut: false,
		took: 1,
	};
	const mark = createOwnMark({ sessionSecret, now });
	const options = { db, mark, tags, linksOrigin: app.origin, deadlines: app.deps.deadlines, now };
	const { run } = createSelfTests({
		...options,
		ownAddress: { ask: async ({ path }) => (path === "/robots.txt" ? { ...unheard, status: 404 } : unheard) },
	});
	await expect(run(owner.user, link.id)).rejects.toThrow(TypeError);
});

it.each([
	["late is asked again: nothing of it is a finding", true],
	["in time reports what got no answer", false],
])("a machine that is %s (P492)", async (_, isLate) => {
	const link = await createLink(owner);
	const { db, sessionSecret } = app.deps;
	const now = () => new Date();
	const { run } = createSelfTests({
		...{ db, mark: createOwnMark({ sessionSecret, now }), tags, linksOrigin: app.origin, now },
		deadlines: { selfTest: 501 },
		watchTime: () => ({ isLate: () => isLate, stop: () => {} }),
		ownAddress: {
			ask: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
		},
	});
	if (isLate) await expect(run(owner.user, link.id)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
	else expect((await run(owner.user, link.id)).results[0]?.findings).not.toEqual([]);
});

it("is one's own, and not more than six times a minute", async () => {
	const person = await subscriber(app);
	const link = await createLink(person);
	expect((await owner.post(API.links.selfTest(link.id))).status).toBe(404);
	const statuses = [];
	for (let n = 0; n < 7; n += 1) statuses.push((await person.post(API.links.selfTest(link.id))).status);
	expect(statuses).toEqual([...Array(6).fill(200), 429]);
});

it("gives no alarm for good links", async () => {
	const { pool, db, sessionSecret } = app.deps;
	const ids: number[] = [];
	for (const texts of hardTexts(rounds({ long: 200, short: 60 }))) {
		const { id } = await insertLink(db, { userId: owner.user.id, ...texts });
		ids.push(id);
	}
	let clock = Date.now();
	const mark = createOwnMark({ sessionSecret, now: () => new Date() });
	const options = {
		...app.deps,
		mark,
		tags,
		linksOrigin: app.origin,
		ownAddress: createOwnAddress({ linksOrigin: app.origin }),
	};
	// Another minute for each.
	const now = () => {
		clock += 60_001;
		return new Date(clock);
	};
	const { run } = createSelfTests({ ...options, now });
	const alarms: string[] = [];
	for (const id of ids)
		alarms.push(...alarmsOf(await run(owner.user, id)).filter((text) => !text.includes("cuts the")));
	expect(alarms).toEqual([]);
	const { rows } = await pool.query("SELECT 1 FROM views WHERE link_id = ANY($1)", [ids]);
	expect(rows).toEqual([]);
});

it("knows its own mark alone: signed with our secret, and of the last half minute", () => {
	let at = Date.UTC(2026, 0, 1);
	const now = () => new Date(at);
	const mark = createOwnMark({ sessionSecret: "a".repeat(32), now });
	const text = mark.sign();
	const isOn = (told: string) => mark.isOn({ [OWN_MARK]: told });
	expect([isOn(text), mark.isOn({})]).toEqual([true, false]);
	const other = createOwnMark({ sessionSecret: "b".repeat(32), now }).sign();
	for (const forged of [other, `${text}x`, text.slice(0, -1), "", ".", `9${text}`, text.split(".")[0] ?? ""]) {
		expect([forged, isOn(forged)]).toEqual([forged, false]);
	}
	at += 30_001;
	expect(isOn(text)).toBe(false);
});

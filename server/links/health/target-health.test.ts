import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { openHealthWorld } from "#server/testing/web/health-world.ts";
import { linkDays } from "#shared/analytics/view-days.table.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { createHostTurns } from "./host-turns.ts";
import { targetOf } from "./target-of.ts";

const BEGIN = "2026-11-20T12:00:00Z";
const app = duringTests("app", async () => startTestApp());
const world = duringTests("world", async () => openHealthWorld(app.deps.db, BEGIN));
let userId: string;
beforeEach(async () => {
	userId = (await insertUser(app.deps.db)).id;
});

/** A link that people open. */
async function viewed(targetUrl: string, values: Partial<Link> = {}): Promise<Link> {
	return insertLink(app.deps.db, { userId, targetUrl, lastSeenAt: world.now(), ...values });
}
async function goneSince({ id }: Pick<Link, "id">): Promise<string | null> {
	const [row] = await app.deps.db
		.select({ at: targetHealth.goneSince })
		.from(linkHealth)
		.innerJoin(targetHealth, eq(targetHealth.target, linkHealth.target))
		.where(eq(linkHealth.linkId, id));
	return row?.at?.toISOString().slice(0, 10) ?? null;
}
const asksOf = (host: string) => world.web.seen.filter((each) => each.host === host);

test("a target that isn't found three times within a day is gone, and back with its first answer (P681, P683)", async () => {
	const { db } = app.deps;
	const lost = await viewed("http://gone-until-6.example/page#part");
	const same = await viewed("http://gone-until-6.example/page");
	const other = await viewed("http://fine.example/");
	await db.insert(linkDays).values(
		["2026-11-14", "2026-11-20"].map((day) => ({
			...{ linkId: lost.id, day, human: 7, bot: 1, visitors: 1, breakdowns: {} as never },
		})),
	);
	await world.run("2026-11-21T22:00:00Z");
	expect([await goneSince(lost), await goneSince(same), await goneSince(other)]).toEqual([
		"2026-11-21",
		"2026-11-21",
		null,
	]);
	// Both links by one ask, and each told once, with its people of seven days.
	expect(world.gone.map(({ link, people }) => [link.id, people])).toEqual([
		[lost.id, 7],
		[same.id, 0],
	]);
	const asked = asksOf("gone-until-6.example");
	expect(asked.map(({ method }) => method)).toEqual(["HEAD", "GET", "GET", "GET"]);
	expect(asked.slice(2).every(({ at }, n) => at - (asked[n + 1]?.at ?? 0) >= 3 * 3_600_000)).toBe(true);
	await world.run("2026-11-28T12:00:00Z");
	expect(await goneSince(lost)).toBeNull();
	expect(world.gone).toHaveLength(2);
	world.gone.length = 0;
});

test("targets that nobody opens or that are off are not checked; a link's new target starts without failures (P681, P686)", async () => {
	const { db } = app.deps;
	const month = 31 * 86_400_000;
	await viewed("http://gone-404.unseen.example/", { lastSeenAt: new Date(world.now().getTime() - month) });
	await viewed("http://gone-404.deleted.example/", { deleted: true });
	await viewed("http://gone-404.ended.example/", { endsAt: world.now() });
	const off = await viewed("http://gone-404.off.example/");
	await db.insert(linkHealth).values({ linkId: off.id, isOff: true });
	const lost = await viewed("http://gone-404.edited.example/");
	await world.run(world.now().getTime() + 2 * 86_400_000);
	for (const host of ["unseen", "deleted", "ended", "off"]) expect(asksOf(`gone-404.${host}.example`)).toEqual([]);
	expect(await goneSince(lost)).not.toBeNull();
	await db.update(links).set({ targetUrl: "http://fine.edited.example/" }).where(eq(links.id, lost.id));
	expect(await goneSince(lost)).toBeNull();
	await world.run(world.now().getTime() + 2 * 86_400_000);
	expect(asksOf("fine.edited.example").length).toBeGreaterThan(0);
	// Nothing leads to the former one, so that it isn't asked for long.
	const rest = await db
		.select()
		.from(targetHealth)
		.where(inArray(targetHealth.host, ["gone-404.edited.example"]));
	expect(rest).toEqual([]);
});

test("while this machine is cut off, nothing is concluded (P684)", async () => {
	const lost = await Promise.all(
		["a", "b", "c", "d", "e", "f"].map((name) => viewed(`http://fine.${name}.cut-off.example/`)),
	);
	await world.run(world.now().getTime() + 86_400_000);
	world.web.breakOurs(true);
	await world.run(world.now().getTime() + 86_400_000);
	world.web.breakOurs(false);
	expect(await Promise.all(lost.map(goneSince))).toEqual(lost.map(() => null));
	const rows = await app.deps.db.select().from(targetHealth).where(eq(targetHealth.host, "fine.a.cut-off.example"));
	expect(rows).toMatchObject([{ failures: 0, failingSince: null }]);
});

test("two processes ask no host more than once a minute, and each target once a day (P682)", async () => {
	const pages = await Promise.all(Array.from({ length: 30 }, (_, n) => viewed(`http://fine.busy.example/${n}`)));
	const from = world.now().getTime();
	await world.run(from + 2 * 86_400_000);
	for (const n of pages.keys())
		expect(asksOf("fine.busy.example").filter(({ path }) => path === `/${n}`)).toHaveLength(2);
	const isOfHost = eq(targetHealth.host, "fine.busy.example");
	await app.deps.db.update(targetHealth).set({ dueAt: world.now() }).where(isOfHost);
	await world.run(world.now().getTime() + 2 * 3_600_000, 20_000);
	const asked = asksOf("fine.busy.example");
	expect(asked).toHaveLength(90);
	const gaps = asked.slice(1).map(({ at }, n) => at - (asked[n]?.at ?? 0));
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
});

test("an owner who checks a target three times in ten minutes makes it no more gone than once (P683)", async () => {
	const { targetUrl } = await viewed("http://gone-404.asked.example/");
	const { target = "" } = targetOf(targetUrl) ?? {};
	await world.run(world.now().getTime() + 60_000);
	for (let n = 0; n < 3; n += 1) {
		expect(await world.checker.checkNow(target)).toBe(0);
		world.move(3 * 60_000);
	}
	const [row] = await app.deps.db.select().from(targetHealth).where(eq(targetHealth.target, target));
	expect(row).toMatchObject({ failures: 1, goneSince: null });
});

test("a host's minute is kept by all processes, whatever leads there (P682)", async () => {
	const { db } = app.deps;
	const [one, other] = [createHostTurns({ db, now: world.now }), createHostTurns({ db, now: world.now })];
	const taken = await Promise.all([one, other, one].map((turns) => turns.take("raced.example")));
	expect(taken.sort((a, b) => a - b)).toEqual([0, 60_000, 60_000]);
	world.move(59_000);
	expect(await other.take("raced.example")).toBe(1_000);
	world.move(1_000);
	expect(await other.take("raced.example")).toBe(0);
	// Two websites redirect to a third one, which is asked once now, and later for the other.
	await Promise.all([viewed("http://gone-elsewhere--1.example/"), viewed("http://gone-elsewhere--2.example/")]);
	await world.run(world.now().getTime() + 60_000);
	const isTheirs = inArray(targetHealth.host, ["gone-elsewhere--1.example", "gone-elsewhere--2.example"]);
	await db.update(targetHealth).set({ dueAt: world.now() }).where(isTheirs);
	await world.run(world.now().getTime() + 40_000, 20_000);
	expect(asksOf("sink.example")).toHaveLength(1);
});

import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { trustByAge } from "#server/testing/app/trusted.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { type LinkIndex, linkOverview, listedLink } from "#shared/links/link-list.ts";
import type { LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { API } from "#shared/platform/api-paths.ts";

const FLAGGED = { title: "PayPal", description: "Please verify your account", targetUrl: "https://shop.example/a?b=1" };
const app = useTestApp({ env: { METRICS_TOKEN: "a-token-for-metrics" } });
const operator = (...args: string[]) => operatorCommand(app, ...args);

it("P384: a review of a blocked link waits for an operator too, once more after each decision", async () => {
	const owner = await subscriber(app);
	const link = await createLink(owner, FLAGGED);
	const name = `${owner.user.userSlug}/${link.linkSlug}`;
	const ask = async () => (await (await owner.post(API.links.review(link.id), {})).json()) as LinkFlag;
	const seen = async () => ((await (await owner.get(API.links.bySlug(link.linkSlug))).json()) as LinkView).flag;
	const waits = async () => (await operator("flags")).join("\n").includes(name);
	await ask();
	await operator("flags", "block", name);
	expect([await waits(), await seen()]).toEqual([false, expect.objectContaining({ reviewAskedAt: null })]);
	const { state, reviewAskedAt } = await ask();
	expect([state, await waits(), (await seen())?.reviewAskedAt]).toEqual(["blocked", true, reviewAskedAt]);
	await operator("flags", "block", name);
	expect([await waits(), (await seen())?.reviewAskedAt]).toEqual([false, null]);
});

it("P384: metrics say how many wait, and since when the oldest review does", async () => {
	const metrics = async () => {
		const headers = { Authorization: "Bearer a-token-for-metrics" };
		const text = await (await fetch(`${app.origin}/metrics`, { headers })).text();
		return NAMES.map((name) => Number(new RegExp(`^visualink_${name} (\\S+)$`, "m").exec(text)?.[1]));
	};
	const NAMES = ["flags_open", "flag_reviews_open", "flag_reviews_oldest_open_seconds"];
	await app.deps.db.delete(linkFlags);
	const owner = await subscriber(app);
	const [one, two] = [await createLink(owner, FLAGGED), await createLink(owner, FLAGGED)];
	expect(await metrics()).toEqual([2, 0, 0]);
	await owner.post(API.links.review(one.id), {});
	const hourAgo = new Date(Date.now() - 3_600_000);
	await app.deps.db.update(linkFlags).set({ reviewAskedAt: hourAgo }).where(eq(linkFlags.linkId, one.id));
	const [open, reviews, age = 0] = await metrics();
	expect([open, reviews]).toEqual([2, 1]);
	expect(age).toBeGreaterThanOrEqual(3_600);
	expect(age).toBeLessThan(3_700);
	await operator("flags", "clear", `${owner.user.userSlug}/${one.linkSlug}`);
	expect(await metrics()).toEqual([1, 0, 0]);
	await owner.delete(`/api/links/${two.id}`);
	expect(await metrics()).toEqual([0, 0, 0]);
});

it("P551: metrics say how long the oldest flag waits, and what was decided in how much time", async () => {
	const { db } = app.deps;
	await db.delete(linkFlags);
	const owner = await subscriber(app);
	const elsewhere = { ...FLAGGED, title: "Netflix", targetUrl: "https://films.example/" };
	const [one, two] = [await createLink(owner, FLAGGED), await createLink(owner, elsewhere)];
	// A target alone waits for nobody.
	await createLink(owner, { targetUrl: "https://bit.ly/3abc" });
	await db.update(linkFlags).set({ flaggedAt: new Date(Date.now() - 5 * 3_600_000) });
	const figure = async (name: string) => {
		const headers = { Authorization: "Bearer a-token-for-metrics" };
		const text = await (await fetch(`${app.origin}/metrics`, { headers })).text();
		const line = text.split("\n").find((each) => each.startsWith(`visualink_${name} `));
		return Math.floor(Number(line?.split(" ").at(-1)) / 3_600);
	};
	const count = async (decision: string) => {
		const headers = { Authorization: "Bearer a-token-for-metrics" };
		const text = await (await fetch(`${app.origin}/metrics`, { headers })).text();
		return Number(new RegExp(`^visualink_flags_decided_week\\{decision="${decision}"\\} (\\S+)$`, "m").exec(text)?.[1]);
	};
	expect(await figure("flags_oldest_open_seconds")).toBe(5);
	await operator("flags", "clear", `${owner.user.userSlug}/${one.linkSlug}`);
	expect(await figure('flags_decision_seconds_median{decision="cleared"}')).toBe(5);
	await operator("flags", "block", `${owner.user.userSlug}/${two.linkSlug}`);
	expect([await count("cleared"), await count("blocked")]).toEqual([1, 1]);
	expect(await figure("flags_oldest_open_seconds")).toBe(0);
});

it("P553: a filter and a number show what is flagged, which nothing of a trusted owner's target is", async () => {
	const owner = await subscriber(app);
	const [fine, flagged, short] = [
		await createLink(owner),
		await createLink(owner, FLAGGED),
		await createLink(owner, { targetUrl: "https://bit.ly/3abc" }),
	];
	const list = async (filter: string) =>
		linkOverview.parse(await (await owner.get(`${API.links.search}?filter=${filter}`)).json());
	const index = async () => (await (await owner.get(API.links.index)).json()) as LinkIndex;
	expect((await list("flagged")).ids).toEqual([short.id, flagged.id]);
	expect((await index()).totals).toMatchObject({ links: 3, archived: 0, flagged: 2 });
	await trustByAge(app, owner.user);
	expect((await list("flagged")).ids).toEqual([flagged.id]);
	expect((await index()).totals.flagged).toBe(1);
	expect((await index()).ids).toContain(fine.id);
	const user = async () => (await owner.get(API.auth.user)).json();
	expect(await user()).not.toHaveProperty("closedLinks");
	await operator("flags", "block", `${owner.user.userSlug}/${flagged.linkSlug}`);
	expect(await user()).toMatchObject({ closedLinks: 1 });
});

it("P390: the list names the state of flagged and blocked links, in its first rows, in later ones, and in all", async () => {
	const owner = await subscriber(app);
	const [fine, flagged, blocked, cleared, byTarget] = [
		await createLink(owner),
		await createLink(owner, { ...FLAGGED, title: "Netflix", targetUrl: "https://films.example/" }),
		await createLink(owner, FLAGGED),
		await createLink(owner, { ...FLAGGED, title: "Amazon", targetUrl: "https://books.example/" }),
		await createLink(owner, { targetUrl: "https://bit.ly/3abc" }),
	];
	await operator("flags", "block", `${owner.user.userSlug}/${blocked.linkSlug}`);
	await operator("flags", "clear", `${owner.user.userSlug}/${cleared.linkSlug}`);
	const states = [
		[fine.id, undefined],
		[flagged.id, "flagged"],
		[blocked.id, "blocked"],
		[cleared.id, undefined],
		[byTarget.id, "flagged"],
	];
	const first = linkOverview.parse(await (await owner.get(API.links.search)).json()).links;
	const rows = await owner.get(API.links.rows(states.map(([id]) => Number(id))));
	const later = listedLink.array().parse(await rows.json());
	const all = listedLink.array().parse(await (await owner.get(API.links.all)).json());
	for (const found of [first.toReversed(), later, all.toReversed()]) {
		expect(found.map(({ id, flagState }) => [id, flagState])).toEqual(states);
	}
	expect(first.some((link) => "flag" in link)).toBe(false);
});

import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
	close,
	closedLink,
	comeBack,
	EVIL,
	HONEST,
	importLinks,
	openAddresses,
} from "#server/testing/app/closed-links.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
const operator = (...args: string[]) => operatorCommand(app, ...args);

const ELSEWHERE = { ...EVIL, targetUrl: "https://elsewhere.example/" };
const nameOf = ({ user }: Subscriber, { linkSlug }: LinkView) => `${user.userSlug}/${linkSlug}`;
const make = async (owner: Subscriber, fields: Record<string, string>) => {
	const answer = await owner.post(API.links.all, linkForm(fields));
	return [answer.status, ((await answer.json()) as { code?: string }).code];
};
const seen = async (owner: Subscriber, { linkSlug }: LinkView) =>
	((await (await owner.get(API.links.bySlug(linkSlug))).json()) as LinkView).flag;
/** As many of the owner's addresses lead to what was closed, in time. */
const opens = (owner: Subscriber, count: number) =>
	until(async () => (await openAddresses(app, owner.user.id)).length === count, 2_000);

it("P462: an edit after a block asks for a review, which the owner and operators see, and stays closed until it is cleared", async () => {
	const owner = await subscriber(app, "enterprise");
	const link = await closedLink(app, owner);
	expect(await seen(owner, link)).toMatchObject({ state: "blocked", isDecided: true, reviewAskedAt: null });
	const path = API.links.bySlug(link.linkSlug);
	// What is not judged asks for nothing.
	await owner.put(path, linkForm({ ...EVIL, startsAt: "2020-01-01T00:00:00.000Z" }));
	expect((await operator("flags")).join("\n")).not.toContain(nameOf(owner, link));
	const saved = (await (await owner.put(path, linkForm(HONEST))).json()) as LinkView;
	expect(saved.flag).toMatchObject({ state: "blocked", isDecided: true, reviewAskedAt: expect.any(String) });
	expect(await seen(owner, link)).toEqual(saved.flag);
	expect((await operator("flags")).join("\n")).toMatch(
		`${nameOf(owner, link)}  honest.example  impersonation PayPal  review asked`,
	);
	await opens(owner, 0);
	await operator("flags", "clear", nameOf(owner, link));
	expect(await seen(owner, link)).toBeUndefined();
	await owner.put(path, linkForm({ ...HONEST, title: "Winter" }));
	expect(await seen(owner, link)).toBeUndefined();
});

it("P460: a block holds for its owner with its target and its brand, in links, duplicates, imports and cards", async () => {
	const owner = await subscriber(app, "enterprise");
	const other = await createLink(owner, HONEST);
	const older = await createLink(owner, { ...EVIL, title: "Older", description: "To the same page" });
	const link = await createLink(owner, { ...EVIL, customLinkSlug: "mine" });
	expect(await close(app, owner, link, "block")).toEqual([
		expect.stringMatching(/is blocked: .+ no link to bücher-evil\.example, nor one that seems to come from PayPal\.$/),
		"Another link of the owner is closed.",
	]);
	await opens(owner, 0);
	expect(await seen(owner, older)).toMatchObject({
		isDecided: true,
		reasons: [{ code: "closed-before", words: ["bücher-evil.example"] }],
	});
	expect(await make(owner, { ...HONEST, targetUrl: "http://www.xn--bcher-evil-9db.example:81/another#x" })).toEqual([
		400,
		"unsafe_target",
	]);
	expect(await make(owner, ELSEWHERE)).toEqual([400, "impersonation"]);
	expect((await owner.post(API.links.duplicate(link.id), {})).status).toBe(400);
	expect(await importLinks(app, owner, [`new,${EVIL.targetUrl},Summer,June`])).toMatchObject([
		{
			state: "refused",
			code: "unsafe_target",
			note: "You can't save this link. We closed another of your links to bücher-evil.example. Ask for a review of that link, or contact us.",
		},
	]);
	const card = await owner.put(
		`/api/links/${other.id}/cards/x`,
		linkForm({ title: EVIL.title, description: EVIL.description }),
	);
	expect(card.status).toBe(400);
	// What the decision is not about.
	expect(await make(owner, HONEST)).toEqual([201, undefined]);
	const stranger = await subscriber(app);
	expect(await make(stranger, { ...HONEST, targetUrl: EVIL.targetUrl })).toEqual([201, undefined]);
});

it("P460: clearing opens what a block had closed, and trusts owner, brand and website", async () => {
	const owner = await subscriber(app, "enterprise");
	const older = await createLink(owner, { ...EVIL, title: "Older", description: "To the same page" });
	const link = await closedLink(app, owner);
	await opens(owner, 0);
	expect((await operator("flags", "clear", nameOf(owner, link))).at(-1)).toBe(
		"Another link of the owner is open again.",
	);
	await opens(owner, 2);
	expect(await seen(owner, older)).toBeUndefined();
	const again = await createLink(owner, { ...EVIL, targetUrl: "https://www.bücher-evil.example/help" });
	expect(again.flag).toBeUndefined();
	// Another brand there, and the same one elsewhere, are suspicious as before.
	expect((await createLink(owner, { ...EVIL, title: "Netflix" })).flag).toMatchObject({
		reasons: [{ brand: "Netflix" }],
	});
	expect((await createLink(owner, ELSEWHERE)).flag).toMatchObject({ state: "flagged" });
});

it("P460: a page of a website of many people is a target of its own", async () => {
	const owner = await subscriber(app, "enterprise");
	const forms = "https://docs.google.com/forms/d/";
	const link = await createLink(owner, { ...EVIL, targetUrl: `${forms}one/viewform` });
	await close(app, owner, link, "block");
	expect(await make(owner, { ...HONEST, targetUrl: `${forms}one/viewform?usp=sf_link` })).toEqual([
		400,
		"unsafe_target",
	]);
	expect(await make(owner, { ...HONEST, targetUrl: `${forms}one/viewform/x` })).toEqual([400, "unsafe_target"]);
	expect(await make(owner, { ...HONEST, targetUrl: `${forms}two/viewform` })).toEqual([201, undefined]);
});

it("P460: disabling a link holds for its target, until it is enabled", async () => {
	const owner = await subscriber(app, "enterprise");
	const older = await createLink(owner, { ...HONEST, targetUrl: EVIL.targetUrl });
	const link = await createLink(owner, { ...HONEST, targetUrl: EVIL.targetUrl });
	expect(await operator("disable", "link", nameOf(owner, link))).toEqual([
		expect.stringContaining("is disabled now"),
		"Another link of the owner is closed.",
	]);
	expect((await owner.post(API.links.duplicate(link.id), {})).status).toBe(400);
	expect(await operator("enable", "link", nameOf(owner, link))).toEqual([
		expect.stringContaining("is enabled again"),
		"Another link of the owner is open again.",
	]);
	expect(await seen(owner, older)).toBeUndefined();
	expect((await owner.post(API.links.duplicate(link.id), {})).status).toBe(201);
});

it("P460: a list that also names the target doesn't take an operator's decision back", async () => {
	const owner = await subscriber(app, "enterprise");
	const older = await createLink(owner, { ...HONEST, targetUrl: EVIL.targetUrl });
	const link = await closedLink(app, owner);
	await owner.put(API.links.bySlug(link.linkSlug), linkForm({ ...EVIL, title: "Another" }));
	const { createLiveLinks } = await import("./lists/live-links.ts");
	let isListed = true;
	const listed = () =>
		isListed ? [{ code: "listed" as const, words: ["phishing"], evidence: "closed" as const }] : [];
	const lists = createLiveLinks({ db: app.deps.db, now: app.deps.now, listed, isUnsure: () => false });
	await lists.compareThose([link.targetUrl]);
	isListed = false;
	await lists.compareAll();
	for (const each of [link, older])
		expect(await seen(owner, each)).toMatchObject({ state: "blocked", isDecided: true });
});

it("P460, P463: decisions outlive the account, until an operator forgets them", async () => {
	const owner = await subscriber(app, "enterprise");
	await closedLink(app, owner);
	const back = await comeBack(app, owner);
	expect(await make(back, { ...HONEST, targetUrl: EVIL.targetUrl })).toEqual([400, "unsafe_target"]);
	expect(await operator("flags", "forget", back.user.email)).toEqual([expect.stringContaining("No decision")]);
	expect(await make(back, { ...HONEST, targetUrl: EVIL.targetUrl })).toEqual([201, undefined]);
	expect(await app.deps.db.select().from(linkDecisions).where(eq(linkDecisions.userId, back.user.id))).toEqual([]);
});

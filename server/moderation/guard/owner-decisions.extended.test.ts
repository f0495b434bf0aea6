import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
	close,
	closedLink,
	EVIL,
	HONEST,
	importLinks,
	openAddresses,
	visit,
} from "#server/testing/app/closed-links.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

type Way = (owner: Subscriber, link: LinkView) => unknown;

const edit = (changes: Record<string, string>): Way => {
	return (owner, link) => owner.put(API.links.bySlug(link.linkSlug), linkForm({ ...EVIL, ...changes }));
};
const make = (changes: Record<string, string>): Way => {
	return (owner) => owner.post(API.links.all, linkForm({ ...EVIL, ...changes }));
};
/** Another link that was fine becomes this. */
const turn = (changes: Record<string, string>): Way => {
	return async (owner) => {
		const { linkSlug } = await createLink(owner, HONEST);
		await owner.put(API.links.bySlug(linkSlug), linkForm({ ...HONEST, ...changes }));
	};
};
const change = (owner: Subscriber, how: string, ...ids: number[]) =>
	owner.post(API.links.changes, { change: how, ids, ...(how === "tag" && { tag: "new" }) });
const card = (owner: Subscriber, { id }: LinkView, texts: Record<string, string>) =>
	owner.put(`/api/links/${id}/cards/x`, linkForm(texts));
const HONEST_TEXTS = { title: HONEST.title, description: HONEST.description };
const WEB = "https://bücher-evil.example";
/** Over: what comes afterwards is where it leads. */
const OVER = { startsAt: "2020-01-01T00:00:00.000Z", endsAt: "2020-02-01T00:00:00.000Z" };
const picture = new Blob(
	[
		Buffer.from(
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
			"base64",
		),
	],
	{ type: "image/png" },
);

/** Changes of the blocked link itself. */
const EDITS: [string, Way][] = [
	["nothing", edit({})],
	["case of the slug", edit({ customLinkSlug: "MINE" })],
	["another slug", edit({ customLinkSlug: "other" })],
	["a dot in the title", edit({ title: `${EVIL.title}.` })],
	["a dot in the description", edit({ description: `${EVIL.description}.` })],
	["honest texts", edit(HONEST_TEXTS)],
	["honest texts and another target", edit(HONEST)],
	[
		"another target, and back",
		async (owner, link) => {
			await edit(HONEST)(owner, link);
			await edit(HONEST_TEXTS)(owner, link);
		},
	],
	["an image of another website", edit({ imageUrl: "https://images.example/a.png" })],
	[
		"an uploaded image",
		(owner, link) => owner.put(API.links.bySlug(link.linkSlug), linkForm({ ...EVIL, image: picture })),
	],
	["a fragment", edit({ targetUrl: `${EVIL.targetUrl}#a` })],
	["a start", edit({ startsAt: "2020-01-01T00:00:00.000Z" })],
	[
		"an end, and a target of afterwards",
		edit({ ...HONEST, endsAt: "2020-01-01T00:00:00.000Z", afterUrl: EVIL.targetUrl }),
	],
	["a card for an app", (owner, link) => card(owner, link, { title: "Another" })],
	[
		"a card for an app, and its end",
		async (owner, link) => {
			await card(owner, link, { title: "Another" });
			await owner.delete(`/api/links/${link.id}/cards/x`);
		},
	],
	["archive", (owner, link) => change(owner, "archive", link.id)],
	[
		"archive and back",
		async (owner, link) => {
			await change(owner, "archive", link.id);
			await change(owner, "unarchive", link.id);
		},
	],
	["a tag", (owner, link) => change(owner, "tag", link.id)],
	[
		"delete and undo",
		async (owner, link) => {
			await change(owner, "delete", link.id);
			await change(owner, "restore", link.id);
		},
	],
	[
		"an alias that is released",
		async (owner, link) => {
			await edit({ customLinkSlug: "other" })(owner, link);
			await owner.delete(`/api/links/${link.id}/aliases/mine`);
		},
	],
	["another name of the account", (owner) => owner.put(API.account.name, { name: `n${owner.user.id.slice(-12)}` })],
	[
		"a review that is asked for, and an edit",
		async (owner, link) => {
			await owner.post(API.links.review(link.id), {});
			await edit({ title: "Another" })(owner, link);
		},
	],
];

/** Spellings of its target. */
const TARGETS: [string, string][] = [
	["utm parameters", `${EVIL.targetUrl}&utm_source=mail&utm_campaign=x`],
	["a click id", `${EVIL.targetUrl}&fbclid=1&gclid=2`],
	["another parameter", `${EVIL.targetUrl}&a=b`],
	["no parameter", `${WEB}/login%20page`],
	["another value", `${WEB}/login%20page?next=2`],
	["a fragment", `${EVIL.targetUrl}#x`],
	["a slash at the end", `${WEB}/login%20page/?next=1`],
	["two slashes", `${WEB}//login%20page?next=1`],
	["dots in the path", `${WEB}/x/../login%20page?next=1`],
	["case of the path", `${WEB}/LOGIN%20page?next=1`],
	["case of the host", "https://BÜCHER-EVIL.EXAMPLE/login%20page?next=1"],
	["punycode", "https://xn--bcher-evil-9db.example/login%20page?next=1"],
	["a dot after the host", "https://bücher-evil.example./login%20page?next=1"],
	["the default port", "https://bücher-evil.example:443/login%20page?next=1"],
	["another port", "https://bücher-evil.example:8443/login%20page?next=1"],
	["percent-encoding", `${WEB}/%6Cogin%20page?next=1`],
	["http", "http://bücher-evil.example/login%20page?next=1"],
	["www", "https://www.bücher-evil.example/login%20page?next=1"],
	["another subdomain", "https://x.bücher-evil.example/login%20page?next=1"],
	["another page", `${WEB}/another`],
];

/** The same by another link. */
const LINKS: [string, Way][] = [
	["made again", make({})],
	[
		"made again with its slug, after a deletion",
		async (owner, link) => {
			await change(owner, "delete", link.id);
			await make({ customLinkSlug: "mine" })(owner, link);
		},
	],
	["made with other texts", make(HONEST_TEXTS)],
	["made for afterwards", make({ ...HONEST, ...OVER, afterUrl: EVIL.targetUrl })],
	["made with its brand, elsewhere", make({ targetUrl: "https://elsewhere.example/" })],
	[
		"made with a card for an app in its brand's name",
		make({
			...HONEST,
			targetUrl: "https://elsewhere.example/",
			"cards.x": JSON.stringify({ title: EVIL.title, description: EVIL.description }),
		}),
	],
	["duplicated", (owner, link) => owner.post(API.links.duplicate(link.id), {})],
	[
		"imported",
		(owner) =>
			importLinks(app, owner, [
				`again,${EVIL.targetUrl},Summer,June`,
				`,${EVIL.targetUrl},PayPal,Please verify your account`,
			]),
	],
	["another link turned to its target", turn({ targetUrl: EVIL.targetUrl })],
	["another link's afterwards", turn({ ...OVER, afterUrl: EVIL.targetUrl })],
	["another link turned to its brand", turn({ ...EVIL, targetUrl: "https://elsewhere.example/" })],
	[
		"another link at its alias",
		async (owner, link) => {
			await edit({ customLinkSlug: "other" })(owner, link);
			await owner.delete(`/api/links/${link.id}/aliases/mine`);
			await make({ customLinkSlug: "mine", ...HONEST_TEXTS })(owner, link);
		},
	],
];

const closedFor = async (owner: Subscriber) => {
	// A process has heard of the decision.
	await until(async () => (await visit(app, `/go/${owner.user.userSlug}/mine`)).status === 410, 2_000);
};

it.each(EDITS)("P460, P462: a blocked link stays closed: %s", async (_, way) => {
	const owner = await subscriber(app, "enterprise");
	const link = await closedLink(app, owner);
	await closedFor(owner);
	await way(owner, link);
	expect(await openAddresses(app, owner.user.id)).toEqual([]);
	const [flag] = await app.deps.db.select().from(linkFlags).where(eq(linkFlags.linkId, link.id));
	expect(flag).toMatchObject({ state: "blocked" });
});

it.each(TARGETS)("P461: it is the same target with %s", async (_, targetUrl) => {
	const owner = await subscriber(app, "enterprise");
	const link = await closedLink(app, owner);
	await closedFor(owner);
	const made = await owner.post(API.links.all, linkForm({ ...HONEST_TEXTS, targetUrl }));
	expect([made.status, await made.json()]).toMatchObject([
		400,
		{ code: "unsafe_target", message: expect.stringContaining("We closed another of your links to ") },
	]);
	await edit({ ...HONEST_TEXTS, targetUrl })(owner, link);
	expect(await openAddresses(app, owner.user.id)).toEqual([]);
});

it.each(LINKS)("P460: a blocked target doesn't come back by another link: %s", async (_, way) => {
	const owner = await subscriber(app, "enterprise");
	const link = await closedLink(app, owner);
	await closedFor(owner);
	await way(owner, link);
	expect(await openAddresses(app, owner.user.id)).toEqual([]);
});

it.each(LINKS.filter(([name]) => !/brand|alias/.test(name)))(
	"P460: a disabled link's target doesn't come back by another link: %s",
	async (_, way) => {
		const owner = await subscriber(app, "enterprise");
		const link = await closedLink(app, owner, "disable");
		await closedFor(owner);
		await way(owner, link);
		expect(await openAddresses(app, owner.user.id)).toEqual([]);
	},
);

/** Links from before the decision. */
const OLDER: [string, Way, Way][] = [
	["to the same page", make(HONEST_TEXTS), () => {}],
	[
		"to the same page, afterwards",
		make({
			...HONEST,
			startsAt: "2020-01-01T00:00:00.000Z",
			endsAt: "2020-02-01T00:00:00.000Z",
			afterUrl: EVIL.targetUrl,
		}),
		() => {},
	],
	["in the same brand's name", make({ targetUrl: "https://elsewhere.example/" }), () => {}],
	[
		"deleted before, and brought back",
		async (owner) =>
			change(owner, "delete", (await createLink(owner, { ...EVIL, ...HONEST_TEXTS, customLinkSlug: "older" })).id),
		async (owner) => {
			const [older] = await app.deps.db
				.select()
				.from(links)
				.where(and(eq(links.userId, owner.user.id), eq(links.linkSlug, "older")));
			await change(owner, "restore", older?.id ?? 0);
		},
	],
	[
		"archived before, and brought back",
		async (owner) =>
			change(owner, "archive", (await createLink(owner, { ...EVIL, ...HONEST_TEXTS, customLinkSlug: "older" })).id),
		async (owner) => {
			const [older] = await app.deps.db
				.select()
				.from(links)
				.where(and(eq(links.userId, owner.user.id), eq(links.linkSlug, "older")));
			await change(owner, "unarchive", older?.id ?? 0);
		},
	],
];

it.each(OLDER)("P460: a decision closes an older link %s", async (_, before, after) => {
	for (const how of ["block", "disable"] as const) {
		const owner = await subscriber(app, "enterprise");
		const link = await createLink(owner, { ...EVIL, customLinkSlug: "mine" });
		await before(owner, link);
		await close(app, owner, link, how);
		await closedFor(owner);
		await after(owner, link);
		await until(async () => (await openAddresses(app, owner.user.id)).length === 0, 2_000).catch(() => {});
		expect(await openAddresses(app, owner.user.id)).toEqual([]);
	}
});

it("P460: an edit, a duplicate and a new link that are sent together with the decision don't get past it, 20 times", async () => {
	for (let n = 0; n < 20; n++) {
		const owner = await subscriber(app, "enterprise");
		const link = await createLink(owner, { ...EVIL, customLinkSlug: "mine" });
		const other = await createLink(owner, HONEST);
		const all: (() => unknown)[] = [
			() => close(app, owner, link, n % 2 === 0 ? "block" : "disable"),
			() => edit({ title: "Summer", customLinkSlug: "other" })(owner, link),
			() => owner.put(API.links.bySlug(other.linkSlug), linkForm({ ...HONEST_TEXTS, targetUrl: EVIL.targetUrl })),
			() => owner.post(API.links.duplicate(link.id), {}),
			() => make(HONEST_TEXTS)(owner, link),
			() => card(owner, link, { title: "Another" }),
		];
		const turned = [...all.slice(n % all.length), ...all.slice(0, n % all.length)];
		await Promise.all(turned.map((send) => send()));
		await until(async () => (await openAddresses(app, owner.user.id)).length === 0, 2_000).catch(() => {});
		expect(await openAddresses(app, owner.user.id), `${n}`).toEqual([]);
	}
});

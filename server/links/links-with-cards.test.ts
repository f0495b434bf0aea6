import { beforeAll, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { LinkCard } from "#shared/links/cards/card-override.ts";
import { IMAGES_TOO_LARGE } from "#shared/links/images/image-file.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

const read = async <T>(path: string) => (await (await owner.get(path)).json()) as T;
const cardsOf = ({ id }: LinkView) => read<LinkCard[]>(API.links.cards(id));
const found = ({ linkSlug }: LinkView) => read<LinkView>(API.links.bySlug(linkSlug));
const save = ({ linkSlug }: LinkView, fields: Record<string, string | Blob>) =>
	owner.put(API.links.bySlug(linkSlug), linkForm(fields));
const discord = (card: object) => JSON.stringify({ title: "For gamers", ...card });

it("saves a link with its cards for some apps in one request, and removes one (P345)", async () => {
	const link = await createLink(owner, { title: "Own" });
	const image = await asFile(twoColours({ width: 1200, height: 1200 }));
	const sent = {
		"cards.discord": discord({ color: "#CB3419" }),
		"cards.linkedin": "{}",
		"cards.linkedin.image": image,
	};
	const saved = await save(link, { title: "New", ...sent });

	expect([saved.status, ((await saved.json()) as LinkView).cardVersion]).toEqual([
		200,
		(await found(link)).cardVersion,
	]);
	expect(await cardsOf(link)).toMatchObject([
		{ target: "discord", title: "For gamers", color: "#cb3419", imageUrl: null },
		{ target: "linkedin", title: null, imageUrl: expect.any(String), imageShape: "square" },
	]);
	expect((await save(link, { title: "New", "cards.discord": "null" })).status).toBe(200);
	expect(await cardsOf(link)).toMatchObject([{ target: "linkedin" }]);
});

it("saves nothing where a part is refused, and names each by its card (P345)", async () => {
	const link = await createLink(owner, { title: "Own" });
	const before = await found(link);
	const wrong: [Record<string, string | Blob>, string[]][] = [
		[{ title: "", "cards.discord": discord({ color: "red" }) }, ["title"]],
		[
			{ title: "New", "cards.discord": discord({ color: "red", title: "x".repeat(61) }) },
			["cards.discord.title", "cards.discord.color"],
		],
		[{ title: "New", "cards.x": "{}", "cards.meta": discord({}) }, ["cards.x"]],
		[{ title: "New", "cards.x": "no JSON" }, ["cards.x"]],
		[{ title: "New", "cards.x": '["a"]' }, ["cards.x"]],
		[{ title: "New", "cards.x": "{}", "cards.x.image": new Blob(["no image"]) }, ["cards.x.image"]],
		[
			{ title: "New", "cards.x": discord({ imageCut: "1,1,10,10", imageUrl: "https://example.com/a.jpg" }) },
			["cards.x.imageCut"],
		],
	];
	for (const [fields, named] of wrong) {
		const refused = await save(link, fields);
		const { fields: told } = (await refused.json()) as { fields: { field: string }[] };
		expect([[400, 415].includes(refused.status), told.map(({ field }) => field)]).toEqual([true, named]);
	}
	expect([await found(link), await cardsOf(link)]).toEqual([before, []]);

	const [five, six] = [5, 6].map((megabytes) => new Blob([new Uint8Array(megabytes * 1024 * 1024)]));
	const large = await save(link, { title: "New", "cards.x": "{}", "cards.x.image": six ?? "" });
	expect([large.status, await large.json()]).toMatchObject([413, { fields: [{ field: "cards.x.image" }] }]);
	const images = { image: five ?? "", "cards.x.image": five ?? "", "cards.meta.image": five ?? "" };
	const many = await save(link, { title: "New", ...images }).catch(() => null);
	if (many) expect([many.status, await many.json()]).toMatchObject([413, { message: IMAGES_TOO_LARGE }]);
	const stale = await save(link, { title: "New", "cards.discord": discord({}), revision: "of another day" });
	expect([stale.status, await cardsOf(link)]).toEqual([409, []]);
});

it("makes a link with its cards, or makes none of it (P345)", async () => {
	const make = (fields: Record<string, string | Blob>) => owner.post(API.links.all, linkForm(fields));
	const image = await asFile(twoColours({ width: 1200, height: 1200 }));
	const made = await make({ title: "Own", "cards.discord": discord({}), "cards.x": "{}", "cards.x.image": image });
	const link = (await made.json()) as LinkView;
	expect([made.status, link.cardVersion]).toEqual([201, (await found(link)).cardVersion]);
	expect(await cardsOf(link)).toMatchObject([{ target: "discord", title: "For gamers" }, { target: "x" }]);

	const count = async () => (await read<LinkView[]>(API.links.all)).length;
	const before = await count();
	const refused = await make({ title: "New", "cards.discord": discord({ color: "red" }) });
	expect([refused.status, await refused.json()]).toMatchObject([400, { fields: [{ field: "cards.discord.color" }] }]);
	expect(await count()).toBe(before);
});

it("a smaller plan removes cards and makes none (P345)", async () => {
	const link = await createLink(owner, { title: "Own" });
	await save(link, { title: "Own", "cards.discord": discord({}) });
	await app.deps.db.update(subscriptions).set({ planId: "basic" });
	const made = await save(link, { title: "New", "cards.x": discord({}) });
	expect([made.status, await made.json()]).toMatchObject([
		403,
		{ code: "plan_required", fields: [{ field: "cards.x" }] },
	]);
	const other = await owner.post(API.links.all, linkForm({ title: "New", "cards.x": discord({}) }));
	expect(other.status).toBe(403);
	expect((await save(link, { title: "New", "cards.discord": "null" })).status).toBe(200);
	expect([await cardsOf(link), (await found(link)).title]).toEqual([[], "New"]);
});

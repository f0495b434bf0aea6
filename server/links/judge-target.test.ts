import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import type { LinkView } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const CLOSED = "https://closed.example/";
const TIMES = { startsAt: "", endsAt: "2031-01-01T00:00:00Z" };

const app = useTestApp();
let owner: Subscriber;
/** Led there when that was still allowed. */
let link: LinkView;
let checked: ImportView;

const closeIt = () => app.deps.db.insert(disabledHosts).values({ host: "closed.example" });

async function check(csv: string): Promise<ImportView> {
	const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
	const answer = await fetch(app.origin + API.imports.all, { method: "POST", headers, body: csv });
	return answer.json() as Promise<ImportView>;
}
const count = () => app.deps.db.$count(links, eq(links.userId, owner.user.id));

beforeEach(async () => {
	await app.deps.db.delete(disabledHosts);
	owner = await subscriber(app);
	link = await createLink(owner, { targetUrl: CLOSED });
	checked = await check(
		[
			"target_url,title,description,ends_at,after_url",
			`${CLOSED}a,T,D,,`,
			`https://example.com/,T,D,${TIMES.endsAt},${CLOSED}b`,
			"https://example.com/fine,T,D,,",
		].join("\n"),
	);
	await closeIt();
});

it.each<[string, () => Promise<Response>]>([
	["the form", () => owner.post(API.links.all, linkForm({ targetUrl: CLOSED }))],
	["the form, for later", () => owner.post(API.links.all, linkForm({ ...TIMES, afterUrl: CLOSED }))],
	["an edit", () => owner.put(API.links.bySlug(link.linkSlug), linkForm({ targetUrl: CLOSED }))],
	["an edit, for later", () => owner.put(API.links.bySlug(link.linkSlug), linkForm({ ...TIMES, afterUrl: CLOSED }))],
	["a duplicate", () => owner.post(API.links.duplicate(link.id), {})],
])("P593: %s can't lead to where no link may", async (_, ask) => {
	const before = await count();
	const answer = await ask();
	expect([answer.status, await answer.json()]).toMatchObject([400, { code: "website_not_allowed" }]);
	expect(await count()).toBe(before);
});

it("P593: the check of an import refuses it, too", async () => {
	const again = await check(`target_url,title,description\n${CLOSED}c,T,D`);
	expect(again.counts).toMatchObject({ create: 0, refused: 1 });
});

it("P593: an import makes no link to where no link may lead since its check", async () => {
	const before = await count();
	expect(checked.counts).toMatchObject({ create: 3 });
	await owner.post(API.imports.start(checked.id), { prefill: false });
	await until(async () => ((await (await owner.get(API.imports.all)).json()) as ImportView).state === "done");
	const present = (await (await owner.get(API.imports.all)).json()) as ImportView;
	expect(present.counts).toMatchObject({ made: 1, refused: 2 });
	expect(await count()).toBe(before + 1);
});

it("P593: the writer of links judges them itself, whatever a door has done before", async () => {
	const blind = linksOf(app, {
		contents: {
			judge: async (_, { form }) => ({
				wanted: { ...form, afterUrl: form.afterUrl },
				content: { targetUrl: form.targetUrl ?? "", imageUrl: null, imageSource: "upload" },
				writeCards: undefined,
			}),
		},
	});
	const refused = { code: "website_not_allowed", fields: [{ field: "targetUrl" }] };
	await expect(blind.create(owner.user, submission({ targetUrl: CLOSED }))).rejects.toMatchObject(refused);
	const edit = blind.update(owner.user, link.linkSlug, submission({ targetUrl: CLOSED }));
	await expect(edit).rejects.toMatchObject(refused);
});

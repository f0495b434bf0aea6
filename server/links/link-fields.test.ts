import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { planNeeded } from "#shared/billing/plans/plan-features.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import type { LinkView } from "#shared/links/link.ts";
import { describedField, fieldsThat, fieldText, LINK_FIELD_NAMES, type LinkField } from "#shared/links/link-fields.ts";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

/** A value of each field in a form; a text that is stored unchanged needs none here. */
const SAMPLES: Partial<Record<LinkField, string>> = {
	linkSlug: "sampleSlug",
	targetUrl: "https://example.com/sampletarget",
	imageUrl: "https://example.com/sampleimage.jpg",
	startsAt: "2020-01-01T00:00:00.000Z",
	endsAt: "2031-01-01T00:00:00.000Z",
	afterUrl: "https://example.com/sampleafter",
	tags: "sampletag",
};
const sampleOf = (name: LinkField) => SAMPLES[name] ?? `sample${name.toLowerCase()}`;
const IN_FORM = fieldsThat(({ form }) => form !== null);
const PRIVATE = fieldsThat(({ isPublic }) => !isPublic);
const ARCHIVED = new Date("2026-02-01T00:00:00Z");

const formOf = (names: LinkField[], change = "") =>
	Object.fromEntries(names.map((name) => [describedField(name).form?.name ?? "", changed(name, change)]));
/** A time changes by its year. */
function changed(name: LinkField, change: string): string {
	const sample = sampleOf(name);
	if (change === "") return sample;
	return name.endsWith("At") ? sample.replace(/^20[23]/, (year) => (year === "202" ? "201" : "204")) : sample + change;
}
/** As text; that a link is archived, and not since when. */
const textOf = (link: Link, name: LinkField) =>
	name === "archivedAt" ? String(link.archivedAt !== null) : fieldText(link[name]);

const app = useTestApp();
let owner: Subscriber;
let made: LinkView;
let row: Link;

const rowOf = async (id: number) => {
	const [found] = await app.deps.db.select().from(links).where(eq(links.id, id));
	if (!found) throw new Error(`No link ${id}`);
	return found;
};

/** With all fields set: those of the form by the form, the others as the list sets them. */
async function fullLink(): Promise<LinkView> {
	const link = await createLink(owner, formOf(IN_FORM));
	const own = { tags: [sampleOf("tags")], archivedAt: ARCHIVED };
	await app.deps.db.update(links).set(own).where(eq(links.id, link.id));
	return link;
}

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	made = await fullLink();
	row = await rowOf(made.id);
});

describe("every field of a link goes through every door (P285)", () => {
	it.each(IN_FORM)("the form stores %s, and the answer has it", (name) => {
		expect(textOf(row, name)).toBe(sampleOf(name));
		expect(made).toHaveProperty(name, sampleOf(name));
	});

	it("an edit by an older screen leaves newer fields unchanged", async () => {
		const sender = await subscriber(app, "enterprise");
		const before = await createLink(sender, formOf(IN_FORM));
		const old = formOf(["title", "description", "targetUrl", "linkSlug", "imageUrl"]);

		const answer = await sender.put(API.links.bySlug(before.linkSlug), linkForm(old));

		expect(await answer.json()).toEqual(before);
	});

	it.each(fieldsThat(({ form, plan }) => form !== null && plan !== null))(
		"a plan without it can't set %s, and can leave and remove it",
		async (name) => {
			const small = await subscriber(app, "starter");
			const wanted = formOf([name]);
			const refused = await small.post(API.links.all, linkForm(wanted));
			expect(refused.status).toBe(403);
			const { plan, form } = describedField(name);
			const said = { code: "plan_required", message: plan && planNeeded(plan) };
			expect(await refused.json()).toEqual({
				...{ kind: "plan_required", ...said },
				fields: [{ field: form?.name, ...said }],
			});
			const { id, linkSlug } = await createLink(small);
			await app.deps.db
				.update(links)
				.set({ endsAt: row.endsAt, [name]: row[name] })
				.where(eq(links.id, id));
			const slug = name === "linkSlug" ? row.linkSlug : linkSlug;
			for (const kept of [wanted, formOf([]), { [describedField(name).form?.name ?? ""]: "" }])
				expect((await small.put(API.links.bySlug(slug), linkForm(kept))).status).toBe(200);
		},
	);

	it("a duplicate has the fields that say so, and no other", async () => {
		const answer = await owner.post(API.links.duplicate(made.id), {});
		const copy = await rowOf(((await answer.json()) as LinkView).id);

		const same = LINK_FIELD_NAMES.filter((name) => textOf(copy, name) === textOf(row, name));
		expect(same).toEqual(fieldsThat(({ duplicated }) => duplicated));
	});

	it("the search looks into the fields that say so, and no other", async () => {
		const finds = async (name: LinkField) => {
			const q = name === "archivedAt" ? ARCHIVED.toISOString() : sampleOf(name);
			const answer = await owner.get(`${API.links.search}?filter=archived&q=${encodeURIComponent(q)}`);
			return ((await answer.json()) as LinkOverview).ids.includes(made.id);
		};
		const found: LinkField[] = [];
		for (const name of LINK_FIELD_NAMES) if (await finds(name)) found.push(name);
		expect(found).toEqual(fieldsThat(({ searched }) => searched));
	});

	it("a CSV file takes every field to another account", async () => {
		const file = await (await owner.get(`${API.links.csv}?ids=${made.id}`)).text();
		const other = await subscriber(app, "enterprise");
		const answer = await fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
			method: "POST",
			headers: { "Content-Type": "text/csv", Cookie: cookieOf(other) },
			body: file,
		});
		const job = (await answer.json()) as ImportView;
		expect((await other.post(API.imports.start(job.id), {})).status).toBe(200);
		await until(async () => ((await (await other.get(API.imports.all)).json()) as ImportView).state !== "running");

		const [brought] = await app.deps.db.select().from(links).where(eq(links.userId, other.user.id));
		const fieldsOf = (link: Link | undefined) =>
			Object.fromEntries(LINK_FIELD_NAMES.map((name) => [name, link && textOf(link, name)]));
		expect(fieldsOf(brought)).toEqual(fieldsOf(row));
	});

	it("the data of a person has every field", async () => {
		const data = (await (await owner.get(API.account.data)).json()) as { links: (ListedLink & { id: number })[] };
		const { id } = made;
		const exported = data.links.find((link) => link.id === id);
		expect(exported).toMatchObject(
			Object.fromEntries(LINK_FIELD_NAMES.map((name) => [name, JSON.parse(JSON.stringify(row[name]))])),
		);
	});
});

describe("what only the owner may see (P285)", () => {
	const VISITORS = [
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
		"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
		"WhatsApp/2.24.1 A",
		"Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
		"Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
		"curl/8.5.0",
	];
	const hidden = () => PRIVATE.map((name) => [name, fieldText(row[name])] as const);
	const shownIn = (text: string) =>
		hidden().flatMap(([name, secret]) => (text.toLowerCase().includes(secret.toLowerCase()) ? name : []));

	it.each(VISITORS)("is in no answer to %s", async (userAgent) => {
		for (const address of [made.shortUrl, `${made.shortUrl}?v=1`, `${app.origin}/go/${owner.user.userSlug}/missing`]) {
			const answer = await app.browser().get(address, { headers: { "user-agent": userAgent } });
			const headers = JSON.stringify([...answer.headers]);
			expect(shownIn(headers + (await answer.text()))).toEqual([]);
		}
	});

	it("is in no answer to another user", async () => {
		const stranger = await subscriber(app, "enterprise");
		for (const path of [API.links.all, API.links.search, API.links.rows([made.id]), API.links.bySlug(made.linkSlug)])
			expect(shownIn(await (await stranger.get(path)).text())).toEqual([]);
	});

	it("is not on the public page of figures", async () => {
		const shared = await owner.put(API.analytics.publicPage(made.id), {});
		const { url } = (await shared.json()) as { url: string };
		const address = url.split("/").at(-1) ?? "";
		const metrics = await app.browser().get(`${API.publicStats.read}?address=${address}`);
		expect(metrics.status).toBe(200);
		expect(shownIn(await metrics.text())).toEqual([]);
	});
});

import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiClient } from "#server/testing/api/api-client.ts";
import { listedIds } from "#server/testing/api/listed-links.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { type ApiLink, apiLink } from "#shared/api/v1/link.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let ada: Subscriber;
let program: ApiClient;

beforeEach(async () => {
	ada = await subscriber(app, "enterprise");
	program = await apiClient(app, ada);
});

const TEXTS = { targetUrl: "https://example.com/", title: "A title", description: "A description" };
const DEAL = { ...TEXTS, title: "Deal" };

async function made(body: object = {}, by = program): Promise<ApiLink> {
	return linkOf(await by.post("/links", { ...TEXTS, ...body }), 201);
}

async function linkOf(response: Response, status = 200): Promise<ApiLink> {
	expect(response.status, await response.clone().text()).toBe(status);
	const link = apiLink.parse(await response.json());
	expect(response.headers.get("etag")).toBe(`"${link.revision}"`);
	return link;
}

/** Status, code, and wrong fields with their codes. */
async function refusalOf(response: Response) {
	const { error } = apiError.parse(await response.json());
	return [response.status, error.code, error.fields.map(({ field, code }) => [field, code].join(" "))];
}

describe("a link by a program (P642)", () => {
	test("is created with everything that a link has, and read as it was created", async () => {
		const host = { userId: ada.user.id, host: `${ada.user.userSlug}.example.com`, verifiedAt: new Date(), token: "t" };
		await app.deps.db.insert(domains).values(host);
		const body = {
			...{ ...TEXTS, slug: "Summer", imageUrl: "https://example.com/a.png", domain: host.host },
			...{
				startsAt: "2030-01-01T01:00:00+01:00",
				endsAt: "2031-01-01T00:00:00Z",
				afterUrl: "https://example.com/over",
			},
			...{ tags: ["News", "news", "Sale"], externalId: " order\t1 ", isArchived: true },
		};
		const link = await made(body);
		expect(link).toMatchObject({
			...{ ...body, slug: "Summer", startsAt: "2030-01-01T00:00:00.000Z", endsAt: "2031-01-01T00:00:00.000Z" },
			...{ tags: ["News", "Sale"], externalId: "order 1", views: { people: 0, bots: 0 }, deletedAt: null },
		});
		expect(new URL(link.shortUrl)).toMatchObject({ hostname: host.host, pathname: "/Summer" });
		expect(await linkOf(await program.get(`/links/${link.id}`))).toEqual(link);
	});

	test("keeps what a change leaves out, and loses what it names null", async () => {
		const [startsAt, endsAt] = ["2030-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z"];
		const full = { startsAt, endsAt, imageUrl: "https://example.com/a.png", tags: ["One"], externalId: "kept" };
		const link = await made({ ...full, domain: null });
		const change = async (body: object) => linkOf(await program.patch(`/links/${link.id}`, body));
		expect(await change({})).toEqual(link);
		const title = await change({ title: "Another", slug: "another" });
		expect(title).toEqual({
			...{ ...link, title: "Another", slug: "another", revision: title.revision },
			shortUrl: link.shortUrl.replace(link.slug, "another"),
		});
		expect(await change({ isArchived: true, tags: ["one", "Two"] })).toMatchObject({
			...{ isArchived: true, tags: ["One", "Two"], title: "Another", revision: title.revision },
		});
		const none = { startsAt: null, endsAt: null, imageUrl: null, tags: null, externalId: null };
		expect(await change(none)).toMatchObject({ ...none, tags: [], isArchived: true, title: "Another" });
	});

	test("is not changed back by another change at the same time", async () => {
		const link = await made();
		const changes = [{ title: "New title" }, { description: "New text" }, { targetUrl: "https://example.com/new" }];
		await Promise.all(changes.map((body) => program.patch(`/links/${link.id}`, body)));
		expect(await linkOf(await program.get(`/links/${link.id}`))).toMatchObject(Object.assign({}, ...changes));
	});

	test("is refused with every wrong field, by the form's own rules", async () => {
		const body = {
			targetUrl: "javascript:alert(1)",
			title: " ",
			slug: "a b",
			startsAt: "soon",
			userId: "x",
			tags: ["a,b"],
		};
		expect(await refusalOf(await program.post("/links", body))).toEqual([
			...[400, "invalid_url"],
			[
				...["targetUrl invalid_url", "title required", "description required", "slug invalid_format"],
				...["startsAt invalid_format", "tags.0 invalid", "userId unknown_field"],
			],
		]);
		const taken = await made({ slug: "taken" });
		expect(await refusalOf(await program.post("/links", { ...TEXTS, slug: "TAKEN" }))).toEqual([
			...[409, "slug_taken", ["slug slug_taken"]],
		]);
		const edits = [{ title: null }, { endsAt: null, afterUrl: "https://example.com/" }, { domain: "not-mine.example" }];
		const answers = await Promise.all(edits.map(async (edit) => program.patch(`/links/${taken.id}`, edit)));
		expect(await Promise.all(answers.map(refusalOf))).toEqual([
			[400, "required", ["title required"]],
			[400, "end_required", ["endsAt end_required"]],
			[400, "domain_not_verified", ["domain domain_not_verified"]],
		]);
		const foreign = `/images/${"0".repeat(64)}.jpg`;
		for (const imageUrl of [foreign, app.origin + foreign])
			expect(await refusalOf(await program.post("/links", { ...TEXTS, imageUrl }))).toEqual([
				...[400, "image_unknown", ["imageUrl image_unknown"]],
			]);
		expect(
			await refusalOf(await program.post("/links", { ...TEXTS, imageUrl: `http://example.com${foreign}` })),
		).toEqual([...[400, "invalid_url", ["imageUrl invalid_url"]]]);
	});

	test("is deleted, restored within an hour, and duplicated", async () => {
		const link = await made({ slug: "again", externalId: "again" });
		expect((await program.delete(`/links/${link.id}`)).status).toBe(204);
		expect(await refusalOf(await program.delete(`/links/${link.id}`))).toEqual([404, "link_not_found", []]);
		expect(await linkOf(await program.post(`/links/${link.id}/restore`))).toEqual(link);
		expect(await linkOf(await program.post(`/links/${link.id}/restore`))).toEqual(link);
		const copy = await linkOf(await program.post(`/links/${link.id}/duplicate`), 201);
		expect(copy).toMatchObject({ ...TEXTS, externalId: null });
		expect(copy.slug).not.toBe(link.slug);
		expect(await refusalOf(await program.post("/links/999999999/restore"))).toEqual([404, "link_not_found", []]);
	});
});

describe("If-Match (P642)", () => {
	test("refuses a change of a link that has changed since", async () => {
		const link = await made();
		const change = (tag: string, body: object) => program.patch(`/links/${link.id}`, body, { "If-Match": tag });
		const first = await linkOf(await change(`"${link.revision}"`, { title: "First" }));
		expect(await refusalOf(await change(`"${link.revision}"`, { title: "Late" }))).toEqual([409, "changed", []]);
		expect(await refusalOf(await change(`"${link.revision}"`, { tags: ["late"] }))).toEqual([409, "changed", []]);
		for (const tag of [`W/"${first.revision}"`, first.revision, `"${first.revision}-gzip"`, "*"])
			await linkOf(await change(tag, { isArchived: true }));
		for (const tag of ["", "abc", '"', `"${first.revision}`, `"${first.revision}", "${link.revision}"`])
			expect((await refusalOf(await change(tag, { title: "Late" })))[1], tag).toBe("invalid_format");
	});
});

describe("an external ID (P643)", () => {
	test("names one link of the account, and is free once that is deleted", async () => {
		const link = await made({ externalId: "one" });
		const taken = [409, "external_id_taken", ["externalId external_id_taken"]];
		expect(await refusalOf(await program.post("/links", { ...TEXTS, externalId: "one" }))).toEqual(taken);
		const other = await made();
		expect(await refusalOf(await program.patch(`/links/${other.id}`, { externalId: "one" }))).toEqual(taken);
		await program.delete(`/links/${link.id}`);
		await linkOf(await program.patch(`/links/${other.id}`, { externalId: "one" }));
		expect(await refusalOf(await program.post(`/links/${link.id}/restore`))).toEqual([409, "external_id_taken", []]);
		const changed = await ada.post(API.links.changes, { change: "restore", ids: [link.id] });
		expect(await changed.json()).toEqual({
			changed: [],
			refused: [{ id: link.id, message: "Another link of yours has this external ID" }],
		});
		const grace = await apiClient(app, await subscriber(app, "pro"));
		expect(await made({ externalId: "one" }, grace)).toMatchObject({ externalId: "one" });
		for (const externalId of ["", "\u200b", "x".repeat(256), 7])
			expect((await refusalOf(await program.post("/links", { ...TEXTS, externalId })))[0]).toBe(400);
	});

	test("creates or changes its link, also several at once", async () => {
		const path = `/links/external/${encodeURIComponent("shop/order 7")}`;
		const upsert = (body: object, headers = {}) => program.put(path, { ...TEXTS, ...body }, headers);
		const answers = await Promise.all(["A", "B", "C", "D"].map((title) => upsert({ title, slug: "order-7" })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
		const link = await linkOf(await upsert({ title: "Last", tags: ["Seven"] }));
		expect(link).toMatchObject({ externalId: "shop/order 7", title: "Last", slug: "order-7" });
		expect(await linkOf(await upsert({ title: "Last" }))).toEqual(link);
		const stale = { "If-Match": '"0000000000000000000000"' };
		expect(await refusalOf(await upsert({ title: "Stale" }, stale))).toEqual([409, "changed", []]);
		await program.delete(`/links/${link.id}`);
		expect(await refusalOf(await upsert({}, { "If-Match": "*" }))).toEqual([404, "link_not_found", []]);
		expect((await linkOf(await upsert({}), 201)).id).not.toBe(link.id);
		expect(await refusalOf(await upsert({ externalId: "x" }))).toEqual([
			...[400, "unknown_field"],
			["externalId unknown_field"],
		]);
	});
});

describe("the list of links (P642)", () => {
	test("has each link once by its cursor, while others are added and removed", async () => {
		const before: number[] = [];
		for (let n = 0; n < 7; n += 1) before.push((await made()).id);
		const seen = await listedIds(program, 3, async ({ links: page }) => {
			await made();
			await program.delete(`/links/${page[0]?.id}`);
		});
		expect(seen).toEqual(before.reverse());
	});

	test("finds by the screen's search, tag, filter and external ID, and shows deleted links", async () => {
		const by = await apiClient(app, await subscriber(app, "enterprise"));
		const [crepe, archived, gone] = [
			await made({ title: "Crêpe", tags: ["Food"] }, by),
			await made({ isArchived: true, externalId: "old" }, by),
			await made({}, by),
		];
		await by.delete(`/links/${gone.id}`);
		const idsOf = async (query: string) => {
			const { links: found } = (await (await by.get(`/links?${query}`)).json()) as { links: ApiLink[] };
			return found.map(({ id }) => id);
		};
		expect(await Promise.all(["", "q=crepe", "tag=Food", "tag=food", "filter=no-picture"].map(idsOf))).toEqual([
			...[[crepe.id], [crepe.id], [crepe.id], [], [crepe.id]],
		]);
		expect(await idsOf("filter=archived")).toEqual([archived.id]);
		expect(await idsOf("externalId=old")).toEqual([archived.id]);
		expect(await idsOf("deleted=true")).toEqual([gone.id]);
		for (const query of ["limit=0", "limit=201", "cursor=x", "filter=new", "page=2", "deleted=1", "q=a&q=b"])
			expect((await refusalOf(await by.get(`/links?${query}`)))[0], query).toBe(400);
	});
});

describe("many links at once (P645)", () => {
	test("are created in one request, each with its own result", async () => {
		const asked = [
			...[DEAL, { ...DEAL, slug: "bulk" }, { ...DEAL, slug: "BULK" }, { ...DEAL, slug: "a b" }, "nonsense"],
			...[
				{ ...DEAL, externalId: "bulk" },
				{ ...DEAL, externalId: "bulk" },
			],
			{ ...DEAL, imageUrl: `/images/${"0".repeat(64)}.jpg`, tags: ["Bulk"] },
			{ ...DEAL, targetUrl: "http://169.254.169.254/" },
		];
		const answer = await program.post("/links/bulk", { links: asked });
		expect(answer.status, await answer.clone().text()).toBe(200);
		const { results } = (await answer.json()) as {
			results: { index: number; link: ApiLink | null; error: { code: string; fields: { field: string }[] } | null }[];
		};
		expect(
			results.map(({ index, link, error }) => [index, link?.title ?? error?.code, error?.fields[0]?.field]),
		).toEqual([
			...[
				[0, "Deal"],
				[1, "Deal"],
				[2, "slug_taken", "slug"],
				[3, "invalid_format", "slug"],
			].map((each) => [...each, undefined].slice(0, 3)),
			[4, "invalid", undefined],
			[5, "Deal", undefined],
			[6, "external_id_taken", "externalId"],
			[7, "image_unknown", "imageUrl"],
			[8, "invalid_url", "targetUrl"],
		]);
		for (const body of [{ links: [] }, { links: Array(501).fill(DEAL) }, [DEAL], { links: [DEAL], x: 1 }])
			expect((await refusalOf(await program.post("/links/bulk", body)))[0]).toBe(400);
	});

	test("change together as in the list, and those that can't are named with a code", async () => {
		const [one, full] = [await made(), await made({ tags: Array.from({ length: 10 }, (_, n) => `t${n}`) })];
		const change = (body: object) => program.post("/links/changes", body);
		const ids = [one.id, full.id, 999_999_999];
		expect(await (await change({ change: "tag", ids, tag: " New  tag " })).json()).toEqual({
			changed: [one.id],
			refused: [{ id: full.id, code: "too_many_items", message: "A link takes up to 10 tags" }],
		});
		expect(await linkOf(await program.get(`/links/${one.id}`))).toMatchObject({ tags: ["New tag"] });
		expect(await (await change({ change: "archive", ids })).json()).toEqual({
			changed: [one.id, full.id],
			refused: [],
		});
		for (const body of [
			{ change: "archive", ids, tag: "x" },
			{ change: "purge", ids },
			{ change: "tag", ids },
			{ change: "delete", ids: [] },
		])
			expect((await refusalOf(await change(body)))[0]).toBe(400);
	});
});

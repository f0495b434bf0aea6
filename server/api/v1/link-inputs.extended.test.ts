import { beforeAll, expect, test } from "vitest";
import { type ApiClient, apiClient } from "#server/testing/api/api-client.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiError } from "#shared/api/v1/api-error.ts";

const app = useTestApp();
let program: ApiClient;

beforeAll(async () => {
	program = await apiClient(app, await subscriber(app, "enterprise"));
});

const TEXTS = { targetUrl: "https://example.com/", title: "A title", description: "A description" };

test.each<[string, object, object]>([
	["a time with milliseconds", { endsAt: "2030-12-12T08:40:04.123Z" }, { endsAt: "2030-12-12T08:40:04.123Z" }],
	["a time with an offset", { endsAt: "2030-09-03T00:00:00+03:00" }, { endsAt: "2030-09-02T21:00:00.000Z" }],
	["tabs after a tag", { tags: ["receiver-966\t\t"] }, { tags: ["receiver-966"] }],
	["hyphens in a slug", { slug: "INV-1234" }, { slug: "INV-1234" }],
	[
		"empty texts for none",
		{ slug: "", imageUrl: "", domain: "", startsAt: "", afterUrl: "" },
		{ imageUrl: null, startsAt: null },
	],
	[
		"a space in a query",
		{ targetUrl: "https://a.example/d?r=Fort%20Worth area&s=1,2" },
		{ targetUrl: "https://a.example/d?r=Fort%20Worth%20area&s=1,2" },
	],
	[
		"an address in Arabic",
		{ targetUrl: "https://example.com/مرحبا" },
		{ targetUrl: "https://example.com/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7" },
	],
	[
		"a check mark in a query",
		{ targetUrl: "https://example.com/?utf8=✓&q=a" },
		{ targetUrl: "https://example.com/?utf8=%E2%9C%93&q=a" },
	],
	[
		"a client's route behind a hash",
		{ targetUrl: "https://example.com/#/a/b?c=d" },
		{ targetUrl: "https://example.com/#/a/b?c=d" },
	],
	["emoji in texts", { title: "🌍✌🏼", description: "♥" }, { title: "🌍✌🏼", description: "♥" }],
	["lists and null for none", { tags: null, endsAt: null, externalId: null }, { tags: [], endsAt: null }],
])("%s: is taken", async (_, body, expected) => {
	const answer = await program.post("/links", { ...TEXTS, ...body });
	expect([answer.status, await answer.json()]).toMatchObject([201, expected]);
});

test.each<[string, object, string[]]>([
	["a day without a time", { endsAt: "2030-09-03" }, ["endsAt invalid_format"]],
	["seconds since 1970", { endsAt: 1_900_000_000 }, ["endsAt wrong_type"]],
	[
		"numbers as texts",
		{ slug: 123, externalId: 7, title: 1 },
		["externalId wrong_type", "slug wrong_type", "title wrong_type"],
	],
	["a slug with an emoji, a slash or a dot", { slug: "a/b.♥" }, ["slug invalid_format"]],
	["an address without a scheme", { targetUrl: "example.com" }, ["targetUrl invalid_url"]],
	["tags as one text", { tags: "a, b" }, ["tags wrong_type"]],
	["eleven tags", { tags: Array.from({ length: 11 }, (__, n) => `t${n}`) }, ["tags too_many_items"]],
	[
		"others' names of fields",
		{ url: "x", key: "y", __proto__x: 1 },
		["__proto__x unknown_field", "key unknown_field", "url unknown_field"],
	],
	["a domain as an address", { domain: "https://go.example.com/" }, ["domain domain_not_verified"]],
	["texts as truth", { isArchived: "true" }, ["isArchived wrong_type"]],
	["only line breaks", { title: "\n\u200b" }, ["title required"]],
])("%s: is refused by the field's name", async (_, body, expected) => {
	const answer = await program.post("/links", { ...TEXTS, ...body });
	const { error } = apiError.parse(await answer.json());
	expect([answer.status, error.fields.map(({ field, code }) => `${field} ${code}`).sort()]).toEqual([400, expected]);
});

test("half a character, a broken path and other bodies are no error of ours", async () => {
	const raw = (body: string, type = "application/json") =>
		fetch(`${app.origin}/api/v1/links`, {
			...{ method: "POST", body },
			headers: { Authorization: `Bearer ${program.key}`, "Content-Type": type },
		});
	const bodies = [
		...["", "null", "[]", '"text"', "{", '{"title":"\\ud800","description":"x","targetUrl":"https://example.com/"}'],
		'{"__proto__":{"title":"x"},"constructor":1}',
	];
	for (const body of bodies) expect((await raw(body)).status, body).toBeLessThan(500);
	expect((await raw("title=a", "application/x-www-form-urlencoded")).status).toBe(415);
	for (const id of ["%00", "%E0%A4%A", "..%2f..", "%ED%A0%80", "a%0Ab", "x".repeat(256), "\u{1F30D}"]) {
		const answer = await program.put(`/links/external/${id}`, TEXTS);
		expect(answer.status, id).toBeLessThan(500);
		if (answer.status >= 400) apiError.parse(await answer.json());
	}
	for (const ids of [["1"], [0], [1.5], [2 ** 31], Array(501).fill(1)])
		expect((await program.post("/links/changes", { change: "archive", ids })).status).toBe(400);
	for (const id of ["0", "01", "-1", "1e3", "99999999999", "%20", "NaN"])
		for (const answer of [await program.get(`/links/${id}`), await program.patch(`/links/${id}`, {})])
			expect([400, 404]).toContain(answer.status);
});

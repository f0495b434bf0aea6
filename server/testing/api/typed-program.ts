import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";

/** What an integrator would write with the generated client, by the operations that a part needs. */
const PARTS: { needs: string[]; code: string }[] = [
	{
		needs: ["getMe"],
		code: `const me = must(await visualink.GET("/me"));
assert.ok(me.key.scopes.includes("links:write"));`,
	},
	{
		needs: ["createLink", "getLink"],
		code: `const made = must(await visualink.POST("/links", {
	params: { header: { "Idempotency-Key": "order-1" } },
	body: { targetUrl: "https://example.com/", title: "Made", description: "By a client" },
}));
const read = must(await visualink.GET("/links/{id}", { params: { path: { id: made.id } } }));
assert.equal(read.shortUrl, made.shortUrl);
const views: number = read.views.people;
assert.equal(views, 0);`,
	},
	{
		needs: ["upsertLink"],
		code: `const params = { path: { externalId: "order-2" } };
const body = { targetUrl: "https://example.com/", title: "Upserted", description: "Twice" };
const first = must(await visualink.PUT("/links/external/{externalId}", { params, body }));
const second = must(await visualink.PUT("/links/external/{externalId}", { params, body }));
assert.equal(first.id, second.id);`,
	},
	{
		needs: ["listLinks"],
		code: `const found: string[] = [];
let cursor: string | undefined;
do {
	const page = must(await visualink.GET("/links", { params: { query: { limit: 2, ...(cursor && { cursor }) } } }));
	found.push(...page.links.map(({ slug }) => slug));
	cursor = page.next ?? undefined;
} while (cursor);
assert.equal(new Set(found).size, found.length);
assert.ok(found.length >= 3);`,
	},
	{
		needs: ["uploadImage"],
		code: `const copied = must(await visualink.POST("/images", { body: { url: "https://example.com/image.png" } }));
const form = new FormData();
form.append("image", new Blob([await readFile("image.jpg")]), "image.jpg");
const sent = must(await visualink.POST("/images", { body: { image: "" }, bodySerializer: () => form }));
for (const { imageUrl } of [copied, sent]) assert.match(imageUrl, /^https?:/);`,
	},
	{
		needs: ["previewLink", "testLink"],
		code: `const { platforms } = must(await visualink.GET("/links/{id}/preview", { params: { path: { id } } }));
assert.equal(platforms.length, 13);
const { results } = must(await visualink.POST("/links/{id}/test", { params: { path: { id } } }));
assert.ok(results.length > 0);`,
	},
	{
		needs: ["getLinkAnalytics"],
		code: `const analytics = must(await visualink.GET("/links/{id}/analytics", { params: { path: { id } } }));
assert.ok(analytics);`,
	},
];

const HEAD = `import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { paths } from "./visualink.ts";

const visualink = createClient<paths>({
	baseUrl: process.env.API_V1 ?? "",
	headers: { Authorization: \`Bearer \${process.env.VISUALINK_API_KEY}\` },
});
const id = Number(process.env.LINK_ID);

function must<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
	if (data === undefined) throw new Error(\`\${response.url}: \${response.status} \${JSON.stringify(error)}\`);
	return data;
}
`;

/** A program of all parts whose routes there are. */
export function typedProgram(): { code: string; parts: number } {
	const known = new Set(API_V1_ROUTES.map((route) => route.id));
	const parts = PARTS.filter(({ needs }) => needs.every((need) => known.has(need)));
	const blocks = parts.map(({ needs, code }) => `{\n${code}\nconsole.log("${needs.join(" and ")}");\n}`);
	return { code: [HEAD, 'await readFile("image.jpg");', ...blocks].join("\n"), parts: parts.length };
}

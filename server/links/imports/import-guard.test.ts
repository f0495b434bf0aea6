import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { importLinks } from "#server/testing/app/closed-links.ts";
import { linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { trustByAge } from "#server/testing/app/trusted.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { ImportRow, ImportView } from "#shared/links/imports/imports.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const list = join(mkdtempSync(join(tmpdir(), "import-lists-")), "phishing.txt");
writeFileSync(list, "listed.example");
const app = useTestApp({ env: { GUARD_LISTS: `phishing=${list}` } });

const LONG = `${"a".repeat(62)}.`.repeat(3);
const ROWS = [
	"slug,target_url,title,description",
	"one,https://example.com/1,Summer,Eleven beaches",
	"flagged,https://shop.example/a,PayPal,Please verify your account",
	"blocked,https://pay.example.top/,Pаypаl,Please verify your account",
	"listed,https://www.listed.example/x,Winter,Six lakes",
	`long,https://paypa1-login.winter-sale.${LONG}example.top/,Winter,Six lakes`,
	"short,https://bit.ly/3abc,Autumn,Three woods",
	"after,https://example.com/2,Spring,Two rivers",
];

it("P546: a trusted owner's short link is no matter of an import", async () => {
	const owner = await subscriber(app, "enterprise");
	await trustByAge(app, owner.user);
	expect(await importLinks(app, owner, ["short,https://bit.ly/3abc,Autumn,Three woods"])).toMatchObject([
		{ state: "made", note: null },
	]);
});

it("P382, P383, P391, P524: an import names its flagged and blocked rows with the reason and its code, and creates the others", async () => {
	const owner = await subscriber(app, "enterprise");
	// Until the list is read for the first time.
	await until(async () => {
		const { status } = await owner.post(API.links.all, linkForm({ targetUrl: "https://listed.example/" }));
		return status === 400;
	}, 20_000);
	const present = async () => (await (await owner.get(API.imports.all)).json()) as ImportView;
	const before = ((await (await owner.get(API.links.all)).json()) as LinkView[]).length;
	const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
	const sent = await fetch(app.origin + API.imports.all, { method: "POST", headers, body: ROWS.join("\n") });
	const { id, ...checked } = (await sent.json()) as ImportView;
	const because = '"PayPal", "verify your account"';
	const FLAGGED = [
		[
			3,
			"flagged",
			`Flagged: It reads as if it came from PayPal (${because}), but leads to shop.example`,
			"impersonation",
		],
		[7, "short", 'Flagged: It leads to another short link ("bit.ly"), which hides where it goes', "shortener"],
	];
	const flagged = async () => {
		const rows = (await (await owner.get(`${API.imports.rows(id)}?state=flagged`)).json()) as ImportRow[];
		return rows.map(({ line, slug, note, code }) => [line, slug, note, code]);
	};
	// P524: what the guard will say is known before anything is made.
	expect(checked).toMatchObject({ flagged: 2, counts: { create: 4, same: 0, refused: 3, made: 0 } });
	expect(await flagged()).toEqual(FLAGGED);
	expect((await owner.post(API.imports.start(id), {})).status).toBe(200);
	await until(async () => (await present()).state === "done");

	expect(await present()).toMatchObject({ flagged: 2, counts: { create: 0, same: 0, refused: 3, made: 4 } });
	expect(await flagged()).toEqual(FLAGGED);
	const rows = (await (await owner.get(API.imports.rows(id))).json()) as ImportRow[];
	expect(rows.map(({ line, slug, state, note, code }) => [line, slug, state, note, code])).toEqual([
		[2, "one", "made", null, undefined],
		[
			...[3, "flagged", "made"],
			`Flagged: It reads as if it came from PayPal (${because}), but leads to shop.example`,
			"impersonation",
		],
		[
			4,
			"blocked",
			"refused",
			expect.stringMatching(/^You can't save this card\. The name "Pаypаl" looks like PayPal, .+: а \(U\+0430\)\./),
			"impersonation",
		],
		[5, "listed", "refused", `You can't save this link. Its target is on the list "phishing".`, "unsafe_target"],
		[6, "long", "refused", expect.stringMatching(/^You can't save this link\. .{273}…$/), "unsafe_target"],
		[7, "short", "made", 'Flagged: It leads to another short link ("bit.ly"), which hides where it goes', "shortener"],
		[8, "after", "made", null, undefined],
	]);
	const made = (await (await owner.get(API.links.all)).json()) as LinkView[];
	expect(made).toHaveLength(before + 4);
	const flagOf = async (slug: string) => ((await (await owner.get(API.links.bySlug(slug))).json()) as LinkView).flag;
	expect(await flagOf("flagged")).toMatchObject({ state: "flagged", reasons: [{ code: "impersonation" }] });
	expect(await flagOf("after")).toBeUndefined();
});

import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { imageOwners, storedImages } from "#shared/links/images/images.table.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { LINK_FIELD_NAMES } from "#shared/links/link-fields.ts";
import { LIST_LIMITS, tagName } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { cleanLine, cleanText } from "#shared/platform/plain-text.ts";
import { csvLine } from "./write-csv.ts";

/** `HARD_LINKS=2000` proves it at length. */
// biome-ignore lint/style/noProcessEnv: tells the test alone, not the application
const COUNT = Number(process.env.HARD_LINKS ?? 200);
const OWN_IMAGE = `/images/${"0".repeat(64)}.jpg`;
/** Quotes, delimiters, formulas, spaces and marks that nobody sees, other scripts, joined emoji. */
const HARD = [
	...[..." '\"=+-@,;|[]{}\\/<>&%#aZ0\u00a0\u2003\u2028\u200b\u202e\u0301éßıİ＝＠字ا😀"],
	...["\u0085", "\ufeff", "👩‍👧", "a\u0301", "''=", '["a"]', "sep=;"],
];

const app = useTestApp();
let owner: Subscriber;
let other: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	other = await subscriber(app, "enterprise");
	await app.deps.db.insert(storedImages).values({ imageUrl: OWN_IMAGE, isUsed: true });
	// Both have uploaded it: an image of another account alone is left out (P480).
	const both = [owner, other].map(({ user }) => ({ imageUrl: OWN_IMAGE, userId: user.id }));
	await app.deps.db.insert(imageOwners).values(both);
});

/** As it is stored, which is cleaned (P54). */
const text = (max: number, { more = [] as string[], clean = cleanLine } = {}) =>
	fc
		.array(fc.constantFrom(...HARD, ...more), { minLength: 1, maxLength: max })
		.map((parts) =>
			clean(
				parts
					.join("")
					.slice(0, max)
					.replace(/\p{Surrogate}/gu, "x"),
			),
		)
		.filter(Boolean);
const hardLink = fc.record({
	title: text(60),
	description: text(160, { more: ["\n", "\n\n"], clean: cleanText }),
	targetUrl: text(60).map((part) => new URL(`https://example.com/${part}?q=${part}#${part}`).href),
	imageUrl: fc.constantFrom(null, OWN_IMAGE, "https://pics.example/a%20b.jpg?c=%27d%27"),
	tags: fc
		.array(text(LIST_LIMITS.tag), { maxLength: LIST_LIMITS.tags })
		.map((some) => some.flatMap((each) => tagName.safeParse(each.replaceAll(",", "")).data ?? [])),
	startsAt: fc.constantFrom(null, new Date("2031-01-01T00:00:00.123Z")),
	archivedAt: fc.constantFrom(null, new Date("2026-01-01")),
});

/** In one account each tag has one spelling, and there is an end to their number (P230). */
function inOneAccount(sample: (typeof links.$inferInsert)[]): (typeof links.$inferInsert)[] {
	const spelling = new Map<string, string>();
	return sample.map((link) => {
		const given = new Set<string>();
		for (const tag of link.tags ?? []) {
			if (spelling.size < 5_000) spelling.set(tag.toLowerCase(), spelling.get(tag.toLowerCase()) ?? tag);
			given.add(spelling.get(tag.toLowerCase()) ?? "");
		}
		return { ...link, tags: [...given].filter(Boolean) };
	});
}

async function exported(by: Subscriber): Promise<string> {
	return Buffer.from(await (await by.get(API.links.csv)).arrayBuffer()).toString();
}

/** Without what a copy in another account can't have: addresses, counts and dates. */
function ownPart(file: string): string[] {
	const rows: string[][] = parse(file, { bom: true });
	return rows.map((row) => csvLine(row.slice(0, LINK_FIELD_NAMES.length)));
}

it(`${COUNT} hard links go out, come in elsewhere and go out again byte for byte (P400)`, async () => {
	const sample = fc.sample(hardLink, { numRuns: COUNT, seed: 80 }).map((link, n) => {
		return { ...link, userId: owner.user.id, linkSlug: `${n % 2 === 0 ? "_A-" : ""}${n.toString(36)}` };
	});
	await app.deps.db.insert(links).values(inOneAccount(sample));
	const file = await exported(owner);

	const sent = await fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
		method: "POST",
		headers: { "Content-Type": "text/csv", Cookie: cookieOf(other) },
		body: file,
	});
	const job = (await sent.json()) as ImportView;
	expect(job).toMatchObject({ shape: "visualink", counts: { create: COUNT, refused: 0 } });
	await other.post(API.imports.start(job.id), {});
	await until(async () => ((await (await other.get(API.imports.all)).json()) as ImportView).state === "done");

	const noted = "SELECT line, note FROM import_rows WHERE import_id = $1 AND note IS NOT NULL";
	expect((await app.deps.pool.query(noted, [job.id])).rows).toEqual([]);
	const [before, again] = [ownPart(file), ownPart(await exported(other))];
	expect(again.flatMap((line, n) => (line === before[n] ? [] : [[before[n], line]]))).toEqual([]);
	expect(again).toHaveLength(before.length);
});

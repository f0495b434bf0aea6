import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { API } from "#shared/api-paths.ts";
import type { ImportView } from "#shared/imports/imports.ts";
import { type Browser, cookieOf, createBrowser } from "../app/browser.ts";
import { giveConsent, signIn, subscribe } from "../app/sign-up.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

/**
 * `tsx server/testing/durability/imports.ts`, on the build: 5,000 rows, timed; 5,000 more while the service is killed 20
 * times; and 50 imports begun at once by one account whose month has room for 150. Ends with code 1 where a link is
 * missing, doubled or half made, or the month's count is off.
 */
const ROWS = 5_000;
const KILLS = 20;
const AT_ONCE = 50;
const database = await prepareDatabase({ links: 0, views: 0 });
const service = await startOnRig(database);
const { origin } = service;
const pool = new pg.Pool({ connectionString: database.databaseUrl, max: 2 });

const timed = await person("timed@example.com", "enterprise");
const startedAt = performance.now();
await begin(timed, await check(timed, ROWS));
await ended(timed);
say("5,000 rows, from the file to the last link", `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
await expectWhole("timed@example.com", ROWS);

const killed = await person("killed@example.com", "enterprise");
await begin(killed, await check(killed, ROWS));
let kills = 0;
for (; kills < KILLS && (await made("killed@example.com")) < ROWS; kills += 1) {
	// The first parts come fast: it is held back, so that each kill finds something to break.
	await delay(60 + 20 * (kills % 4));
	await service.kill();
}
await ended(killed);
say("killed", `${kills} times`);
await expectWhole("killed@example.com", ROWS);

const busy = await person("busy@example.com", "pro");
const tries = await Promise.all(
	Array.from({ length: AT_ONCE }, async (_, n) => {
		const job = await check(busy, 20, n * 20).catch(() => null);
		return job && (await busy.post(API.imports.start(job.id), {})).status;
	}),
);
await ended(busy);
// What was refused or replaced while another was under way is brought again, until the month is full.
for (let n = 0; n < AT_ONCE && (await made("busy@example.com")) < 150; n += 1) {
	await begin(busy, await check(busy, 20, n * 20));
	await ended(busy);
}
say(`${AT_ONCE} at once`, `${tries.filter((status) => status === 200).length} were begun`);
await expectWhole("busy@example.com", 150);

await pool.end();
await service.stop();
await database.stop();

async function person(email: string, plan: "pro" | "enterprise"): Promise<Browser> {
	const browser = createBrowser(origin);
	await signIn(browser, email);
	await giveConsent(browser, email);
	await subscribe(browser, plan);
	return browser;
}

async function check(who: Browser, rows: number, from = 0): Promise<ImportView> {
	const lines = Array.from(
		{ length: rows },
		(_, n) => `s${from + n},https://example.com/${from + n},Title ${n},Text ${n}`,
	);
	const answer = await fetch(origin + API.imports.all, {
		method: "POST",
		headers: { "Content-Type": "text/csv", Cookie: cookieOf(who) },
		body: ["slug,target_url,title,description", ...lines].join("\n"),
	});
	if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
	return (await answer.json()) as ImportView;
}

async function begin(who: Browser, { id }: ImportView): Promise<void> {
	const { status } = await who.post(API.imports.start(id), {});
	if (status !== 200) throw new Error(`an import did not begin: ${status}`);
}

async function ended(who: Browser): Promise<void> {
	for (;;) {
		const job = (await (await who.get(API.imports.all)).json()) as ImportView | null;
		if (job?.state !== "running") return;
		await delay(50);
	}
}

async function made(email: string): Promise<number> {
	const query = "SELECT count(*)::int AS count FROM links JOIN users u ON u.id = user_id WHERE u.email = $1";
	return (await pool.query<{ count: number }>(query, [email])).rows[0]?.count ?? 0;
}

/** So many links, no slug twice, none but those of rows that say so. */
async function expectWhole(email: string, wanted: number): Promise<void> {
	const { rows } = await pool.query<{ links: number; slugs: number; odd: number }>(
		`SELECT count(*)::int AS links, count(DISTINCT lower(link_slug))::int AS slugs,
			count(*) FILTER (WHERE target_url <> 'https://example.com/' || substr(link_slug, 2))::int AS odd
		FROM links JOIN users u ON u.id = user_id WHERE u.email = $1`,
		[email],
	);
	const left = await pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM import_rows r JOIN imports i ON i.id = r.import_id JOIN users u ON u.id = i.user_id
		WHERE u.email = $1 AND (r.state = 'create' OR (r.state = 'made' AND NOT EXISTS (SELECT FROM links l
			WHERE l.user_id = u.id AND l.link_slug = r.content->>'slug')))`,
		[email],
	);
	const [found] = rows;
	const isWhole = found?.links === wanted && found.slugs === wanted && found.odd === 0 && left.rows[0]?.count === 0;
	say(email, `${found?.links} links of ${wanted}, ${isWhole ? "whole" : "WRONG"}`);
	if (!isWhole) process.exitCode = 1;
}

function say(what: string, found: string): void {
	process.stdout.write(`${what}: ${found}\n`);
}

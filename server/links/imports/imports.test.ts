import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { hostileFiles } from "#server/testing/corpora/hostile-files.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { imports } from "#shared/links/imports/imports.table.ts";
import type { ImportRow, ImportView } from "#shared/links/imports/imports.ts";
import type { LinkView } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { API } from "#shared/platform/api-paths.ts";

/** What the pages of a provider say; any other host never answers. */
const VIDEO = { title: "Waves", description: "👋".repeat(100) };
let silent = 0;
const app = useTestApp({
	deps: () => ({
		openOutbound: () => ({
			async get({ url, signal }) {
				if (url.host !== "vimeo.com") {
					silent += 1;
					await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
				}
				return { url, status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(VIDEO)), isCut: false };
			},
			probe: async () => ({ failure: "ours" }),
			stop: () => {},
		}),
	}),
});
let owner: Subscriber;
beforeEach(async () => {
	owner = await subscriber(app, "enterprise");
});

const send = (text: string | Buffer, who = owner) =>
	fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
		method: "POST",
		headers: { "Content-Type": "text/csv", Cookie: cookieOf(who) },
		body: text,
	});
const check = async (text: string, who = owner) => (await (await send(text, who)).json()) as ImportView;
const present = async (who = owner) => (await (await who.get(API.imports.all)).json()) as ImportView;
const rowsOf = async ({ id }: ImportView) => (await (await owner.get(API.imports.rows(id))).json()) as ImportRow[];
const listed = async (who = owner) => (await (await who.get(API.links.all)).json()) as LinkView[];
const ended = (who = owner) => until(async () => (await present(who)).state !== "running");
const start = (job: ImportView, who = owner) => who.post(API.imports.start(job.id), {});
const many = (count: number, from = 0) =>
	Array.from({ length: count }, (_, n) => `slug${from + n},https://example.com/${from + n},Title ${n},Text`);
const HEAD = "slug,target_url,title,description";

describe("a CSV file of links", () => {
	it("goes out and comes in again as it was, formulas and all (P189)", async () => {
		const [title, description] = ["=HYPERLINK(1)", '-1+1, "quoted"\nand on'];
		await createLink(owner, { title, description, customLinkSlug: "One", targetUrl: "https://example.com/?a=1,2" });
		const times = { startsAt: "2031-01-01T00:00:00.000Z", endsAt: "2031-02-01T00:00:00.000Z" };
		await createLink(owner, { title: "'@ü", customLinkSlug: "two", ...times, afterUrl: "https://example.org/" });
		const answer = await owner.get(API.links.csv);
		const file = Buffer.from(await answer.arrayBuffer());
		expect(answer.headers.get("content-type")).toContain("text/csv");
		expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		expect(file.toString()).toContain(`"'=HYPERLINK(1)"`);

		expect((await check(file.toString())).counts).toEqual({ create: 0, same: 2, refused: 0, made: 0 });
		const data = (await (await owner.get(API.account.data)).json()) as { imports: unknown[] };
		expect(data.imports).toMatchObject([
			{ fileName: "links.csv", rows: [{ line: 2, state: "same" }, { state: "same" }] },
		]);
		const other = await subscriber(app, "enterprise");
		const job = await check(file.toString(), other);
		expect(job).toMatchObject({ shape: "visualink", state: "checked", fileName: "links.csv" });
		expect((await start(job, other)).status).toBe(200);
		await ended(other);
		const [made, original] = [await listed(other), await listed()];
		const content = ({ linkSlug, targetUrl, startsAt, endsAt, afterUrl, ...link }: LinkView) => {
			return [linkSlug, targetUrl, link.title, link.description.replace("\n", " "), startsAt, endsAt, afterUrl];
		};
		expect(made.map(content).sort()).toEqual(original.map(content).sort());
	});

	it("is told line by line what will become of it, and nothing is made before a word", async () => {
		await createLink(owner, { customLinkSlug: "taken", targetUrl: "https://example.com/other" });
		await app.deps.db.insert(disabledHosts).values({ host: "disabled.example" });
		const job = await check(
			[
				"Long URL;Bitlink;Title;Tags;Ends at;After URL",
				"https://example.com/1;bit.ly/3xYz;Hello;a|b",
				"javascript:alert(1);bit.ly/bad;No;",
				"https://example.com/2;https://bit.ly/taken;Taken;",
				"https://example.com/other;bit.ly/TAKEN;Same;",
				"https://example.com/3;bit.ly/3xyz;Twice;",
				`example.com/4;bit.ly/four;${"x".repeat(70)};`,
				"https://example.com/5/path;;;",
				"https://example.com/6;bit.ly/not%20one;Odd;",
				"http://10.0.0.1/;bit.ly/inner;Inner;",
				"https://www.disabled.example/a;;Disabled;",
				"https://example.com/7;;Later;;2031-01-01T00:00:00Z;https://disabled.example/b",
				"https://example.com/8;bit.ly/a\0b;Not to be stored;",
			].join("\n"),
		);
		expect(job).toMatchObject({ shape: "bitly", counts: { create: 3, same: 1, refused: 8, made: 0 } });
		const rows = await rowsOf(job);
		expect(rows.map(({ line, state, note }) => [line, state, note])).toEqual([
			[2, "create", null],
			[3, "refused", "Please enter a valid URL. It doesn't begin with https:// or http://."],
			[4, "refused", "This custom URL is already taken"],
			[5, "same", null],
			[6, "refused", "The same slug is on line 2"],
			[7, "create", "Title cut to 60 characters"],
			[8, "create", "Title made from the address"],
			[9, "refused", "Only letters, numbers, underscores and hyphens are allowed"],
			[10, "refused", "Please enter a valid URL. It leads to a private network."],
			[11, "refused", "Links to this website are not allowed"],
			[12, "refused", "You can't send visitors to this website"],
			[13, "refused", "Only letters, numbers, underscores and hyphens are allowed"],
		]);
		expect(rows[6]).toMatchObject({ slug: "", title: "example.com/5/path" });
		expect(await listed()).toHaveLength(1);
		await start(job);
		await ended();
		expect((await present()).counts).toEqual({ create: 0, same: 1, refused: 8, made: 3 });
		expect(await listed()).toHaveLength(4);
		// The same file once more makes nothing of what has a slug.
		expect((await check(`Short Link,Destination URL\nhttps://dub.sh/3xYz,https://example.com/1`)).counts.same).toBe(1);
	});

	it.each([
		["", "The file has no rows"],
		["slug,title\na,b", "The first line must name the columns"],
		[`"${HEAD}\na,b`, "This file isn't a readable CSV (line 1)"],
		[Buffer.from([0x75, 0x72, 0x6c, 0x0a, 0x81]), "The file is not in UTF-8"],
		[`url\n${"https://example.com\n".repeat(5_001)}`, "The file has more than 5000 rows"],
		[hostileFiles(400_000)["records of empty cells"] ?? "", "The file has more than 5000 rows, counting empty ones"],
	])("is refused as a whole where it can't be read: file %#", async (file, message) => {
		const answer = await send(file);
		expect(answer.status).toBe(400);
		expect(((await answer.json()) as { message: string }).message).toContain(message);
		expect(await present()).toBeNull();
	});

	it("keeps the month's limit exact while links are made by hand, and is an account's own", async () => {
		const pro = await subscriber(app, "pro");
		const job = await check([HEAD, ...many(160)].join("\n"), pro);
		expect(job.counts).toMatchObject({ create: 150, refused: 10 });
		for (const call of [owner.post(API.imports.start(job.id), {}), owner.post(API.imports.stop(job.id), {})]) {
			expect((await call).status).toBe(404);
		}
		const [, ...byHand] = await Promise.all([
			start(job, pro),
			...Array.from({ length: 8 }, () => pro.post(API.links.all, linkForm())),
		]);
		await ended(pro);
		const { counts } = await present(pro);
		const made = byHand.filter(({ status }) => status === 201).length;
		expect([counts.made + made, counts.made + counts.refused]).toEqual([150, 160]);
		expect(await listed(pro)).toHaveLength(150);
	});

	it("asks pages for what it lacks, while it can be looked at and stopped, but no other be brought", async () => {
		const job = await check("url\nhttps://vimeo.com/1\nhttps://silent.example/");
		const begun = await owner.post(API.imports.start(job.id), { prefill: true });
		expect(await begun.json()).toMatchObject({ state: "running", prefill: true });
		await until(() => silent === 1);
		expect((await send(`${HEAD}\n${many(1)}`)).status).toBe(409);
		await until(async () => (await present()).counts.made === 1);
		expect(await listed()).toMatchObject([{ title: "Waves", description: "👋".repeat(80), imageUrl: null }]);
		await owner.post(API.imports.stop(job.id), {});
		expect(await present()).toMatchObject({ state: "stopped", counts: { made: 1, create: 1 } });
	});

	it("is gone on with by another process, and stopped by its owner or with the plan", async () => {
		const job = await check([HEAD, ...many(30)].join("\n"));
		// As a process leaves it that was killed.
		await app.deps.db.update(imports).set({ state: "running" }).where(eq(imports.id, job.id));
		const beside = await startTestApp({ beside: app });
		await ended();
		await beside.close();
		expect((await present()).counts.made).toBe(30);

		const next = await check([HEAD, ...many(5, 900)].join("\n"));
		await app.deps.db.update(subscriptions).set({ planId: "basic" }).where(eq(subscriptions.userId, owner.user.id));
		expect((await start(next)).status).toBe(403);
		await app.deps.db.update(imports).set({ state: "running" }).where(eq(imports.id, next.id));
		expect(await (await owner.post(API.imports.stop(next.id), {})).json()).toMatchObject({ state: "stopped" });
		await app.deps.db.update(imports).set({ state: "running" }).where(eq(imports.id, next.id));
		const again = await startTestApp({ beside: app });
		await ended();
		await again.close();
		expect(await present()).toMatchObject({
			reason: "Your plan no longer includes imports",
			counts: { create: 5 },
		});
		const [row] = await app.deps.db.select().from(links).where(eq(links.linkSlug, "slug900"));
		expect(row).toBeUndefined();
	});

	it("goes with the account, and so do its templates", async () => {
		await check([HEAD, ...many(3)].join("\n"));
		const template = { name: "Mail", source: "a", medium: "", campaign: "", term: "", content: "" };
		expect((await owner.post(API.links.utmTemplates, template)).status).toBe(200);
		expect((await owner.delete(API.account.all, { confirm: owner.user.userSlug })).status).toBe(204);
		const query = `SELECT (SELECT count(*)::int FROM imports i JOIN users u ON u.id = user_id WHERE u.user_slug = $1) AS files,
			(SELECT count(*)::int FROM utm_templates t JOIN users u ON u.id = user_id WHERE u.user_slug = $1) AS templates`;
		const { rows } = await app.deps.pool.query(query, [owner.user.userSlug]);
		expect(rows).toEqual([{ files: 0, templates: 0 }]);
	});

	it("of thousands of rows wants the Enterprise plan", async () => {
		const pro = await subscriber(app, "pro");
		const answer = await send([HEAD, ...many(501)].join("\n"), pro);
		const message = "More than 500 rows in a file need the Enterprise plan";
		expect([answer.status, await answer.json()]).toMatchObject([403, { kind: "plan_required", message }]);
	});
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { linkAliases } from "#shared/links/link-aliases.table.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { type Report, reports } from "#shared/moderation/trust/reports.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { views } from "#shared/public/views/views.table.ts";
import { forgetOldReports } from "./decisions.ts";

type Announcement = { type: string; text: string; openReports: number; reports: { number: string; link: string }[] };

/** The operator's webhook: keeps what it was told, and fails while `isUnavailable`. */
const told: Announcement[] = [];
let isUnavailable = false;
let webhook: Server;

const app = useTestApp(async () => {
	webhook = createServer(async (req, res) => {
		const chunks: Buffer[] = [];
		for await (const chunk of req) chunks.push(chunk);
		if (!isUnavailable) told.push(JSON.parse(Buffer.concat(chunks).toString()));
		res.writeHead(isUnavailable ? 500 : 204).end();
	});
	await new Promise<void>((resolve) => void webhook.listen(0, "127.0.0.1", resolve));
	const { port } = webhook.address() as AddressInfo;
	return {
		env: {
			...{ RATE_LIMITS: "on", TRUST_PROXY: "1", METRICS_TOKEN: "a-token-for-metrics" },
			ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
		},
	};
});
let userId: string;
let link: Link;
let addresses = 0;

beforeAll(async () => {
	({ id: userId } = await insertUser(app.deps.db, "ada"));
});
beforeEach(async () => {
	link = await insertLink(app.deps.db, { userId, targetUrl: "https://www.evil.example/login" });
});
afterAll(() => webhook.close());

const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;
const path = () => `ada/${link.linkSlug}`;
const post = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
	fetch(`${app.origin}/go/~report`, {
		method: "POST",
		redirect: "manual",
		body: typeof fields === "string" ? fields : new URLSearchParams({ link: path(), reason: "phishing", ...fields }),
		headers: { "X-Forwarded-For": newAddress(), "Content-Type": "application/x-www-form-urlencoded", ...headers },
	});
const get = (at: string, address = newAddress()) =>
	fetch(app.origin + at, { redirect: "manual", headers: { "X-Forwarded-For": address } });
async function file(fields: Record<string, string> = {}): Promise<Report> {
	const response = await post(fields);
	expect(response.status).toBe(303);
	const number = /^\/go\/~report\/([2-9a-z]{10})$/.exec(response.headers.get("location") ?? "")?.[1] ?? "";
	const [report] = await app.deps.db.select().from(reports).where(eq(reports.number, number));
	if (!report) throw new Error(`No report ${number}`);
	return report;
}
const openOf = (linkId = link.id) => app.deps.db.$count(reports, eq(reports.linkId, linkId));

describe("a report", () => {
	test("is stored with what was typed, cleaned (P54), and its number shows its state", async () => {
		const report = await file({
			text: "\u200bAsks for my\r\npassword\0<b>\u00a0",
			email: " eve@example.com\u200b",
			link: `\u2068${app.origin}/go/ADA/${link.linkSlug}+?x=1`,
		});
		expect(report).toMatchObject({
			...{ linkId: link.id, link: path(), targetUrl: "https://www.evil.example/login", reason: "phishing" },
			...{ text: "Asks for my\npassword <b>", email: "eve@example.com", closedAt: null },
		});
		const { number } = report;
		for (const at of [
			`/go/~report/${number}`,
			`/go/~report?number=${number.slice(0, 5).toUpperCase()}-${number.slice(5)}`,
		]) {
			const state = await get(at);
			const body = await state.text();
			expect(state.status).toBe(200);
			expect(body).toContain(`${number.slice(0, 5)}-${number.slice(5)}`);
			expect(body).toContain("Received");
			expect(body).toContain(path());
			expect(body).not.toMatch(/password|eve@example\.com|evil\.example|<script/);
			expect(state.headers.get("cache-control")).toBe("private, no-store");
			expect(state.headers.get("x-robots-tag")).toBe("noindex");
			expect(state.headers.has("set-cookie")).toBe(false);
		}
		expect((await get("/go/~report/aaaaabbbbb")).status).toBe(404);
		expect(await app.deps.db.$count(views)).toBe(0);
	});

	test.each<[string, Record<string, string> | string, number, string, Record<string, string>?]>([
		["no reason", { reason: "" }, 400, "Choose a reason"],
		["an unknown reason", { reason: "dull" }, 400, "Choose a reason"],
		["no such link", { link: "ada/nothing" }, 400, "does not exist"],
		["no link", { link: "" }, 400, "does not exist"],
		["a long text", { text: "x".repeat(2_001) }, 400, "at most 2000 characters"],
		["a wrong e-mail address", { email: "eve" }, 400, "valid e-mail address"],
		["a hidden field filled in", { website: "https://spam.example" }, 400, "Leave this field empty"],
		["a field twice", "link=a&link=b", 400, "sent twice"],
		["too much", { text: "x".repeat(40_000) }, 413, "too long"],
		["JSON", "{}", 415, "by the form", { "Content-Type": "application/json" }],
		["a page elsewhere as its sender", {}, 403, "Another website", { "Sec-Fetch-Site": "cross-site" }],
		[
			"a page elsewhere, in a browser that says no more,",
			{},
			403,
			"Another website",
			{ Origin: "https://evil.example" },
		],
		["a page without an origin", {}, 403, "Another website", { Origin: "null" }],
	])("with %s is refused in words, and not stored", async (_, fields, status, words, headers) => {
		const before = await app.deps.db.$count(reports);
		const response = await post(fields, headers);
		expect(response.status).toBe(status);
		expect(await response.text()).toContain(words);
		expect(await app.deps.db.$count(reports)).toBe(before);
	});

	test("of our own page is stored, also in a browser that says its origin alone", async () => {
		expect((await post({}, { Origin: app.origin })).status).toBe(303);
		const form = await get("/go/~report");
		// With no-referrer, such a browser would say that the form has no origin.
		expect(form.headers.get("referrer-policy")).toBe("same-origin");
		expect(await form.text()).toContain('<meta name="referrer" content="same-origin">');
	});

	test("that is refused keeps what was typed, escaped", async () => {
		const body = await (await post({ reason: "", text: `</textarea><script>"`, email: `"><script>` })).text();
		expect(body).toContain("&lt;/textarea&gt;&lt;script&gt;");
		expect(body).not.toContain("<script");
	});

	test("of a disabled link says that nothing is left to report", async () => {
		await app.deps.db.update(links).set({ disabledAt: new Date() }).where(eq(links.id, link.id));
		expect((await post({})).status).toBe(410);
	});

	test("has a form without an account, and other methods are refused", async () => {
		const form = await get(`/go/~report?link=${encodeURIComponent(`"><script>${path()}`)}`);
		const body = await form.text();
		expect(form.status).toBe(200);
		expect(form.headers.get("content-security-policy")).toContain("form-action 'self'");
		expect(body).toContain(`&lt;script&gt;${path()}`);
		expect(body).not.toContain("<script");
		const put = await fetch(`${app.origin}/go/~report`, { method: "PUT" });
		expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
	});
});

describe("bounds", () => {
	test("an address has one open report of a link, and stores five in ten minutes", async () => {
		const address = newAddress();
		const sent = (fields = {}) => post(fields, { "X-Forwarded-For": address });
		const both = await Promise.all([sent(), sent()]);
		const ways = both.map(({ headers }) => headers.get("location")?.replace("?again", ""));
		expect(new Set(ways).size).toBe(1);
		expect(await openOf()).toBe(1);
		const again = await sent();
		expect(await (await get(again.headers.get("location") ?? "")).text()).toContain("already reported");
		const statuses = [await sent(), await sent(), await sent()].map(({ status }) => status);
		expect(statuses).toEqual([303, 303, 429]);
		expect(await openOf()).toBe(1);
	});

	test("an address sends twenty forms in ten minutes, whatever they hold", async () => {
		const address = newAddress();
		const statuses = [];
		for (let n = 0; n < 21; n++) statuses.push((await post({ reason: "" }, { "X-Forwarded-For": address })).status);
		expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
	});

	test("a link has twenty open reports; more are counted with the oldest", async () => {
		const all = await Promise.all(Array.from({ length: 25 }, () => post({})));
		expect(new Set(all.map(({ status }) => status))).toEqual(new Set([303]));
		expect(await openOf()).toBe(20);
		const stored = await app.deps.db.select().from(reports).where(eq(reports.linkId, link.id)).orderBy(reports.id);
		expect(stored[0]?.repeats).toBe(5);
	});

	test("P482: a network has a hundred open reports; one more is refused for now, and others go on", async () => {
		const near = (n: number) => ({ "X-Forwarded-For": `192.0.2.${n}` });
		const [, first] = [await post({}, near(1)), (await app.deps.db.select().from(reports).orderBy(reports.id)).at(-1)];
		const key = first?.reporter?.slice(0, 11);
		await app.deps.db.execute(sql`
			INSERT INTO reports (number, link_id, link, target_url, reason, text, reporter, created_at, announced_at)
			SELECT 'near' || n, NULL, 'ada/near', 'https://example.com/', 'other', '', ${key} || n, now(), now()
				FROM generate_series(1, 98) AS n`);
		link = await insertLink(app.deps.db, { userId });
		const [last, refused, other] = [await post({}, near(2)), await post({}, near(3)), await post({})];
		const known = await post({}, near(2));
		await app.deps.db.delete(reports).where(eq(reports.link, "ada/near"));
		const freed = await post({}, near(3));
		expect([last, refused, other, known, freed].map(({ status }) => status)).toEqual([303, 429, 303, 303, 303]);
		expect(refused.headers.get("retry-after")).toBe("3600");
		expect(known.headers.get("location")).toContain("?again");
	});

	test("of all links at most ten thousand are open; one more is refused for now", async () => {
		const open = await app.deps.db.$count(reports, isNull(reports.closedAt));
		await app.deps.db.execute(sql`
			INSERT INTO reports (number, link_id, link, target_url, reason, text, created_at, announced_at)
			SELECT 'many' || n, NULL, 'ada/many', 'https://example.com/', 'other', '', now(), now()
				FROM generate_series(1, ${9_999 - open}) AS n`);
		const last = await post({});
		const refused = await post({});
		await app.deps.db.delete(reports).where(eq(reports.link, "ada/many"));
		expect([last.status, refused.status, refused.headers.get("retry-after")]).toEqual([303, 429, "3600"]);
	});
});

describe("the operator", () => {
	test("is told of each report once, also of those that came while the webhook was away", async () => {
		isUnavailable = true;
		const early = await file();
		isUnavailable = false;
		const numbers = () => told.flatMap((each) => each.reports.map(({ number }) => number));
		// A report that could not be told is told with the next.
		const late = await file({ link: path() });
		await until(() => numbers().includes(late.number) && numbers().includes(early.number), 20_000);
		expect(new Set(numbers()).size).toBe(numbers().length);
		const [message] = told.filter((each) => each.reports.some(({ number }) => number === late.number));
		expect(message).toMatchObject({ type: "reports.created", text: expect.stringContaining("open") });
		expect(JSON.stringify(told)).not.toMatch(/evil\.example|@example\.com/);
	});

	test("sees how many are open, and how old the oldest is", async () => {
		await file();
		const headers = { Authorization: "Bearer a-token-for-metrics" };
		const metrics = await (await fetch(`${app.origin}/metrics`, { headers })).text();
		expect(metrics).toMatch(/visualink_reports_open [1-9]/);
		expect(metrics).toMatch(/visualink_reports_oldest_open_seconds \d/);
		expect(metrics).toMatch(/visualink_reports_total\{outcome="stored"\} [1-9]/);
	});

	test("lists, shows and closes them", async () => {
		const report = await file({ text: "One\nclosed  never", email: "eve@example.com" });
		expect((await operatorCommand(app, "reports")).join("\n")).toContain(`${report.number}  `);
		const shown = await operatorCommand(
			app,
			"reports",
			"show",
			`${report.number.slice(0, 5)}-${report.number.slice(5)}`,
		);
		expect(shown.join("\n")).toContain('text        "One\\nclosed  never"');
		expect(shown.join("\n")).toContain("owner       ada (ada@example.com)");
		await operatorCommand(app, "reports", "close", report.number, "--reason", "a shop");
		expect((await operatorCommand(app, "reports")).join("\n")).not.toContain(report.number);
		expect((await operatorCommand(app, "reports", "list", "closed")).join("\n")).toContain(report.number);
		expect(await (await get(`/go/~report/${report.number}`)).text()).toContain("found nothing against our terms");
		await expect(operatorCommand(app, "reports", "close", report.number)).rejects.toThrow("closed already");
		await expect(operatorCommand(app, "reports", "show", "nothing")).rejects.toThrow("There is no report nothing.");
		await expect(operatorCommand(app, "reports", "disable", "page", report.number)).rejects.toThrow("Usage");
	});

	test.each(["link", "user", "host"] as const)("disables its %s, which closes every report about it", async (kind) => {
		const owner = await insertUser(app.deps.db);
		const [one, two] = [
			await insertLink(app.deps.db, { userId: owner.id, targetUrl: `https://${kind}.bad.example/` }),
			await insertLink(app.deps.db, { userId: owner.id, targetUrl: `https://${kind}.bad.example/x` }),
		];
		const [first, second] = [
			await file({ link: `${owner.userSlug}/${one.linkSlug}` }),
			await file({ link: `${owner.userSlug}/${two.linkSlug}` }),
		];
		const lines = await operatorCommand(app, "reports", "disable", kind, first.number);
		expect(lines[0]).toMatch(/is disabled now/);
		const state = async ({ id }: Report) => (await app.deps.db.select().from(reports).where(eq(reports.id, id)))[0];
		expect(await state(first)).toMatchObject({ outcome: "disabled", reporter: null });
		expect((await state(second))?.outcome ?? null).toBe(kind === "link" ? null : "disabled");
		expect(await (await get(`/go/~report/${first.number}`)).text()).toContain("We disabled the link");
		await until(async () => (await get(`/go/${owner.userSlug}/${one.linkSlug}`)).status === 410, 2_000);
	});
});

describe("decisions by former names and slugs (P467)", () => {
	const NAMED: [string, string[]][] = [
		["disable link", ["disable", "link", "NAME/SLUG"]],
		["disable user", ["disable", "user", "NAME"]],
		["flags block", ["flags", "block", "NAME/SLUG"]],
		["reports disable link", ["reports", "disable", "link", "NUMBER"]],
		["reports disable user", ["reports", "disable", "user", "NUMBER"]],
	];
	const inDatabase = async () => {
		const owner = await insertUser(app.deps.db);
		const fields = { userId: owner.id, targetUrl: `https://${owner.userSlug}.example/login` };
		const reported = await insertLink(app.deps.db, fields);
		const report = await file({ link: `${owner.userSlug}/${reported.linkSlug}` });
		return { owner, fields, reported, report };
	};
	const outcomeOf = async ({ id }: Report) =>
		(await app.deps.db.select().from(reports).where(eq(reports.id, id)))[0]?.outcome;

	test.each(NAMED)("%s closes the open reports", async (_, command) => {
		const { owner, reported, report } = await inDatabase();
		await app.deps.db.insert(linkFlags).values({
			...{
				linkId: reported.id,
				state: "flagged",
				evidence: "words",
				reasons: [],
				contentHash: "",
				flaggedAt: new Date(),
			},
		});
		await app.deps.db
			.update(users)
			.set({ userSlug: `${owner.userSlug}x` })
			.where(eq(users.id, owner.id));
		await app.deps.db.update(links).set({ linkSlug: "renamed" }).where(eq(links.id, reported.id));
		const words = { NAME: owner.userSlug, SLUG: reported.linkSlug, NUMBER: report.number };
		const args = command.map((arg) => arg.replace(/[A-Z]+/g, (word) => words[word as keyof typeof words]));
		const said = await operatorCommand(app, ...args);
		expect(said.join("\n")).toContain("1 open report is closed by that.");
		expect(await outcomeOf(report)).toBe("disabled");
		await until(async () => (await get(`/go/${owner.userSlug}x/renamed`)).status === 410, 2_000);
	});

	test("a report closes the link that it is about, and not one that was made at its address since", async () => {
		const { owner, fields, reported, report } = await inDatabase();
		await app.deps.db.update(links).set({ deleted: true, deletedAt: new Date() }).where(eq(links.id, reported.id));
		const other = await insertLink(app.deps.db, {
			...{ ...fields, targetUrl: "https://honest.example/", linkSlug: reported.linkSlug },
		});
		const disable = () => operatorCommand(app, "reports", "disable", "link", report.number);
		await expect(disable()).rejects.toThrow("its address leads to another link");
		await app.deps.db.update(links).set({ linkSlug: "elsewhere" }).where(eq(links.id, other.id));
		await app.deps.db.delete(linkAliases);
		expect((await disable())[0]).toBe(`The link ${owner.userSlug}/${reported.linkSlug} is disabled now.`);
		const [honest] = await app.deps.db.select().from(links).where(eq(links.id, other.id));
		expect(honest?.disabledAt).toBeNull();
	});

	test("it closes the reports of other links that it closes, too", async () => {
		const { owner, fields, report } = await inDatabase();
		const twin = await insertLink(app.deps.db, fields);
		const second = await file({ link: `${owner.userSlug}/${twin.linkSlug}` });
		const said = await operatorCommand(app, "reports", "disable", "link", report.number);
		expect(said.slice(1)).toEqual(["Another link of the owner is closed.", "2 open reports are closed by that."]);
		expect([await outcomeOf(report), await outcomeOf(second)]).toEqual(["disabled", "disabled"]);
	});
});

test("an e-mail address goes 30 days after the decision, and a report after a year", async () => {
	const report = await file({ email: "eve@example.com" });
	const at = async () => (await app.deps.db.select().from(reports).where(eq(reports.id, report.id)))[0];
	const later = (days: number) => forgetOldReports(app.deps.db, new Date(Date.now() + days * DAY_MS));
	await later(400);
	expect(await at()).toMatchObject({ email: "eve@example.com" });
	await operatorCommand(app, "reports", "close", report.number);
	await later(29);
	expect(await at()).toMatchObject({ email: "eve@example.com" });
	await later(31);
	expect(await at()).toMatchObject({ email: null, text: "" });
	await later(366);
	expect(await at()).toBeUndefined();
});

describe("two processes", () => {
	let twin: TestApp;
	beforeAll(async () => {
		twin = await startTestApp({ beside: app });
	});
	afterAll(() => twin.close());

	test("close a reported, deleted or disabled target within two seconds, from their memory, 50 times", async () => {
		const close: [string, (each: Link) => PromiseLike<unknown>][] = [
			[
				"reported",
				async (each) => {
					const report = await file({ link: `ada/${each.linkSlug}` });
					await operatorCommand(app, "reports", "disable", "link", report.number);
				},
			],
			["disabled", (each) => operatorCommand(app, "disable", "link", `ada/${each.linkSlug}`)],
			[
				"deleted",
				(each) => app.deps.db.update(links).set({ deleted: true, deletedAt: new Date() }).where(eq(links.id, each.id)),
			],
			["its host", (each) => operatorCommand(app, "disable", "host", new URL(each.targetUrl).hostname)],
		];
		const head = async (at: TestApp, { linkSlug }: Link) =>
			(await fetch(`${at.origin}/go/ada/${linkSlug}`, { method: "HEAD", redirect: "manual" })).status;
		for (let n = 0; n < 50; n++) {
			const each = await insertLink(app.deps.db, { userId, targetUrl: `https://t${n}.example/` });
			for (const at of [app, twin]) expect(await head(at, each)).toBe(200);
			const [what, closeIt] = close[n % close.length] ?? [];
			await closeIt?.(each);
			for (const at of [app, twin]) {
				await until(async () => [404, 410].includes(await head(at, each)), 2_000).catch(() =>
					expect.fail(`${what} (${n}) stayed open`),
				);
			}
		}
		await app.deps.db.delete(disabledHosts);
	});
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createChartReads } from "#server/analytics/chart-reads.ts";
import { createCharts } from "#server/analytics/charts.ts";
import { createDisabling } from "#server/moderation/disabling/disabling.ts";
import { startNameServer } from "#server/sandbox/dns/name-server.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { close, importLinks, leaveAccount } from "#server/testing/app/closed-links.ts";
import { insertLink } from "#server/testing/app/factories.ts";
import { mailTo } from "#server/testing/app/mailbox.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { mails } from "#shared/account/mail/mails.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { domain } from "#shared/links/domains/domain.ts";
import { links } from "#shared/links/links.table.ts";
import { reports } from "#shared/moderation/trust/reports.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { queueEndingSubscriptions } from "./ending-subscriptions.ts";
import { createMail } from "./mail.ts";
import { createWeeklyReports } from "./weekly-report.ts";

const names = await startNameServer();
const app = useTestApp({ env: { DOMAIN_RESOLVERS: names.address, DOMAIN_TARGET: "links.visualink.example" } });
const mailed = (owner: Subscriber, subject: string) => mailTo(app, owner.user.email, subject);
const rowsOf = (owner: Subscriber) => app.deps.db.select().from(mails).where(eq(mails.userId, owner.user.id));
const unused = () => {
	throw new Error("not asked for");
};
const subjectsOf = (owner: Subscriber) => app.sandbox?.mail.all(owner.user.email).map(({ subject }) => subject);

/** A short link: a sign of its target, which new accounts' visitors are warned of. */
const FLAGGED = { title: "See paypal.com now", targetUrl: "https://bit.ly/3abc" };

test("P671: a new key, the month's links and an import are mailed with what caused them, each once", async () => {
	const ada = await subscriber(app, "pro");
	const key = { name: "Zapier", scopes: ["links:read"], expiresInDays: null };
	expect((await ada.post(API.keys.all, key)).status).toBe(201);
	const { text, html, to } = await mailed(ada, "API key");
	expect([to, text.includes('"Zapier"'), html.includes("/admin/api")]).toEqual([ada.user.email, true, true]);

	const { db } = app.deps;
	for (let n = 0; n < 119; n++) await insertLink(db, { userId: ada.user.id });
	await createLink(ada);
	expect((await mailed(ada, "120 of 150")).text).toContain("120 of 150 links");
	await createLink(ada);
	for (let n = 0; n < 28; n++) await insertLink(db, { userId: ada.user.id });
	await importLinks(app, ada, ["one,https://example.com/1,Summer,Beaches", "two,https://example.com/2,Winter,Lakes"]);
	expect((await mailed(ada, "all links this month")).text).toContain("150 of 150 links");
	expect((await mailed(ada, "Your import has finished")).text).toMatch(/New links: 1\n(?:.*\n)*- Skipped: 1/);
	await until(async () => (await rowsOf(ada)).every(({ outcome }) => outcome !== null));
	const rows = await rowsOf(ada);
	expect(rows.map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
		...["api_key sent", "import_finished sent", "quota sent", "quota sent"],
	]);
});

test("P671: what an operator decides about a link, a report and an account is mailed, to its owner alone", async () => {
	const eve = await subscriber(app, "pro");
	const link = await createLink(eve, FLAGGED);
	const flagged = await mailed(eve, "We flagged your link");
	expect(flagged.text).toContain("It leads to another short link");
	await eve.post(API.links.review(link.id), {});
	await close(app, eve, link, "block");
	await mailed(eve, "stays closed");

	const reported = await createLink(eve, { title: "Winter" });
	const report = {
		linkId: reported.id,
		link: `x/${reported.linkSlug}`,
		reason: "phishing",
		text: "",
		targetUrl: "https://x.example",
	};
	await app.deps.db
		.insert(reports)
		.values({ ...report, number: "abcdefghjk", createdAt: new Date() } as typeof reports.$inferInsert);
	await close(app, eve, reported, "disable");
	expect((await mailed(eve, "after a report")).text).toContain("Winter");
	await operatorCommand(app, "disable", "user", eve.user.email);
	await mailed(eve, "account is disabled");
	// The mail about the report says that the link is closed.
	expect(subjectsOf(eve)).toHaveLength(4);
});

test("P671: owners are mailed once that their links to a disabled website are closed, and not if it is enabled again", async () => {
	const [eve, bob] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	const targetUrl = "https://shop.closed.example/a";
	for (const url of [targetUrl, targetUrl, "https://example.com/closed.example"])
		await createLink(eve, { targetUrl: url });
	await operatorCommand(app, "disable", "host", "closed.example", "--reason", "scam");
	const { subject, text } = await mailed(eve, "of your links");
	expect(subject).toBe("We closed 2 of your links");
	expect(text.replaceAll("\u2060", "")).toContain("closed.example: 2");
	await operatorCommand(app, "disable", "host", "closed.example", "--reason", "another");
	const outcomesOf = async (owner: Subscriber) =>
		(await rowsOf(owner)).map(({ kind, outcome }) => `${kind} ${outcome}`);
	await until(async () => (await outcomesOf(eve)).includes("link_flagged sent"));
	expect(await outcomesOf(eve)).toEqual(["link_flagged sent"]);

	await createLink(bob, { targetUrl: "https://other.example/" });
	await app.deps.db.transaction(async (db) => {
		const { disable, enable } = createDisabling({ db, now: () => new Date() });
		await disable({ kind: "host", host: "other.example" });
		await enable({ kind: "host", host: "other.example" });
	});
	await until(async () => (await outcomesOf(bob)).includes("link_flagged off"));
	expect(subjectsOf(bob)).toEqual([]);
});

test("P671: a domain's changes and a plan's payments are mailed; what is no longer so is not", async () => {
	const ada = await subscriber(app, "pro");
	const { db } = app.deps;
	const added = domain.parse(await (await ada.post(API.domains.all, { host: "go.brand.example" })).json());
	const [record] = added.records;
	names.set(record?.name ?? "", "TXT", record?.value ?? "");
	await until(async () => {
		await db.execute("UPDATE domains SET checked_at = NULL");
		return domain.parse(await (await ada.post(API.domains.check(added.id))).json()).status === "active";
	});
	expect((await mailed(ada, "is verified")).subject).toBe("go.brand.example is verified");

	const isAdas = eq(subscriptions.userId, ada.user.id);
	await db.update(subscriptions).set({ status: "past_due", owedAmount: 1_999, owedCurrency: "eur" }).where(isAdas);
	expect((await mailed(ada, "payment failed")).text).toContain("The payment of €19.99 for your plan failed.");
	const soon = new Date(Date.now() + 2 * 86_400_000);
	await db
		.update(subscriptions)
		.set({ status: "active", cancelAtPeriodEnd: true, currentPeriodEnd: soon })
		.where(isAdas);
	for (let n = 0; n < 2; n++) await queueEndingSubscriptions(db, new Date());
	await mailed(ada, "plan ends on");

	const bob = await subscriber(app, "pro");
	await db.transaction(async (tx) => {
		await tx.update(subscriptions).set({ status: "past_due" }).where(eq(subscriptions.userId, bob.user.id));
		await tx.update(subscriptions).set({ status: "active" }).where(eq(subscriptions.userId, bob.user.id));
	});
	await until(async () => (await rowsOf(bob)).some(({ outcome }) => outcome === "off"));
	expect(subjectsOf(bob)).toEqual([]);
	expect(subjectsOf(ada)).toHaveLength(3);
});

test("P676: a link's milestone is mailed once, and of several the highest", async () => {
	const ada = await subscriber(app, "pro");
	const link = await createLink(ada, { title: "Summer" });
	const views = async (people: number) => {
		await app.deps.db.update(links).set({ viewsHuman: people }).where(eq(links.id, link.id));
		const visitor = {
			headers: { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0", "Sec-Fetch-Mode": "navigate" },
		};
		expect((await fetch(link.shortUrl, { redirect: "manual", ...visitor })).status).toBe(302);
		await aggregateViews(app.deps);
	};
	await views(1_200);
	await views(1_300);
	const mail = await mailed(ada, "reached 1,000 people");
	expect(mail.subject).toBe('"Summer" reached 1,000 people');
	expect((await rowsOf(ada)).filter(({ kind }) => kind === "milestone")).toHaveLength(1);
});

test("P675: the weekly report comes on Monday at 8:00 of the owner's time zone, once, and not for nothing", async () => {
	const { db } = app.deps;
	const [ada, idle] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	await ada.put(API.account.mail, { timeZone: "Asia/Tokyo" });
	const link = await createLink(ada, { title: "Summer at visualink.example" });
	await db.execute(`INSERT INTO user_days (user_id, day, human, bot, visitors, breakdowns) VALUES
		('${ada.user.id}', '2026-11-18', 30, 5, 30, '{"source": [[["instagram", 20], ["", 10]], 0], "link": [[["${link.id}", 30]], 0]}'),
		('${ada.user.id}', '2026-11-10', 20, 0, 20, '{}')`);
	await db.execute(`INSERT INTO deliveries (link_id, platform, version, kind, first_at, last_at)
		VALUES (${link.id}, 'whatsapp', 1, 'page', '2026-11-17', '2026-11-17')`);
	const failed = (error: unknown) => {
		throw error;
	};
	const { pool, log, config } = app.deps;
	const reads = createChartReads({ pool, replica: null, log });
	const charts = createCharts({ db, pool: reads, linksOrigin: config.http.linksOrigin, now: () => new Date(), log });
	const at = (iso: string) => createWeeklyReports({ db, charts, now: () => new Date(iso), failed }).queueDue();
	await db.execute(`INSERT INTO target_health (target, url, host, due_at, gone_since)
		VALUES ('lost', 'https://lost.example/', 'lost.example', '2026-11-21', '2026-11-20')`);
	await db.execute(`INSERT INTO link_health (link_id, target) VALUES (${link.id}, 'lost')`);
	// 7:59 and 8:01 on Monday in Tokyo.
	expect(await at("2026-11-22T22:59:00Z")).toBe(0);
	expect(await at("2026-11-22T23:01:00Z")).toBe(1);
	expect(await at("2026-11-23T08:00:00Z")).toBe(0);
	const { text, subject } = await mailed(ada, "Your week");
	expect(subject).toBe("Your week: 30 people opened your links");
	for (const line of [
		"People: 30, up 50% from 20 the week before.",
		"Instagram: 20",
		"WhatsApp: 1",
		"Summer at visualink.\u2060example",
		"Asia/Tokyo",
		"Summer at visualink.\u2060example: Nov 20",
	]) {
		expect(text).toContain(line);
	}
	expect(await rowsOf(idle)).toEqual([]);
});

test("P678: without a mail server nothing is kept for later, and production says once that mail is off", async () => {
	const ada = await subscriber(app, "pro");
	const later = new Date(Date.now() + 3_600_000);
	const waiting = {
		userId: ada.user.id,
		kind: "quota",
		key: "x",
		data: { used: 1, limit: 1 },
		nextTryAt: later,
	} as const;
	await app.deps.db.insert(mails).values(waiting);
	const said: string[] = [];
	const { config, log } = app.deps;
	const mail = createMail({
		...{ ...app.deps, config: { ...config, isProduction: true }, mailbox: null, ownerIsTrusted: "false" },
		...{
			charts: { chart: unused },
			countMiss: () => null,
			guards: { requireUser: unused } as never,
		},
		log: Object.assign(Object.create(log), { warn: (line: string) => said.push(line) }),
	});
	for (const { start } of mail.work) start();
	await until(async () => (await rowsOf(ada)).length === 0);
	for (const { stop } of mail.work) await stop();
	expect(said).toEqual([expect.stringMatching(/^mail is off, because SMTP_URL is not set/)]);
});

test("P672: a mail that has waited for over two days is not sent any more", async () => {
	const ada = await subscriber(app, "pro");
	const createdAt = new Date(Date.now() - 49 * 3_600_000);
	const old = { userId: ada.user.id, kind: "account_disabled", key: "x", data: {}, createdAt } as const;
	await app.deps.db.insert(mails).values(old);
	await until(async () => (await rowsOf(ada)).every(({ outcome }) => outcome === "expired"));
	expect(subjectsOf(ada)).toEqual([]);
});

test("P671: a deleted account's mails go with it", async () => {
	const ada = await subscriber(app, "pro");
	await app.deps.db.insert(mails).values({ userId: ada.user.id, kind: "quota", key: "x", data: { used: 1, limit: 1 } });
	await leaveAccount(app, ada);
	expect(await rowsOf(ada)).toEqual([]);
});

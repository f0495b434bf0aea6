import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, linkForm } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Where the data has what a table keeps of a person, or why it is left out (P38). */
const TABLES: Record<string, string> = {
	api_keys: "apiKeys",
	checkout_attempts: "checkoutPages",
	deliveries: "cardDeliveries",
	domains: "domains",
	erased_links: "not: there is nobody left",
	image_cuts: "originals",
	import_rows: "imports",
	imports: "imports",
	kept_identities: "not: keyed hashes of people who left",
	link_alias_days: "linkAliasDays",
	link_aliases: "linkAliases",
	link_candidates: "not: part of linkViewDays once the day closes",
	link_cards: "platformCards",
	link_chart_months: "not: sums of linkViewDays",
	link_decisions: "not: what operators decided",
	page_signs: "not: what other people's pages asked for, kept for a month",
	link_days: "linkViewDays",
	link_flags: "linkFlags",
	link_health: "targetChecks",
	link_milestones: "not: read from links",
	link_months: "not: sums of linkViewDays",
	link_sources: "linkSources",
	link_visitors: "not: visitors'",
	links: "links",
	mail_settings: "mailSettings",
	mails: "mails",
	originals: "originals",
	payments: "payments",
	picture_counts: "not: new images per day",
	picture_owners: "pictures",
	public_stats: "publicStatistics",
	reports: "linkReports",
	idempotency_keys: "not: keys of requests, kept for a day",
	stripe_customers: "not: Stripe's ids",
	stripe_events: "not: Stripe's ids",
	subscriptions: "subscriptions",
	take_backs: "not: what release 1.0.0 restores when Stripe's page is left",
	user_candidates: "not: part of viewDays once the day closes",
	user_chart_months: "not: sums of viewDays",
	user_consents: "consents",
	user_days: "viewDays",
	user_names: "profile.formerUserSlugs",
	user_visitors: "not: visitors'",
	utm_templates: "utmTemplates",
	views: "views",
	webhook_events: "not: what was sent, of which the rest of this file is the source; deleted after 30 days",
	webhooks: "webhooks",
	withdrawals: "withdrawals",
};
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const app = useTestApp();

const picture = () => asFile(noise({ width: 40, height: 40 }));
const open = (shortUrl: string, userAgent = CHROME, source = "newsletter") =>
	app.browser().get(`${shortUrl}?utm_source=${source}`, { headers: { "user-agent": userAgent } });

describe("the data of a person", () => {
	it("is a file with everything that is kept about them", async () => {
		const email = "ada.data@example.com";
		const ada = await app.signedIn({ email, plan: "pro" });
		const replaced = await createLink(ada, { title: "Kept", image: await picture() });
		const gone = await createLink(ada, { title: "Gone", image: await picture() });
		await ada.put(API.links.bySlug(replaced.linkSlug), linkForm({ title: "Kept", image: await picture() }));
		await open(replaced.shortUrl);
		await open(replaced.shortUrl, "WhatsApp/2.24.1 A");
		await open(gone.shortUrl);
		await ada.delete(API.links.byId(gone.id));
		await app.deps.pool.query("UPDATE links SET archived_at = '2026-02-01T00:00Z' WHERE id = $1", [replaced.id]);
		await app.deps.pool.query(
			`INSERT INTO checkout_attempts (user_id, plan_id, is_annual, stripe_session_id)
				SELECT id, 'pro', true, 'cs_test_1' FROM users WHERE email = $1`,
			[email],
		);

		await app.deps.pool.query("UPDATE links SET external_id = 'crm-7' WHERE id = $1", [replaced.id]);
		const { key } = await apiClient(app, ada, { scopes: ["links:read"], name: "Nightly" });

		const isWritten = async () => (await app.deps.pool.query("SELECT 1 FROM deliveries")).rows.length > 0;
		await until(isWritten);

		const response = await ada.get(API.account.data);
		const text = await response.text();
		const data = JSON.parse(text);

		expect(response.status).toBe(200);
		expect(response.headers.get("cache-control")).toBe("private, no-store");
		expect(response.headers.get("content-type")).toContain("application/json");
		const name = `visualink-data-${data.profile.userSlug}-${data.exportedAt.slice(0, 10)}.json`;
		expect(response.headers.get("content-disposition")).toBe(`attachment; filename=${name}`);

		expect(data.profile).toMatchObject({ email, firstName: "Ada", lastName: "Lovelace" });
		expect(data.businessDetails).toMatchObject({ isBusiness: false, businessCountry: "PT" });
		expect(data.taxEvidence).toMatchObject({ cardCountry: "US", ipAddress: expect.stringContaining("127.0.0.1") });
		const timestamp = expect.stringMatching(/^\d{4}-/);
		expect(data.consents).toEqual([{ termsAccepted: true, privacyAccepted: true, acceptanceDate: timestamp }]);
		expect(data.subscriptions).toMatchObject([{ planId: "pro", isAnnual: false, status: "active" }]);
		expect(data.checkoutPages).toContainEqual({ planId: "pro", isAnnual: true, createdAt: timestamp });
		expect(data.payments).toMatchObject([{ amount: 1999, currency: "eur", status: "succeeded" }]);
		expect(data.links).toMatchObject([
			{
				title: "Kept",
				viewsHuman: 1,
				viewsBot: 1,
				deleted: false,
				externalId: "crm-7",
				archivedAt: "2026-02-01T00:00:00.000Z",
			},
			{
				title: "Gone",
				viewsHuman: 1,
				viewsBot: 0,
				deleted: true,
				externalId: null,
				archivedAt: null,
				imageUrl: gone.imageUrl,
			},
		]);
		expect(data.pictures).toHaveLength(3);
		expect(data.pictures).toEqual(
			expect.arrayContaining([replaced, gone].map(({ imageUrl }) => `${app.origin}${imageUrl}`)),
		);
		expect(data.viewTotals).toEqual({ total: 3, human: 2, bot: 1 });
		expect(data.cardDeliveries).toEqual([
			{ linkId: replaced.id, platform: "whatsapp", version: 2, kind: "page", firstAt: timestamp, lastAt: timestamp },
		]);
		expect(data.views).toEqual([
			{ linkId: replaced.id, timestamp, isBot: false, attribution: "newsletter" },
			{ linkId: replaced.id, timestamp, isBot: true, attribution: "whatsapp" },
			{ linkId: gone.id, timestamp, isBot: false, attribution: "newsletter" },
		]);
		const ofKey = { name: "Nightly", start: key.slice(0, 8), scopes: ["links:read"], createdAt: timestamp };
		expect(data.apiKeys).toEqual([{ ...ofKey, expiresAt: null, lastUsedAt: null, lastUsedCountry: null }]);
		expect(text).not.toContain(key);
		expect(text).not.toContain(createHash("sha256").update(key).digest("base64url"));
		// Nothing of the visitors but what days count together, and no ids of Stripe's.
		expect(text).not.toMatch(/AppleWebKit|127\.0\.0\.0|"(cus|sub|pi|in|price|cs)_/);
	});

	it("has flags with reviews asked, and what is kept of reports, but nothing of their reporters or operators (P485)", async () => {
		const ada = await app.signedIn({ email: "flagged.data@example.com", plan: "pro" });
		const content = { title: "PayPal", description: "Please verify your account" };
		const flagged = await createLink(ada, { ...content, targetUrl: "https://shop.example/a" });
		await ada.post(API.links.review(flagged.id), {});
		const name = new URL(flagged.shortUrl).pathname.slice(4);
		const fields = { link: name, reason: "phishing", text: "I am Eve of Acme", email: "eve@reporter.example" };
		const body = new URLSearchParams(fields);
		const sent = await fetch(`${app.origin}/go/~report`, { method: "POST", redirect: "manual", body });
		const number = sent.headers.get("location")?.split("/").at(-1) ?? "none";
		await operatorCommand(app, "reports", "close", number, "--reason", "a note of ours");
		await operatorCommand(app, "flags", "block", name, "--reason", "a note of ours");

		const text = await (await ada.get(API.account.data)).text();
		const { linkFlags, linkReports } = JSON.parse(text);
		const timestamp = expect.stringMatching(/^\d{4}-/);
		const asked = { reviewAskedAt: timestamp, flaggedAt: timestamp, decidedAt: timestamp };
		const reasons = [expect.objectContaining({ code: "impersonation", brand: "PayPal" })];
		expect(linkFlags).toEqual([{ linkId: flagged.id, state: "blocked", reasons, ...asked }]);
		const reported = { linkId: flagged.id, link: name, targetUrl: "https://shop.example/a", reason: "phishing" };
		const closed = { repeats: 0, createdAt: timestamp, closedAt: timestamp, outcome: "no_action" };
		expect(linkReports).toEqual([{ ...reported, ...closed }]);
		expect(text).not.toMatch(/Eve|reporter\.example|note of ours/);
		expect(text).not.toContain(number);
	});

	it("leaves out no table of a person's without a reason", async () => {
		const { rows } = await app.deps.pool.query<{ name: string }>(
			`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
				WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
				AND a.attname IN ('user_id', 'link_id', 'customer_id', 'original_id', 'import_id') GROUP BY 1 ORDER BY 1`,
		);
		expect(rows.map(({ name }) => name)).toEqual([...Object.keys(TABLES)].sort());
		const person = await app.signedIn({ email: "tables.data@example.com" });
		const data = (await (await person.get(API.account.data)).json()) as object;
		const parts = Object.values(TABLES).flatMap((part) => (part.startsWith("not: ") ? [] : (part.split(".")[0] ?? [])));
		expect(parts.filter((part) => !(part in data))).toEqual([]);
	});

	it("has nothing of anybody else", async () => {
		const grace = await app.signedIn({ email: "grace.data@example.com", plan: "basic" });
		const alan = await app.signedIn({ email: "alan.data@example.com", plan: "basic" });
		const theirs = await createLink(grace, { title: "Graces own", image: await picture() });
		const own = await createLink(alan, { title: "Alans own" });
		for (let n = 0; n < 3; n++) await Promise.all([open(theirs.shortUrl, CHROME, "graces"), open(own.shortUrl)]);

		const text = await (await alan.get(API.account.data)).text();

		expect(JSON.parse(text).views).toHaveLength(3);
		expect(text).toContain("Alans own");
		expect(text).not.toMatch(/grace/i);
		expect(text).not.toContain(theirs.linkSlug);
		expect(text).not.toContain(theirs.imageUrl);
	});

	it("needs a person, but neither consent nor subscription", async () => {
		expect((await app.browser().get(API.account.data)).status).toBe(401);
		const newcomer = await app.signedIn({ email: "newcomer.data@example.com", consent: false });
		const data = await (await newcomer.get(API.account.data)).json();
		expect(data).toMatchObject({
			profile: { email: "newcomer.data@example.com" },
			consents: [],
			links: [],
			platformCards: [],
			cardDeliveries: [],
			views: [],
		});
	});

	it("has every day that was counted, however many there are", async () => {
		const email = "long.data@example.com";
		const person = await app.signedIn({ email });
		await app.deps.pool.query(
			`INSERT INTO user_days (user_id, day, human, bot, visitors, breakdowns)
				SELECT id, date '2026-01-01' + n, n, 0, 0, '{}' FROM users, generate_series(0, 92) AS n WHERE email = $1`,
			[email],
		);
		const { viewDays } = (await (await person.get(API.account.data)).json()) as { viewDays: { human: number }[] };
		expect(viewDays.map(({ human }) => human)).toEqual(Array.from({ length: 93 }, (_, n) => n));
	});

	it("that can't be read is an error, not half a file", async () => {
		const person = await app.signedIn({ email: "broken.data@example.com" });
		await app.deps.pool.query("ALTER TABLE payments RENAME COLUMN receipt_url TO elsewhere");
		const response = await person.get(API.account.data);
		await app.deps.pool.query("ALTER TABLE payments RENAME COLUMN elsewhere TO receipt_url");
		expect(response.status).toBe(500);
		expect(response.headers.get("content-disposition")).toBeNull();
		expect(await response.json()).toMatchObject({
			kind: "internal",
			message: "Something went wrong",
			requestId: response.headers.get("x-request-id"),
		});
	});
});

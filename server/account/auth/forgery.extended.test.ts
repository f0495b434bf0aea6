import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { forgeries } from "#server/testing/corpora/forgeries.ts";
import { launchChromium } from "#server/testing/machine/chromium.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Names below `localhost` lead to this machine in every Chromium; these two are siblings on one site. */
const OURS = "app.visualink.localhost";
const SIBLING = "evil.visualink.localhost";
const ANOTHER_SITE = "127.0.0.1";

const app = useTestApp(async () => {
	const port = await freePort();
	return { env: { PORT: String(port), PUBLIC_ORIGIN: `http://${OURS}:${port}` } };
});
let attacker: Server;
let attackerPort: number;
let browser: Browser;
let victim: BrowserContext;
let victimId: string;
let link: { id: number; linkSlug: string };

beforeAll(async () => {
	attackerPort = await freePort();
	attacker = createServer((_req, res) => {
		res.setHeader("Content-Type", "text/html; charset=utf-8").end("<!doctype html><title>A page</title><body></body>");
	}).listen(attackerPort);
	await once(attacker, "listening");
	browser = await launchChromium();
	victim = await browser.newContext();
	await becomeSubscriber(await victim.newPage());
});
afterAll(async () => {
	await browser.close();
	attacker.closeAllConnections();
	attacker.close();
});

it.each([
	["another site", ANOTHER_SITE],
	["a sibling domain", SIBLING],
])("40 forged requests of a page on %s change nothing (C9, C11)", async (_, host) => {
	const tries = forgeries({ origin: app.origin, linkId: link.id, linkSlug: link.linkSlug });
	expect(tries).toHaveLength(40);
	let known = await everything();
	const changed: string[] = [];
	const accepted: string[] = [];
	let answered = 0;
	const watch = ({ method, url = "" }: IncomingMessage, res: ServerResponse) => {
		// Our own calls to the Stripe sandbox, such as for a page that was opened.
		if (url.startsWith("/v1/")) return;
		res.once("close", () => {
			answered += 1;
			const isChange = !["GET", "OPTIONS"].includes(method ?? "");
			// A page that goes on waits for no answer; what became of its request is looked up below.
			if (res.writableFinished && isChange && res.statusCode !== 403)
				accepted.push(`${method} ${url} ${res.statusCode}`);
		});
	};
	app.server.prependListener("request", watch);
	for (const { name, script } of tries) {
		const page = await victim.newPage();
		await page.goto(`http://${host}:${attackerPort}/`);
		const answeredBefore = answered;
		await page.evaluate(script).catch((error: Error) => {
			// The script may have left the page before it ended.
			if (!/context was destroyed|navigat/i.test(error.message)) throw error;
		});
		await until(() => answered > answeredBefore);
		for (const open of victim.pages()) if ((await open.opener()) || open === page) await open.close();
		const found = await everything();
		if (found !== known) changed.push(name);
		known = found;
	}
	app.server.off("request", watch);
	expect(changed).toEqual([]);
	expect(accepted).toEqual([]);
	await expectSignedIn();
});

it("the same browser may do all that on our own page", async () => {
	const before = await everything();
	const page = await victim.newPage();
	await page.goto(`${app.origin}/privacy`);
	expect(await page.evaluate(`fetch("${API.subscriptions.cancel}", { method: "POST" }).then((r) => r.status)`)).toBe(
		200,
	);
	expect(await everything()).not.toBe(before);
	await page.goto(app.origin + API.auth.logout);
	expect((await page.goto(app.origin + API.auth.user))?.status()).toBe(401);
	await page.close();
});

/** All that belongs to the victim, and all that someone else could have got instead. */
async function everything(): Promise<string> {
	const ask = async (query: string) => (await app.deps.pool.query(query)).rows;
	return JSON.stringify([
		await ask("SELECT * FROM users ORDER BY id"),
		await ask("SELECT * FROM user_consents ORDER BY id"),
		// Stripe's state is read again and again, and written whether or not it changed.
		await ask("SELECT to_jsonb(subscriptions) - 'updated_at' FROM subscriptions ORDER BY id"),
		await ask("SELECT * FROM links ORDER BY id"),
		await ask("SELECT sid FROM sessions ORDER BY sid"),
	]);
}

async function expectSignedIn(): Promise<void> {
	const page = await victim.newPage();
	expect((await page.goto(app.origin + API.auth.user))?.status()).toBe(200);
	await page.close();
}

/** Signs in, agrees and pays as a person would, in the browser. */
async function becomeSubscriber(page: Page): Promise<void> {
	await page.goto(`${app.origin}${API.auth.google}?login_hint=victim@example.com&returnTo=/privacy`);
	const post = (path: string, body: object) =>
		page.evaluate(
			`fetch(${JSON.stringify(path)}, { method: "POST", headers: { "Content-Type": "application/json" }, body: ${JSON.stringify(JSON.stringify(body))} }).then((r) => r.text())`,
		) as Promise<string>;
	await post(API.auth.onboarding, {
		...{ email: "victim@example.com", fullName: "Ada Lovelace", businessCountry: "PT" },
		...{ termsAccepted: true, privacyAccepted: true },
	});
	const { url } = JSON.parse(await post(API.subscriptions.checkout, { planId: "pro" })) as { url: string };
	await page.goto(url);
	await page.locator('[name="card_number"]').fill("4242 4242 4242 4242");
	await page
		.locator('form:has([name="card_number"]) [type="submit"], form:has([name="card_number"]) button')
		.first()
		.click();
	await until(async () => {
		const { rows } = await app.deps.pool.query("SELECT user_id FROM subscriptions WHERE status = 'active'");
		victimId = rows[0]?.user_id;
		return victimId !== undefined;
	});
	link = await insertLink(app.deps.db, { userId: victimId, linkSlug: "mine" });
	await app.sandbox?.webhooks.idle();
	await page.close();
	await until(async () => {
		const { rowCount } = await app.deps.pool.query("SELECT FROM stripe_events WHERE processed_at IS NULL");
		return rowCount === 0;
	});
}

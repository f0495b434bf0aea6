import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { LinkView } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const HOUR_MS = 3_600_000;
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS;
const END = START + HOUR_MS;
/** The start as someone an hour east of Greenwich writes it. */
const TIMES = {
	startsAt: new Date(START + HOUR_MS).toISOString().replace(".000Z", "+01:00"),
	endsAt: new Date(END).toISOString(),
};
const PERSON = {
	"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	"Accept-Language": "en",
};

let clock = Date.now();
const app = useTestApp({ now: () => new Date(clock) });
let owner: Subscriber;

beforeEach(async () => {
	clock = Date.now();
	owner = await subscriber(app);
});

const visit = (link: LinkView, origin = app.origin) =>
	fetch(`${origin}${new URL(link.shortUrl).pathname}`, { headers: PERSON, redirect: "manual" });
const put = (link: LinkView, changes: Record<string, string>) =>
	owner.put(API.links.bySlug(link.linkSlug), linkForm(changes));

describe("a link with times (P187)", () => {
	it("leads to its target in them, to the millisecond, in every process, from the cache and past it", async () => {
		const created = await createLink(owner, { ...TIMES, afterUrl: "https://Example.org/next" });
		expect(created).toMatchObject({
			startsAt: new Date(START).toISOString(),
			endsAt: new Date(END).toISOString(),
			afterUrl: "https://example.org/next",
		});
		const beside = await startTestApp({ beside: app, now: () => new Date(clock) });
		let sentOn = 0;
		const follow = async (origin: string) => {
			const answer = await visit(created, origin);
			if (answer.status === 302) sentOn += 1;
			return answer;
		};
		try {
			for (const [at, status, location] of [
				[START - 1, 200, null],
				[START, 302, "https://example.com/"],
				[END - 1, 302, "https://example.com/"],
				[END, 302, "https://example.org/next"],
			] as const) {
				clock = at;
				for (const origin of [app.origin, beside.origin, app.origin]) {
					const answer = await follow(origin);
					expect([at, answer.status, answer.headers.get("location")]).toEqual([at, status, location]);
				}
			}
			// A change is heard by all, and by hand as well.
			await app.deps.db.update(links).set({ afterUrl: null }).where(eq(links.id, created.id));
			await expect.poll(async () => (await follow(beside.origin)).status).toBe(200);
			await expect.poll(async () => (await follow(app.origin)).text()).toContain("This link has ended");
			// Anyone who is not sent on is no view, and a slow machine may count late.
			await expect
				.poll(async () => {
					const [counted] = await app.deps.db.select().from(links).where(eq(links.id, created.id));
					return [counted?.viewsHuman, counted?.viewsBot, counted?.deleted];
				})
				.toEqual([sentOn, 0, false]);
		} finally {
			await beside.close();
		}
	});

	it("before its start gives people no hint of its target, whatever they ask for (P247)", async () => {
		const enterprise = await subscriber(app, "enterprise");
		const host = "secret-launch.example";
		const link = await createLink(enterprise, {
			...TIMES,
			afterUrl: `https://after.${host}/`,
			targetUrl: `https://${host}/hidden-page?a=1`,
			imageUrl: `https://cdn.${host}/hidden-page.jpg`,
		});
		const shared = await enterprise.put(API.analytics.publicPage(link.id), {});
		const { url } = (await shared.json()) as { url: string };
		const short = new URL(link.shortUrl).pathname;
		const key = url.split("/").at(-1);
		const all = async (path: string, init: RequestInit = {}) => {
			const answer = await fetch(`${app.origin}${path}`, { redirect: "manual", ...init });
			return [answer.status, JSON.stringify([...answer.headers]), await answer.text()].join("\n");
		};
		const hints = new RegExp(`${host}|secret|hidden-page`);
		const agents = [PERSON["User-Agent"], "curl/8.5.0", "", "Mozilla/5.0 (compatible; Googlebot/2.1)", "GPTBot/1.2"];
		for (const agent of agents)
			for (const more of ["", "?v=2&utm_source=x", "?q=1", "/", ".", "+", ".json"])
				for (const method of ["GET", "HEAD"]) {
					const answer = await all(short + more, { method, headers: { "User-Agent": agent } });
					expect([agent, more, hints.exec(answer)]).toEqual([agent, more, null]);
				}
		for (const path of [`${API.publicStats.read}?address=${key}`, new URL(url).pathname])
			expect([path, hints.exec(await all(path))]).toEqual([path, null]);
		const page = await all(short, { headers: PERSON });
		expect(page).toContain("Not open yet");
		expect(page).toContain('og:site_name" content="localhost');
		// Fetchers read the card as ever, and no address of the target.
		const card = await all(short, { headers: { "User-Agent": "WhatsApp/2.23.20.0 A" } });
		expect(card).toContain(`og:site_name" content="${host}"`);
		expect(card).not.toContain("hidden-page?");
	});

	it("keeps them where an edit leaves them out, and loses them where it empties them", async () => {
		const created = await createLink(owner, { ...TIMES, afterUrl: "https://example.org/" });
		const { startsAt, endsAt, afterUrl } = created;
		const kept = (await (await put(created, { title: "New" })).json()) as LinkView;
		expect(kept).toMatchObject({ title: "New", startsAt, endsAt, afterUrl });
		const cleared = (await (await put(created, { startsAt: "", endsAt: "", afterUrl: "" })).json()) as LinkView;
		expect(Object.keys(cleared)).not.toContain("startsAt");
		expect([cleared.endsAt, cleared.afterUrl]).toEqual([undefined, undefined]);
		expect(new Set([created.revision, kept.revision, cleared.revision]).size).toBe(3);
	});

	it("is judged together with what an edit leaves out", async () => {
		const created = await createLink(owner, TIMES);
		const late = await put(created, { startsAt: TIMES.endsAt });
		expect([late.status, await late.json()]).toMatchObject([
			400,
			{ kind: "invalid", message: "The end must be after the start" },
		]);
		expect((await put(created, { afterUrl: "https://example.org/" })).status).toBe(200);
		const endless = await put(created, { endsAt: "" });
		expect([endless.status, await endless.json()]).toMatchObject([
			400,
			{ kind: "invalid", message: "Set an end time first" },
		]);
	});

	it("never leads to a website that an operator has disabled", async () => {
		const created = await createLink(owner, { ...TIMES, afterUrl: "https://bad.example.net/" });
		await app.deps.pool.query("INSERT INTO disabled_hosts (host) VALUES ('example.net')");
		try {
			clock = END;
			await expect.poll(async () => (await visit(created)).status).toBe(200);
			const refused = await owner.post(API.links.all, linkForm({ ...TIMES, afterUrl: "https://example.net/" }));
			const message = "You can't send visitors to this website";
			expect(await refused.json()).toMatchObject({ kind: "invalid", message });
		} finally {
			await app.deps.pool.query("DELETE FROM disabled_hosts");
		}
	});

	it("is made on Pro and Enterprise; on a smaller plan what stands goes on, and may be taken away", async () => {
		const created = await createLink(owner, TIMES);
		await app.deps.db.update(subscriptions).set({ planId: "basic" }).where(eq(subscriptions.userId, owner.user.id));
		const refused = { kind: "plan_required", message: "Start and end times need the Pro or Enterprise plan" };
		const made = await owner.post(API.links.all, linkForm({ endsAt: TIMES.endsAt }));
		expect([made.status, await made.json()]).toMatchObject([403, refused]);
		const moved = await put(created, { ...TIMES, endsAt: new Date(END + HOUR_MS).toISOString() });
		expect(await moved.json()).toMatchObject(refused);
		const after = await put(created, { afterUrl: "https://example.org/next" });
		expect([after.status, await after.json()]).toMatchObject([403, { ...refused, fields: [{ field: "afterUrl" }] }]);
		expect(await (await put(created, { ...TIMES, title: "Same" })).json()).toMatchObject({ title: "Same" });
		clock = START - 1;
		expect((await visit(created)).status).toBe(200);
		expect((await put(created, { startsAt: "" })).status).toBe(200);
		expect((await visit(created)).status).toBe(302);
	});
});

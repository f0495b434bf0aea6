import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startNameServer } from "#server/sandbox/dns/name-server.ts";
import { askHost, type HostRequest } from "#server/testing/app/ask-host.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { createClock, domainsOf, TARGET } from "#server/testing/dns/domains-of.ts";
import type { Domain } from "#shared/links/domains/domain.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const WHATSAPP = "WhatsApp/2.23.20.0 A";
const CURL = "curl/8.5.0";
const HOST = "go.brand.example";
const TARGET_URL = "https://example.com/sale";

const names = await startNameServer();
const clock = createClock();
const app = useTestApp({
	now: clock.now,
	env: { DOMAIN_RESOLVERS: names.address, DOMAIN_TARGET: TARGET, LINKS_ORIGIN: "http://v.example" },
});
const { add, check, verified } = domainsOf(names, clock);
afterAll(() => names.close());

const ask = (host: string, target: string, options?: HostRequest) => askHost(app, host, target, options);

/** No screen sets it yet. */
const put = (link: LinkView, { id }: Domain) =>
	app.deps.pool.query("UPDATE links SET domain_id = $2 WHERE id = $1", [link.id, id]);

let ada: Subscriber;
let domain: Domain;
let link: LinkView;
let elsewhere: LinkView;

beforeAll(async () => {
	ada = await subscriber(app);
	domain = await verified(ada, HOST);
	link = await createLink(ada, { customLinkSlug: "Sale", targetUrl: TARGET_URL, title: "The sale" });
	elsewhere = await createLink(ada, { customLinkSlug: "only-ours" });
	await put(link, domain);
	await until(async () => (await ask(HOST, "/sale")).status === 302, 5_000);
});

describe("a link on its owner's domain", () => {
	test("leads people, shows its card with its address, and counts its views (P623)", async () => {
		const before = await viewsOf();
		expect(await ask(HOST, "/Sale?utm_source=mail")).toMatchObject({
			...{ status: 302, headers: { location: `${TARGET_URL}?utm_source=mail` } },
		});
		const card = await ask(HOST, "/sale", { agent: WHATSAPP });
		expect(card.status).toBe(200);
		expect(card.body).toContain(`<link rel="canonical" href="http://${HOST}/Sale">`);
		expect(card.body).toContain(`<meta property="og:url" content="http://${HOST}/Sale">`);
		const universal = await ask(HOST, "/sale", { agent: CURL });
		expect(universal.body).toContain(`href="http://v.example/go/${ada.user.userSlug}/Sale+"`);
		const [, size] = /data-size="([^"]+)"/.exec(universal.body) ?? [];
		const report = { method: "POST", headers: { "sec-fetch-site": "same-origin" } };
		expect((await ask(HOST, `${size}?w=100&h=200`, report)).status).toBe(204);
		await until(async () => (await viewsOf()) === before + 3, 5_000);

		async function viewsOf() {
			const { rows } = await app.deps.pool.query("SELECT views_human + views_bot AS views FROM links WHERE id = $1", [
				link.id,
			]);
			return Number(rows[0]?.views);
		}
	});

	test("keeps its address on ours, which names the domain as its own (P623)", async () => {
		const path = new URL(link.shortUrl).pathname;
		expect((await ask("v.example", path)).headers.location).toBe(TARGET_URL);
		expect((await ask("v.example", path, { agent: WHATSAPP })).body).toContain(
			`<link rel="canonical" href="http://${HOST}/Sale">`,
		);
	});

	test("its trust page is on our host (P623)", async () => {
		const { location } = (await ask(HOST, "/sale+")).headers;
		expect(location).toBe(`http://v.example/go/${ada.user.userSlug}/sale+`);
	});
});

test("a host with a port, a dot at its end or capitals is the same host (P623)", async () => {
	for (const host of [`${HOST}:443`, `${HOST}.`, "GO.Brand.Example", `${HOST}.:8443`]) {
		expect((await ask(host, "/sale")).headers.location).toBe(TARGET_URL);
	}
});

test.each(
	[
		["/only-ours", "a link that isn't on it"],
		["/nothing", "an unknown slug"],
		["/go/nobody/sale", "a link's address of ours"],
		["/", "the domain itself"],
		...[
			"/admin",
			"/pricing",
			"/login",
			"/api/links",
			"/api/auth/user",
			"/api/auth/google",
			"/api/version",
			"/api/domains",
		],
		...["/healthz", "/readyz", "/metrics", "/.well-known/security.txt", "/assets/index.js", "/sandbox", "/index.html"],
		...["/sale/more", "/sale%00", "/../sale", "/api/../sale", "/s/t/u", "/go", "/go/", "/null", "/undefined"],
		...[
			"/sitemap.xml",
			"/icon.svg",
			"/icon-192.png",
			"/manifest.webmanifest",
			"/favicon.ico",
			"/apple-touch-icon.png",
			"/font-licenses.txt",
			"/stats/x",
			`/${"a".repeat(21)}`,
			"/sale.html",
			"/~size/x",
			"/go/~size/x",
		],
	].map((each) => (Array.isArray(each) ? each : [each, "a path of ours"])),
)("%s is a plain 404 without cookie (P623)", async (target) => {
	const answer = await ask(HOST, target ?? "");
	expect([answer.status, answer.body, answer.headers["set-cookie"]]).toEqual([404, "Not found", undefined]);
});

test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s is refused (P623)", async (method) => {
	for (const target of ["/sale", "/", API.links.all, API.auth.logout]) {
		const answer = await ask(HOST, target, { method });
		expect([answer.status, answer.headers["set-cookie"]]).toEqual([405, undefined]);
	}
});

test("an address that can't be decoded is a bad one, without our name (P637)", async () => {
	for (const target of ["/%", "/%E0%A4", "/go/%/sale"]) {
		const { status, headers, body } = await ask(HOST, target);
		expect([status, headers["set-cookie"]], target).toEqual([400, undefined]);
		expect(body).toContain("Bad address");
		expect(body).not.toMatch(/visualink|home page/i);
	}
});

test("robots.txt lets every crawler in, and doesn't name our sitemap (P637)", async () => {
	for (const target of ["/robots.txt", "/robots.txt?v=1"]) {
		const { status, headers, body } = await ask(HOST, target);
		expect([status, body, headers["set-cookie"]]).toEqual([200, "User-agent: *\nAllow: /\n", undefined]);
		expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
	}
});

test("the domain itself and unknown addresses lead where the owner says, until their target is disabled (P623)", async () => {
	const settings = { rootTarget: "https://brand.example/", unknownTarget: "https://shop.example/404" };
	await ada.put(API.domains.one(domain.id), settings);
	await until(async () => (await ask(HOST, "/")).status === 302, 5_000);
	for (const target of ["/", "/?a=b"]) {
		expect((await ask(HOST, target)).headers.location).toBe(settings.rootTarget);
	}
	for (const icon of ["/favicon.ico", "/apple-touch-icon.png"]) {
		expect((await ask(HOST, icon)).headers.location).toBe(`https://brand.example${icon}`);
	}
	for (const target of ["/nothing", "/only-ours", "/only-ours+", "/api/links", "/a/b", "/%", "/icon.svg"]) {
		expect((await ask(HOST, target)).headers.location).toBe(settings.unknownTarget);
	}
	await operatorCommand(app, "disable", "host", "shop.example");
	await ada.put(API.domains.one(domain.id), { rootTarget: null });
	await until(async () => (await ask(HOST, "/")).status === 404, 5_000);
	expect((await ask(HOST, "/nothing")).status).toBe(404);
});

test("the Host header is believed for verified hosts alone (P623)", async () => {
	const eve = await subscriber(app);
	await add(eve, "visualink.internal.example");
	for (const host of ["visualink.internal.example", "v.example.evil.example", "other.example", `x.${HOST}`]) {
		expect([(await ask(host, "/sale")).status, (await ask(host, "/api/version")).status]).toEqual([404, 200]);
	}
	const forwarded = { "x-forwarded-host": HOST, forwarded: `host=${HOST}` };
	expect((await ask("visualink.example", "/api/version", { headers: forwarded })).status).toBe(200);
	expect((await ask("visualink.example", `http://${HOST}/api/version`)).status).toBe(200);
	expect((await ask(HOST, "http://visualink.example/api/version")).status).toBe(404);
	expect((await ask(HOST, "http://visualink.example/sale")).headers.location).toBe(TARGET_URL);
});

test("a proxy that takes any host gets nothing of ours on a foreign one (P628)", async () => {
	const headers = { "x-own-domains-only": "1" };
	for (const target of ["/", "/api/version", "/readyz", "/robots.txt"]) {
		expect(await ask("removed.example", target, { headers })).toMatchObject({ status: 404, body: "Not found" });
	}
	expect((await ask(HOST, "/sale", { headers })).headers.location).toBe(TARGET_URL);
});

test("links of another account on the same slug stay apart (P623)", async () => {
	const bob = await subscriber(app);
	const theirs = await verified(bob, "go.bob.example");
	const other = await createLink(bob, { customLinkSlug: "sale", targetUrl: "https://example.org/bob" });
	await until(async () => (await ask("go.bob.example", "/sale")).body === "Not found", 5_000);
	await put(other, theirs);
	await until(async () => (await ask("go.bob.example", "/sale")).headers.location === "https://example.org/bob", 5_000);
	expect((await ask(HOST, "/sale")).headers.location).toBe(TARGET_URL);
	for (const target of ["/sale", "/go/bob/sale", `/go/${bob.user.userSlug}/sale`]) {
		expect((await ask(HOST, target)).headers.location === TARGET_URL, target).toBe(target === "/sale");
	}
});

test("a lost domain serves nothing, not even our screens, and its links go on at ours (P622, P623)", async () => {
	const lost = await verified(ada, "go.lost.example");
	await ada.put(API.domains.one(lost.id), {
		rootTarget: "https://brand.example/",
		unknownTarget: "https://brand.example/",
	});
	await put(elsewhere, lost);
	await until(async () => (await ask("go.lost.example", "/only-ours")).status === 302, 5_000);
	names.clear();
	names.set(TARGET, "A", "192.0.2.1");
	await check(ada, lost);
	clock.pass(8 * 86_400_000);
	expect((await check(ada, lost)).status).toBe("off");
	await until(async () => (await ask("go.lost.example", "/only-ours")).status === 404, 5_000);
	for (const target of ["/", "/api/version", "/pricing"]) {
		expect((await ask("go.lost.example", target)).body).toBe("Not found");
	}
	const path = new URL(elsewhere.shortUrl).pathname;
	expect((await ask("v.example", path)).status).toBe(302);
	expect((await ask("v.example", path, { agent: WHATSAPP })).body).toContain(`href="http://v.example${path}"`);

	expect((await ada.delete(API.domains.one(lost.id))).status).toBe(204);
	await until(async () => (await ask("go.lost.example", "/api/version")).status === 200, 5_000);
	expect((await ask("v.example", path)).status).toBe(302);
});

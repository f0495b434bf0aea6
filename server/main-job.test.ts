import sharp from "sharp";
import { expect, it } from "vitest";
import { until } from "./testing/app/test-app.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";

const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const app = useTestApp();

it("takes a newcomer from sign-in to counted views, over HTTP alone", async () => {
	const ada = app.browser();
	const json = async (path: string) => (await ada.get(path)).json();

	await ada.follow(await ada.get("/api/auth/google?login_hint=ada@example.com"));
	expect(await json("/api/auth/user")).toMatchObject({ email: "ada@example.com", needsConsent: true });

	const onboarding = await ada.post("/api/auth/onboarding", {
		email: "ada@example.com",
		fullName: "Ada Lovelace",
		businessCountry: "PT",
		termsAccepted: true,
		privacyAccepted: true,
	});
	expect(onboarding.status).toBe(204);
	expect(await json("/api/plans")).toHaveLength(4);

	const checkout = await ada.post("/api/subscriptions", { planId: "pro", isAnnual: true });
	expect(checkout.status).toBe(200);
	const { url } = (await checkout.json()) as { url: string };
	const payment = await ada.post(url, new URLSearchParams({ card_number: "4242 4242 4242 4242" }));
	expect(payment.status).toBe(303);
	expect(payment.headers.get("location")).toContain("/payment-success?session_id=");
	await until(async () => ((await json("/api/subscriptions/active")) as { active: boolean }).active, 5_000);
	expect(await json("/api/subscriptions/active")).toMatchObject({ subscription: { planId: "pro", isAnnual: true } });

	const form = new FormData();
	form.set("title", "Ada's first link");
	form.set("description", "What the engine weaves");
	form.set("targetUrl", "https://example.com/engine?a=1#notes");
	form.set("image", await picture(), "engine.png");
	const created = await ada.post("/api/links", form);
	expect(created.status).toBe(201);
	const link = (await created.json()) as { id: number; shortUrl: string };

	const crawler = await fetch(link.shortUrl, { headers: { "user-agent": "facebookexternalhit/1.1" } });
	expect(crawler.status).toBe(200);
	const card = await crawler.text();
	expect(card).toContain('<meta property="og:title" content="Ada&#39;s first link">');
	const image = await fetch(/property="og:image" content="([^"]+)"/.exec(card)?.[1] ?? "");
	const bytes = Buffer.from(await image.arrayBuffer());
	expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
	expect(bytes.length).toBeLessThanOrEqual(280 * 1024);

	const person = await fetch(link.shortUrl, { headers: { "user-agent": CHROME }, redirect: "manual" });
	expect(person.status).toBe(302);
	expect(person.headers.get("location")).toBe("https://example.com/engine?a=1#notes");

	expect(await json("/api/stats/views")).toEqual({ total: 2, human: 1, bot: 1 });
	expect(await json(`/api/stats/links/${link.id}/views`)).toEqual({ total: 2, human: 1, bot: 1 });
	expect(await json("/api/links/monthly-usage")).toEqual({ monthlyCount: 1, limit: 150 });
	expect(await json("/api/version")).toMatchObject({ major: 1, minor: 0, patch: 0 });
});

/** A colourful 3000x2000 PNG. */
async function picture(): Promise<Blob> {
	const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
	const png = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#e8472b", noise } })
		.blur(8)
		.png({ palette: true, colours: 32 })
		.toBuffer();
	return new Blob([new Uint8Array(png)], { type: "image/png" });
}

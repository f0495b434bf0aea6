import { Buffer } from "node:buffer";
import { describe, expect, inject, it } from "vitest";
import { browser, calls } from "./network.ts";
import { expectPath, openScreen, screen, user, waitFor, within } from "./screen.tsx";

/** What the server sends, as a visitor without scripts and a crawler read it. */
const ORIGIN = inject("screensOrigin");

async function read(path: string): Promise<{ html: string; page: Document; status: number }> {
	const answer = await browser().get(path);
	const html = await answer.text();
	const unstyled = html.replace(/<link rel="stylesheet"[^>]*>/g, "");
	return { html, status: answer.status, page: new DOMParser().parseFromString(unstyled, "text/html") };
}

describe("without a script", () => {
	it.each(["/", "/pricing"])("%s shows the plans with their prices", async (path) => {
		const { page } = await read(path);
		for (const [plan, price] of [
			["Starter", "€49.90"],
			["Basic", "€99.90"],
			["Pro", "€199.90"],
			["Enterprise", "€499.90"],
		] as const) {
			const card = within(within(page.body).getByRole("article", { name: plan }));
			card.getByText(price);
			card.getByText("VAT not included");
			expect(card.getAllByRole("listitem")[0]?.textContent).toMatch(/links/);
		}
	});

	it.each([
		["/", "Link previews in Social Networks", "Visualink: custom link previews for social media"],
		["/pricing", "Subscription Plans", "Subscription Plans · Visualink"],
		["/privacy", "Privacy Policy", "Privacy Policy · Visualink"],
		["/terms", "Terms and Conditions", "Terms and Conditions · Visualink"],
		["/withdraw", "Withdraw from contract", "Withdraw from contract · Visualink"],
	])("%s shows its heading and says what it is", async (path, heading, title) => {
		const { html, page } = await read(path);
		within(page.body).getByRole("heading", { level: 1, name: heading });
		expect(page.title).toBe(title);
		const content = (selector: string) => page.querySelector(selector)?.getAttribute("content");
		const address = `${ORIGIN}${path}`;
		expect(page.querySelector('link[rel="canonical"]')?.getAttribute("href")).toBe(address);
		expect(content('meta[name="description"]')).toBeTruthy();
		expect(content('meta[property="og:title"]')).toBe(title);
		expect(content('meta[property="og:description"]')).toBe(content('meta[name="description"]'));
		expect(content('meta[property="og:url"]')).toBe(address);
		expect(content('meta[property="og:image"]')).toBe(`${ORIGIN}/og.png`);
		expect(content('meta[name="twitter:card"]')).toBe("summary_large_image");
		expect(html).not.toContain("__PUBLIC_");
		expect(html).not.toContain("__VAT_");
	});

	it.each(["/privacy", "/terms"])("%s is dated and names the company", async (path) => {
		const { page } = await read(path);
		within(page.body).getByText("Last updated: August 22, 2025");
		within(page.body).getByText(/\[Company name\]/);
	});

	it("the privacy policy says what is kept and for how long", async () => {
		const { page } = await read("/privacy");
		for (const fact of [
			/first 24 bits of an IPv4/,
			/first 48 of an IPv6/,
			/90 days/,
			/13 months/,
			/Stripe/,
			/Google/,
			/delete your account/,
			/Links set no cookies and read none\./,
		]) {
			expect(within(page.body).getAllByText(fact), String(fact)).not.toEqual([]);
		}
	});

	it("the terms name the guarantee, the invoices and what a lapsed subscription leaves", async () => {
		const { page } = await read("/terms");
		within(page.body).getByRole("heading", { name: /30-day satisfaction guarantee/ });
		within(page.body).getByText(/Invoices are issued from Portugal\./);
		within(page.body).getByText(/A lapsed subscription never breaks what you have shared:/);
	});
});

it("the landing page lists its questions for search engines", async () => {
	const { html } = await read("/");
	const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
	const data = JSON.parse(json) as {
		"@type": string;
		mainEntity: { name: string; acceptedAnswer: { text: string } }[];
	};
	expect(data["@type"]).toBe("FAQPage");
	expect(data.mainEntity.length).toBeGreaterThan(3);
	for (const { name, acceptedAnswer } of data.mainEntity) {
		expect(html).toContain(name);
		expect(acceptedAnswer.text.length).toBeGreaterThan(40);
	}
});

it.each([
	["/favicon.ico", "image/x-icon", "00000100"],
	["/apple-touch-icon.png", "image/png", "89504e47"],
	["/og.png", "image/png", "89504e47"],
	["/icon-512.png", "image/png", "89504e47"],
])("%s is a real file", async (path, type, firstBytes) => {
	const answer = await browser().get(path);
	expect(answer.headers.get("content-type")).toBe(type);
	expect(
		Buffer.from(await answer.arrayBuffer())
			.subarray(0, 4)
			.toString("hex"),
	).toBe(firstBytes);
});

it("robots.txt allows everything and names the sitemap, which lists the public pages", async () => {
	const { html: robots } = await read("/robots.txt");
	expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
	expect(robots).not.toContain("Disallow");
	expect(robots).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
	const { html: sitemap } = await read("/sitemap.xml");
	for (const path of ["/", "/pricing", "/privacy", "/terms", "/withdraw"])
		expect(sitemap).toContain(`<loc>${ORIGIN}${path}</loc>`);
	expect((await read("/manifest.webmanifest")).status).toBe(200);
});

it("an unknown path answers 404 with the not-found screen, which leads back", async () => {
	const { status, page } = await read("/no/such/page");
	expect(status).toBe(404);
	for (const place of [within(page.body), screen]) {
		if (place === screen) openScreen("/no/such/page");
		await place.findByRole("heading", { level: 1, name: "404 Page Not Found" });
		place.getByText("Did you forget to add the page to the router?");
	}
	await user.click(screen.getByRole("link", { name: "Back to the start" }));
	await expectPath("/");
});

it("a visitor without a session makes no call that is refused", async () => {
	const { page } = await read("/");
	expect(page.documentElement.dataset.session).toBe("none");
	document.documentElement.dataset.session = "none";
	openScreen("/");
	expect((await screen.findByText("Access with Google")).closest("a")).toBeTruthy();
	await waitFor(() => expect(calls.map(({ path }) => path)).toContain("/api/plans"));
	delete document.documentElement.dataset.session;
	const paths = calls.map(({ path }) => path);
	expect(paths).not.toContain("/api/auth/user");
	expect(paths).not.toContain("/api/subscriptions/active");
});

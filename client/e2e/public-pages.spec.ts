import { expect, expectAccessible, FAILED_CALL, test } from "./fixtures.ts";

test.describe("without a script", () => {
	test.use({ javaScriptEnabled: false });

	for (const path of ["/", "/pricing"]) {
		test(`${path} shows the plans with their prices`, async ({ page }) => {
			await page.goto(path);
			for (const [plan, price] of [
				["Starter", "€49.90"],
				["Basic", "€99.90"],
				["Pro", "€199.90"],
				["Enterprise", "€499.90"],
			] as const) {
				const card = page.getByRole("article", { name: plan });
				await expect(card.getByText(price, { exact: true })).toBeVisible();
				await expect(card.getByText("VAT not included", { exact: true })).toBeVisible();
				await expect(card.getByRole("listitem").first()).toContainText(/links/);
			}
		});
	}

	for (const [path, heading, title] of [
		["/", "Link previews in Social Networks", "Visualink: custom link previews for social media"],
		["/pricing", "Subscription Plans", "Subscription Plans · Visualink"],
		["/privacy", "Privacy Policy", "Privacy Policy · Visualink"],
		["/terms", "Terms and Conditions", "Terms and Conditions · Visualink"],
	] as const) {
		test(`${path} shows its heading and says what it is`, async ({ page, baseURL }) => {
			await page.goto(path);
			await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
			await expect(page).toHaveTitle(title);
			const content = (selector: string) => page.locator(selector).getAttribute("content");
			const address = `${baseURL}${path}`;
			await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
			expect(await content('meta[name="description"]')).toBeTruthy();
			expect(await content('meta[property="og:title"]')).toBe(title);
			expect(await content('meta[property="og:description"]')).toBe(await content('meta[name="description"]'));
			expect(await content('meta[property="og:url"]')).toBe(address);
			expect(await content('meta[property="og:image"]')).toBe(`${baseURL}/og.png`);
			expect(await content('meta[name="twitter:card"]')).toBe("summary_large_image");
			expect(await page.content()).not.toContain("__PUBLIC_");
			expect(await page.content()).not.toContain("__VAT_");
		});
	}
});

test("the landing page tells its questions to search engines", async ({ request }) => {
	const html = await (await request.get("/")).text();
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

for (const [path, type, firstBytes] of [
	["/favicon.ico", "image/x-icon", "00000100"],
	["/apple-touch-icon.png", "image/png", "89504e47"],
	["/og.png", "image/png", "89504e47"],
	["/icon-512.png", "image/png", "89504e47"],
] as const) {
	test(`${path} is a real file`, async ({ request }) => {
		const response = await request.get(path);
		expect(response.headers()["content-type"]).toBe(type);
		expect((await response.body()).subarray(0, 4).toString("hex")).toBe(firstBytes);
	});
}

test("robots.txt allows everything and names the sitemap, which lists the public pages", async ({
	request,
	baseURL,
}) => {
	const robots = await (await request.get("/robots.txt")).text();
	expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
	expect(robots).not.toContain("Disallow");
	expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
	const sitemap = await (await request.get("/sitemap.xml")).text();
	for (const path of ["/", "/pricing", "/privacy", "/terms"]) expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
	await expect(await request.get("/manifest.webmanifest")).toBeOK();
});

test.describe("an unknown path", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("answers 404 with the not-found screen", async ({ page }) => {
		const response = await page.goto("/no/such/page");
		expect(response?.status()).toBe(404);
		await expect(page.getByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeVisible();
		await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
		await expectAccessible(page);
		await page.getByRole("link", { name: "Back to the start" }).click();
		await expect(page).toHaveURL("/");
	});
});

for (const path of ["/privacy", "/terms"]) {
	test(`${path} is dated, complete and accessible`, async ({ page }) => {
		await page.goto(path);
		await expect(page.getByText("Last updated: August 22, 2025")).toBeVisible();
		await expect(page.getByText(/\[Company name\]/)).toBeVisible();
		await expectAccessible(page);
	});
}

test("the privacy policy says what is kept and for how long", async ({ page }) => {
	await page.goto("/privacy");
	for (const fact of [
		/first 24 bits of an IPv4/,
		/first 48 of an IPv6/,
		/90 days/,
		/13 months/,
		/Stripe/,
		/Google/,
		/delete your account/,
	]) {
		await expect(page.getByText(fact).first()).toBeVisible();
	}
	await expect(page.getByText("Links set no cookies and read none.")).toBeVisible();
});

test("the terms name the guarantee, the invoices and what a lapsed subscription leaves", async ({ page }) => {
	await page.goto("/terms");
	await expect(page.getByRole("heading", { name: /30-day satisfaction guarantee/ })).toBeVisible();
	await expect(page.getByText("Invoices are issued from Portugal.")).toBeVisible();
	await expect(page.getByText("A lapsed subscription never breaks what you have shared:")).toBeVisible();
});

test("a visitor without a session is not asked about: no call is refused", async ({ page }) => {
	const calls: string[] = [];
	page.on("request", (request) => calls.push(new URL(request.url()).pathname));
	await page.goto("/", { waitUntil: "networkidle" });
	await expect(page.getByRole("link", { name: "Access with Google" })).toBeVisible();
	await expect.poll(() => calls).toContain("/api/plans");
	expect(calls).not.toContain("/api/auth/user");
	expect(calls).not.toContain("/api/subscriptions/active");
});

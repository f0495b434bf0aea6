import { describe, expect, it } from "vitest";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import { answerWith, calls, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	expectDeparture,
	expectFailureToast,
	expectPath,
	expectToast,
	field,
	openScreen,
	press,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

it("a visitor sees four plans, yearly until they choose monthly, without VAT", async () => {
	openScreen("/pricing");
	await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
	screen.getByText("Choose the plan that best fits your needs");
	expect(field("Yearly").checked).toBe(true);
	screen.getByText("2 months free per year");
	expectPrices(["€49.90", "€99.90", "€199.90", "€499.90"]);
	expect(screen.getAllByText("VAT not included")).toHaveLength(4);
	screen.getByText(/A lapsed subscription never breaks links you have shared: they still show their preview/);

	await user.click(field("Monthly"));
	expectPrices(["€4.99", "€9.99", "€19.99", "€49.99"]);
});

it("P604: each plan lists its links, and then what it adds to the plan below", async () => {
	openScreen("/pricing");
	await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
	const lines = screen.getAllByRole("article").map((card) =>
		within(card)
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent),
	);
	expect(lines).toEqual([
		["Up to 20 links per month", "Custom title, description and image", "View analytics", "Charts of the last 7 days"],
		[
			...["Up to 20 links per month", "Everything in Starter, plus:", "1 domain of your own"],
			...["Human vs bot views", "Tags", "Charts of the last 90 days", "QR codes with your logo", "Email support"],
		],
		[
			...["Up to 150 links per month", "Everything in Basic, plus:", "3 domains of your own"],
			...[
				"Custom URL slugs",
				"Start and end times",
				"Custom card per platform",
				"CSV import and export",
				"Charts of 12 months, and as CSV",
				"API with 2 keys",
				"Priority support",
			],
		],
		[
			...["Unlimited links", "Everything in Pro, plus:", "20 domains of your own"],
			...["Import thousands of links by CSV, and export them", "Public statistics pages", "API with 20 keys"],
		],
	]);
});

it.each<[who: string, person: Parameters<typeof becomePerson>[0] | null, labels: string[]]>([
	["a visitor", null, ["Start now", "Start now", "Choose Plan", "Start now"]],
	["a person without a plan", { hasConsent: true }, ["Subscribe", "Subscribe", "Choose Plan", "Subscribe"]],
	["a subscriber", { plan: "basic" }, ["Downgrade", "Current Plan", "Switch to yearly", "Upgrade", "Upgrade"]],
])("%s reads on each button what it does for them", async (_who, person, labels) => {
	if (person) await becomePerson(person);
	openScreen("/pricing");
	await waitFor(() => expect(buttonLabels()).toEqual(labels));
});

it("a subscriber's own plan says which interval they pay, and leads to the other", async () => {
	await becomePerson({ plan: "basic" });
	openScreen("/pricing");
	const own = await planOf("Basic");
	await waitFor(() => expect(own.getByRole<HTMLButtonElement>("button", { name: "Current Plan" }).disabled).toBe(true));
	own.getByText("You pay monthly");
	own.getByRole("button", { name: "Switch to yearly" });
	expect(screen.getAllByText(/^You pay/)).toHaveLength(1);
	await user.click(field("Monthly"));
	expect(own.getByRole<HTMLButtonElement>("button", { name: "Current Plan" }).disabled).toBe(true);
	own.getByText("You pay monthly");
	expect(own.queryByRole("button", { name: /^Switch/ })).toBeNull();

	await user.click(field("Yearly"));
	await press("Switch to yearly", own);
	const dialog = within(await screen.findByRole("dialog"));
	await press("Pay €89.91", dialog);
	await expectDeparture(/\/payment-success$/);
	const agreed = { amount: 8_991, prorationDate: expect.any(Number) };
	expect(checkouts()).toEqual([{ planId: "basic", isAnnual: true, takeBack: false, confirmed: true, agreed }]);
});

it("a subscriber reads under each button what it does; Stripe is asked for changes that start now alone (P259)", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/pricing");
	const day = "[A-Z][a-z]+ \\d{1,2}, \\d{4}";
	await (await planOf("Starter")).findByText(lineOf(`From ${day}, €49\\.90 a year`));
	await (await planOf("Enterprise")).findByText(lineOf("Today €[\\d.]+, then €499\\.90 a year"));
	await user.click(field("Monthly"));
	await (await planOf("Basic")).findByText(lineOf(`From ${day}, €9\\.99 a month`));
	await (await planOf("Enterprise")).findByText(lineOf("Today €[\\d.]+, then €49\\.99 a month"));
	const asked = calls.map(({ path }) => path).filter((path) => path.startsWith(API.subscriptions.preview));
	expect(asked.map((path) => path.split("?")[1]).sort()).toEqual([
		"planId=enterprise&isAnnual=false",
		"planId=enterprise&isAnnual=true",
		"planId=pro&isAnnual=true",
	]);
});

it.each<[plan: PlanId, loud: string[]]>([
	["starter", ["Pro"]],
	["pro", ["Enterprise"]],
	["enterprise", []],
])("a subscriber of %s sees the accent color only on the button of %j", async (plan, loud) => {
	await becomePerson({ plan });
	openScreen("/pricing");
	await screen.findByRole("button", { name: "Current Plan" });
	const cards = screen.getAllByRole("article").filter((card) => card.querySelector("button.bg-accent"));
	expect(cards.map((card) => card.getAttribute("aria-label"))).toEqual(loud);
});

it("a person without consent who chooses a plan is sent to onboarding, and their choice is kept", async () => {
	await becomePerson();
	openScreen("/");
	await press("Subscribe", await planOf("Starter"));
	await expectToast("Onboarding required");
	await expectPath("/onboarding");
	expect(Object.values(sessionStorage).join()).toContain('"planId":"starter","isAnnual":true');
});

it("a double click opens one checkout, and its button is busy until Stripe's page opens", async () => {
	await becomePerson({ hasConsent: true });
	const release = holdCalls(API.subscriptions.checkout);
	openScreen("/pricing");
	const pro = await planOf("Pro");
	const button = await pro.findByRole<HTMLButtonElement>("button", { name: "Choose Plan" });
	await user.dblClick(button);
	await waitFor(() => expect([button.disabled, button.getAttribute("aria-busy")]).toEqual([true, "true"]));
	release();
	await expectDeparture(/\/sandbox\/stripe\/checkout\//);
	expect(checkouts()).toHaveLength(1);
});

describe("when a call fails", () => {
	it("a person whose checkout can't be opened reads so, stays, and may try again", async () => {
		await becomePerson({ hasConsent: true });
		const mend = answerWith(API.subscriptions.checkout, 502);
		openScreen("/pricing");
		await press("Choose Plan", await planOf("Pro"));
		await expectFailureToast("Error", "Could not process the subscription");
		await expectPath("/pricing");
		mend();
		await press("Choose Plan", await planOf("Pro"));
		await expectDeparture(/\/sandbox\/stripe\/checkout\//);
	});

	it("a visitor reads that the plans can't be loaded, keeps those that are known, and may try again", async () => {
		const mend = answerWith(API.plans, 500);
		openScreen("/pricing");
		await expectFailureToast("Error", "Could not load subscription plans");
		expect(screen.getAllByRole("article")).toHaveLength(4);
		mend();
		await press("Try again");
		await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
		expect(screen.getAllByRole("article")).toHaveLength(4);
	});
});

async function planOf(name: string) {
	return within(await screen.findByRole("article", { name }));
}

function checkouts(): unknown[] {
	const sent = calls.filter(({ method, path }) => method === "POST" && path === API.subscriptions.checkout);
	return sent.map(({ body }) => JSON.parse(String(body)) as unknown);
}

function expectPrices(prices: string[]): void {
	const cards = screen.getAllByRole("article");
	for (const [index, price] of prices.entries()) within(cards[index] as HTMLElement).getByText(price);
}

function buttonLabels(): (string | null)[] {
	const buttons = screen.getAllByRole("article").flatMap((card) => within(card).queryAllByRole("button"));
	return buttons.map(({ textContent }) => textContent);
}

/** Finds a paragraph by its whole text, whatever elements that is made of. */
function lineOf(text: string): (_: string, element: Element | null) => boolean {
	const whole = new RegExp(`^${text}$`);
	return (_, element) => element?.tagName === "P" && whole.test(element.textContent);
}

import { describe, expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { BILLING_STATES, submitCard, withoutEvents } from "./billing-states.ts";
import { browser, calls } from "./network.ts";
import {
	expectDeparture,
	expectPath,
	expectToast,
	openScreen,
	press,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";

const FAILED = "Your last payment of €19.99 failed. Pay it to create links again.";
const OPEN_INVOICES = /^Pro, paid monthly, due since [A-Z][a-z]+ \d{1,2}, \d{4}\.$/;
const INVOICE = /\/sandbox\/stripe\/invoices\//;
const PORTAL = /\/sandbox\/stripe\/portal\//;

const main = () => within(screen.getByRole("main"));
const planButton = (plan: string) => within(screen.getByRole("article", { name: plan })).findByRole("button");
const expectFailedShown = () => waitFor(() => expect(screen.getAllByText(FAILED)).toHaveLength(1));
const asked = () => calls.map(({ path }) => path);

it.each(["past-due", "unpaid"] as const)(
	"a subscriber who is %s is sent to the plans, with the amount owed and every way out",
	async (state) => {
		await BILLING_STATES[state]();
		openScreen("/admin");
		await expectToast("Subscription required", "You need an active subscription to access this feature");
		await expectPath("/pricing");
		await main().findByText(FAILED);
		main().getByText(OPEN_INVOICES);
		for (const name of ["Pay €19.99", "Update card", "Invoices", "Cancel subscription"]) {
			expect(main().getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(false);
		}
		await user.click(main().getByRole("link", { name: "See your account" }));
		await expectPath("/account");
		await main().findByText(FAILED);
	},
);

it("a subscriber sees a failed payment on every screen until it is paid, and not after it, though no event has arrived", async () => {
	await BILLING_STATES["past-due"]();
	openScreen("/pricing");
	await expectFailedShown();
	for (const path of ["/account", "/account?section=plan", "/account?section=data", "/", "/privacy"]) {
		reloadScreen(path);
		await expectFailedShown();
	}
	await withoutEvents(async () => {
		await press("Pay €19.99");
		await submitCard(await expectDeparture(INVOICE));
		reloadScreen("/admin");
		await screen.findByRole("heading", { name: "Admin Dashboard" });
		expect(screen.queryByText(FAILED)).toBeNull();
		expect(asked()).toContain(`${API.subscriptions.active}?session_id=`);
	});
});

it("a subscriber cancels in the avatar's menu, after a question", async () => {
	await BILLING_STATES["past-due"]();
	openScreen("/privacy");
	await user.click(await screen.findByRole("button", { name: /Account menu/ }));
	const menu = within(await screen.findByRole("menu"));
	await menu.findByText("Payment of €19.99 failed");
	for (const name of ["Account", "Pay €19.99", "Update card", "Invoices"]) menu.getByRole("menuitem", { name });
	expect(menu.getByRole("menuitem", { name: "Manage subscription" }).getAttribute("href")).toBe("/pricing");
	expect(menu.queryByText("Get subscription")).toBeNull();
	await user.click(menu.getByRole("menuitem", { name: "Cancel subscription" }));
	const question = within(await screen.findByRole("dialog", { name: "Cancel your subscription?" }));
	question.getByText(/^Your Pro plan ends now\. The open invoice of €19\.99 is voided/);
	await user.click(question.getByRole("button", { name: "Cancel subscription" }));
	await expectToast("Subscription ended", "The open invoice of €19.99 is void. You won't be charged again.");
	await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull());
	reloadScreen("/pricing");
	await waitFor(async () => expect((await planButton("Starter")).textContent).toBe("Subscribe"));
});

describe("though no event of Stripe's arrives", () => {
	it("a subscriber opens the invoices, which lead back to an account that still owes", async () => {
		await BILLING_STATES["past-due"]();
		openScreen("/account");
		await withoutEvents(async () => {
			await press("Invoices");
			const portal = await (await browser().get(await expectDeparture(PORTAL))).text();
			expect(portal).toMatch(/href="[^"]*\/account"/);
			reloadScreen("/account");
			await expectFailedShown();
			expect(asked()).toContain(`${API.subscriptions.active}?session_id=`);
		});
	});

	it("a subscriber's new card leads back to the account, which is up to date at once", async () => {
		await BILLING_STATES["past-due"]();
		openScreen("/pricing");
		await withoutEvents(async () => {
			await press("Update card");
			expect(await submitCard(await expectDeparture(PORTAL))).toMatch(/\/account$/);
			reloadScreen("/account");
			await screen.findByText("Active");
			await user.click(screen.getByRole("link", { name: "Go to dashboard" }));
			await screen.findByRole("heading", { name: "Admin Dashboard" });
		});
	});

	it("a subscriber who cancels in Stripe's portal sees it on the first screen afterwards", async () => {
		await BILLING_STATES.monthly();
		openScreen("/admin?tab=subscription");
		await withoutEvents(async () => {
			await press("Invoices and payment method");
			await browser().post(await expectDeparture(PORTAL), new URLSearchParams({ action: "cancel" }));
			reloadScreen("/admin?tab=subscription");
			await screen.findByText(/^Canceled \(ends on /);
		});
	});
});

describe("another plan", () => {
	it("a subscriber who owes reads that this comes first, and is led to the invoice", async () => {
		await BILLING_STATES["past-due"]();
		openScreen("/pricing");
		const question = async () => within(await screen.findByRole("dialog", { name: "A payment is due" }));
		const answer = async (name: string) => user.click((await question()).getByRole("button", { name }));
		const choose = async () => {
			await expectFailedShown();
			await user.click(await planButton("Starter"));
		};
		await choose();
		(await question()).getByText("You owe €19.99 for Pro. Pay it or cancel Pro before you choose another plan.");
		await answer("Not now");
		await choose();
		await answer("Pay €19.99");
		await expectDeparture(INVOICE);
	});

	it("a subscriber who owes is led to the payment by the plan's own button", async () => {
		await BILLING_STATES["past-due"]();
		openScreen("/pricing");
		await screen.findByRole("article", { name: "Pro" });
		await user.click(screen.getByText("Monthly"));
		await user.click(await planButton("Pro"));
		await expectDeparture(INVOICE);
	});
});

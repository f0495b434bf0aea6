import { expect, it } from "vitest";
import { becomePerson } from "./person.ts";
import { expectFailureToast, expectPath, openScreen, reloadScreen, screen, user, waitFor, within } from "./screen.tsx";

it("a visitor is led to sign-in and to the prices", async () => {
	openScreen("/");
	await screen.findByRole("heading", { level: 1, name: "Link previews in Social Networks" });
	const main = within(screen.getByRole("main"));
	main.getByText("Create custom link previews for social media sharing. No code required.");
	main.getByText("From €4.99 a month");
	const start = await screen.findByRole("link", { name: "Get Started with Google" });
	expect(start.getAttribute("href")).toBe("/api/auth/google");
	expect(main.getByRole("link", { name: "Pricing" }).getAttribute("href")).toBe("#pricing");
	section("pricing").getByRole("heading", { level: 2, name: "Pricing" });
});

it("a signed-in person is led to a new link", async () => {
	await becomePerson({ hasConsent: true });
	openScreen("/");
	const create = await screen.findByRole("link", { name: "Create a link" });
	expect(create.getAttribute("href")).toBe("/admin/link/new");
	expect(screen.queryByRole("link", { name: "Get Started with Google" })).toBeNull();
});

it("a visitor swaps the sample link in the demo, whose hint is gone for good once used", async () => {
	openScreen("/");
	const demo = await screen.findByRole("switch");
	const shown = () =>
		["Sail the coast for half the price", "Untitled document"].filter(
			(text) => !screen.getByText(text).closest(".invisible"),
		);
	expect(demo.getAttribute("aria-checked")).toBe("true");
	expect(shown()).toEqual(["Sail the coast for half the price"]);
	screen.getByText(/Book with LAUNCH50OFF/);
	screen.getByText("try me!");

	await user.click(demo);
	await waitFor(() => expect(demo.getAttribute("aria-checked")).toBe("false"));
	expect(shown()).toEqual(["Untitled document"]);
	expect(screen.queryByText("try me!")).toBeNull();
	expect(Object.keys(localStorage).filter((key) => key.endsWith("v1"))).toHaveLength(1);

	reloadScreen();
	await screen.findByRole("link", { name: /Access with Google/ });
	screen.getByRole("switch");
	expect(screen.queryByText("try me!")).toBeNull();
});

it("a visitor reads what they get, the discount, and the answers", async () => {
	openScreen("/");
	await screen.findByRole("heading", { level: 1 });
	for (const name of ["Custom Content", "Analytics", "Short URLs"]) {
		section("features").getByRole("heading", { level: 3, name });
	}
	const everyApp = screen.getByRole("heading", { name: "Check it before you share it" }).closest("section");
	const cards = await within(everyApp as HTMLElement).findAllByRole("listitem");
	expect(cards.map((card) => within(card).getByRole("heading", { level: 3 }).textContent)).toEqual([
		...["WhatsApp", "LinkedIn", "X", "Slack", "iMessage"],
		"And once it's out",
	]);
	const pricing = section("pricing");
	pricing.getByText(/50% discount with the code CUT50OFF at checkout/);
	pricing.getByText(/50% off your first payment/);
	for (const name of ["Starter", "Basic", "Pro", "Enterprise"]) pricing.getByRole("heading", { level: 3, name });
	const faqs = section("faqs");
	expect(faqs.getAllByRole("group").map((entry) => entry.hasAttribute("open"))).not.toContain(true);
	faqs.getByText(/Starter plan includes up to 20 links/);
	faqs.getByText(/FIRST50OFF takes 50% off your first month, on plans paid monthly/);
	faqs.getByText(/CUT50OFF and LAUNCH50OFF take 50% off your first payment, .* One code per/);
	faqs.getByText(/30-day satisfaction guarantee/);
	faqs.getByText(/Invoices are issued from Portugal/);
	faqs.getByText(/lapsed subscription never breaks what you have shared: your links still show their preview/);
	expect(faqs.getByRole<HTMLAnchorElement>("link", { name: "Contact us" }).target).toBe("_blank");
});

it.each([
	["denied", "You did not allow the sign-in with Google. Nothing was changed."],
	["state", "The sign-in took too long, or your browser blocks our cookies. Please try again."],
	["unknown", "Google could not be reached. Please try again in a moment."],
])("a visitor whose sign-in came back with %s reads why", async (kind, sentence) => {
	openScreen(`/?auth_error=${kind}`);
	await expectFailureToast("Sign-in failed", sentence);
	await expectPath("/");
});

function section(id: string) {
	return within(document.getElementById(id) as HTMLElement);
}

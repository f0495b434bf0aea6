import { expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { browser } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import { reloadScreen, screen, user, waitFor, within } from "./screen.tsx";

it("a screen has one name: its heading, the browser's tab and the links to it (P450)", async () => {
	await becomePerson({ plan: "enterprise" });
	const { id, linkSlug, title } = await createLink({ title: "Summer" });
	const { url } = (await (await browser().send("PUT", API.analytics.publicPage(id), {})).json()) as { url: string };
	const screens: [path: string, heading: string, tab?: string][] = [
		["/pricing", "Subscription Plans"],
		["/privacy", "Privacy Policy"],
		["/terms", "Terms and Conditions"],
		["/admin", "Admin Dashboard"],
		["/admin/link/new", "Create New Link"],
		["/admin/import", "Import and export"],
		["/admin/analytics", "Analytics"],
		["/admin/api", "API"],
		["/account", "Account"],
		["/payment-success", "Payment Successful!"],
		[`/admin/link/edit/${linkSlug}`, "Edit Link"],
		[`/admin/link/previews/${linkSlug}`, "Previews", `Previews of ${title}`],
		[`/admin/link/stats/${linkSlug}`, "Statistics", `Statistics of ${title}`],
		[new URL(url).pathname, "Statistics", `Statistics of ${title}`],
		["/admin/link/edit/nowhere", "Link Not Found"],
	];
	/** Names that are specified for a link to a screen, next to that of its heading. */
	const specified: Record<string, string[]> = {
		"/pricing": ["Pricing", "Manage subscription", "Get subscription", "View plans"],
		"/admin": ["Dashboard", "Back to dashboard"],
		"/admin/link/new": ["New Link", "Create link now"],
		[`/admin/link/edit/${linkSlug}`]: ["Edit"],
	};
	const headings = new Map(screens.map(([path, heading]) => [path, heading]));
	for (const [path, heading, tab = heading] of screens) {
		reloadScreen(path);
		await waitFor(() => expect(shownHeading()).toBe(heading));
		await waitFor(() => expect(document.title).toBe(`${tab} · Visualink`));
		await user.click(await screen.findByRole("button", { name: /Account menu/ }));
		await within(await screen.findByRole("menu")).findByRole("menuitem", { name: "Sign out" });
		for (const { target, name } of links()) {
			const known = headings.get(target);
			if (known) expect([known, ...(specified[target] ?? [])], `${path} links to ${target}`).toContain(name);
		}
	}
});

/** A link's other tabs stay on the page, hidden. */
function shownHeading(): string | null | undefined {
	const headings = screen.getAllByRole("heading", { level: 1 });
	return headings.find((each) => !each.closest("[hidden]"))?.textContent;
}

/** Links of header, its menu and the footer, and those to signed-in screens that are not part of a row. */
function links(): { target: string; name: string }[] {
	return [...document.querySelectorAll("header a[href^='/'], footer a[href^='/'], main a[href^='/admin/']")]
		.filter((link) => !(link.closest("main") && link.closest("[data-link]")))
		.map((link) => ({
			target: (link.getAttribute("href") ?? "").replace(/[?#].*/, ""),
			name: (link.getAttribute("aria-label") ?? link.textContent ?? "").trim(),
		}));
}

import { expect, it } from "vitest";
import type { Chart } from "#shared/analytics/chart.ts";
import { answerWith, browser } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectFocus, expectPath, openScreen, press, reloadScreen, screen, user, waitFor, within } from "./screen.tsx";
import { chart, expectReadout, giveChartsWidth, untilCounted, visit } from "./views.ts";

const figure = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement?.querySelector("dd");
const expectCounts = (figures: Record<string, string>) =>
	waitFor(() => {
		for (const [label, count] of Object.entries(figures)) expect(figure(label)?.textContent).toBe(count);
	});
const chooseRange = (name: string) => user.click(screen.getByRole("radio", { name }));
/** The settings behind the gear, opened. */
const openSettings = async () => {
	await user.click(screen.getByRole("button", { name: "Chart settings" }));
	return within(await screen.findByRole("dialog", { name: "Chart settings" }));
};
const closeSettings = async () => {
	await user.keyboard("{Escape}");
	await expectFocus(() => screen.getByRole("button", { name: "Chart settings" }));
};
const expectQuery = (query: string) => waitFor(() => expect(location.search).toContain(query));
const seek = (name: string) => screen.findByRole("heading", { name });

it("a person sees who opened a link, from its row: by the hour, narrowed, by keys and in a table", async () => {
	await becomePerson({ plan: "pro" });
	const { linkSlug, shortUrl } = await createLink({ title: "Summer" });
	await visit(`${shortUrl}?utm_source=letter`);
	await visit(shortUrl);
	await visit(shortUrl, "WhatsApp/2.24.1 A");
	await untilCounted(2, 1);

	openScreen("/admin");
	await user.click(await screen.findByRole("button", { name: "More for Summer" }));
	await user.click(await screen.findByRole("menuitem", { name: "Statistics" }));
	await seek("Statistics");
	await waitFor(() => screen.getByText("Daily visitors, added up", { selector: "dt" }));
	await expectCounts({ People: "2", Bots: "1", "Daily visitors, added up": "1" });
	expect(screen.getByRole("table", { name: "Bots by platform" }).textContent).toContain("WhatsApp");

	(await chart(/^People and bots over time/)).focus();
	await user.keyboard("{End}");
	await expectReadout(/: 2 people, 1 bot$/);
	await user.keyboard("{ArrowLeft}");
	await expectReadout(/: 0 people, 0 bots$/);
	await user.click((await openSettings()).getByRole("radio", { name: "Table" }));
	await closeSettings();
	const table = within(await screen.findByRole("table", { name: "People and bots over time" }));
	expect(table.getAllByRole("row")).toHaveLength(8);
	table.getByRole("rowheader", { name: /^Today, [A-Z][a-z]{2} \d+$/ });
	expect(screen.queryByRole("group", { name: /^People and bots over time/ })).toBeNull();

	await chooseRange("Last 24 hours");
	await user.selectOptions((await openSettings()).getByLabelText("Time zone"), "Australia/Eucla");
	await closeSettings();
	await expectQuery("range=24h&zone=Australia%2FEucla&view=table");
	await screen.findByText(/Times in Australia\/Eucla\./);
	await press("letter");
	await expectQuery("dimension=source&value=letter&view=table");
	await seek("Sources: letter");
	reloadScreen();
	await screen.findByRole("table", { name: "People by day" });
	await waitFor(() => {
		const chosen = screen.getByRole("button", { name: "letter" });
		expect(chosen.getAttribute("aria-pressed")).toBe("true");
	});
	screen.getByRole("button", { name: "Show everybody" }).focus();
	await user.keyboard("{Enter}");
	await expectFocus(() => screen.getByRole("heading", { name: "People and bots" }));
	const download = screen.getByRole("link", { name: "Download CSV" });
	expect(download.hasAttribute("download")).toBe(true);
	const file = await browser().get(download.getAttribute("href") ?? "");
	expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename=views-of-link-\d+-.*\.csv$/);

	await user.click(screen.getByRole("link", { name: "Back to dashboard" }));
	await user.click(await screen.findByRole("link", { name: "Analytics" }));
	await seek("Analytics");
	const top = within(await screen.findByRole("table", { name: "Top links" })).getByRole("link", { name: /^Summer/ });
	expect(top.textContent).toMatch(/Summer\/go\/[a-z0-9-]+\/[a-z0-9]+$/);
	await user.click(top);
	await seek("Statistics");
	expect(location.pathname).toBe(`/admin/link/stats/${linkSlug}`);
});

it("an owner opens a link from its row without being counted, and reads so in its statistics (P528, P530)", async () => {
	await becomePerson({ plan: "pro" });
	const { linkSlug, shortUrl } = await createLink({ title: "Summer" });
	openScreen("/admin");
	await user.click(await screen.findByRole("button", { name: "More for Summer" }));
	const entry = await screen.findByRole("menuitem", { name: "Open" });
	expect(entry.getAttribute("target")).toBe("_blank");
	const opened = await browser().get(entry.getAttribute("href") ?? "");
	const address = opened.headers.get("location") ?? "";
	expect(address.startsWith(`${shortUrl}?`)).toBe(true);
	expect(await visit(address)).toBe(302);
	await visit(shortUrl);
	await untilCounted(1, 0);
	for (const path of [`/admin/link/stats/${linkSlug}`, "/admin/analytics"]) {
		history.pushState(null, "", path);
		reloadScreen();
		await screen.findByText('Your own visits with "Open" aren\'t counted.');
		await expectCounts({ People: "1", Bots: "0" });
	}
});

it("a person reads the months of a year below its chart, and the top of its scale (P349)", async () => {
	giveChartsWidth();
	await becomePerson({ plan: "pro" });
	const { shortUrl } = await createLink();
	await visit(shortUrl);
	await untilCounted(1, 0);
	openScreen("/admin/analytics");
	await chart(/^People and bots over time/);
	await chooseRange("Last 12 months");
	await within(await chart(/^People and bots over time/)).findByText("1");
	const year = new Date().getUTCFullYear();
	await waitFor(async () => {
		const axis = (await chart(/^People and bots over time/)).querySelector("svg");
		expect(axis?.textContent).toMatch(new RegExp(`[A-Z][a-z]{2} ${year}`));
	});
});

it("where there is little to show, the page says so: no views yet, days beyond the plan, a link that is not there", async () => {
	await becomePerson({ plan: "starter" });
	const { linkSlug } = await createLink({ title: "Summer" });
	openScreen(`/admin/link/stats/${linkSlug}`);
	await screen.findByText(/^No views yet/);
	const publicPage = await screen.findByRole("region", { name: "Public page" });
	await within(publicPage).findByRole("link", { name: "Upgrade to use this feature" });
	expect(within(publicPage).queryByRole("button")).toBeNull();
	await user.click(screen.getAllByRole("button", { name: "Share" })[0] as HTMLElement);
	await screen.findByRole("dialog");
	await user.keyboard("{Escape}");
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	reloadScreen(`/admin/link/stats/${linkSlug}?range=90d`);
	const refusal = await waitFor(() => {
		const [found, ...others] = screen.getAllByRole("alert").filter(({ textContent }) => textContent !== "");
		if (!found || others.length > 0) throw new Error("Not one alert");
		return found;
	});
	expect(refusal.textContent).toContain("Your plan's charts go back 7 days");
	within(refusal).getByRole("link", { name: "Upgrade to use this feature" });
	const locked = screen.getByRole<HTMLInputElement>("radio", { name: "Last 90 days" });
	expect(locked.disabled).toBe(true);
	await chooseRange("Custom range");
	await screen.findByText(/^No views yet/);
	expect(screen.getByLabelText<HTMLInputElement>("From").value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
	const reason = document.getElementById(locked.closest("fieldset")?.getAttribute("aria-describedby") ?? "");
	expect(reason?.textContent).toContain("Your plan's charts go back 7 days");
	reloadScreen("/admin/link/stats/nowhere");
	await seek("Link Not Found");
});

it("where the server gives no charts, or late ones, the page says so, and shows them at the next try (P691)", async () => {
	await becomePerson({ plan: "starter" });
	const allow = answerWith("/api/analytics", 429, { kind: "too_many", message: "Please try again in a minute" });
	openScreen("/admin/analytics");
	expect((await screen.findByRole("alert")).textContent).toContain("Please try again in a minute");
	screen.getByRole("button", { name: "Try again" });
	allow();
	await user.click(screen.getByRole("link", { name: "Back to dashboard" }));
	await expectPath("/admin");
	await user.click(await screen.findByRole("link", { name: "Analytics" }));
	await screen.findByText(/^No views yet/);

	const mend = answerWith("/api/analytics", 500);
	await chooseRange("Last 24 hours");
	await screen.findByText("The charts could not be loaded.");
	mend();
	await press("Try again");
	await screen.findByText(/^No views yet/);

	const shown = (await (await browser().get("/api/analytics")).json()) as Chart;
	answerWith("/api/analytics", 200, { ...shown, asOf: new Date().toISOString() });
	await chooseRange("Yesterday");
	await screen.findByText(/^As of .+ [AP]M\. Newer views will follow\.$/);
});

it("charts in a zone that nobody knows are in UTC, and say so; an offset is a zone (P512)", async () => {
	await becomePerson({ plan: "pro" });
	const { linkSlug, shortUrl } = await createLink({ title: "Winter" });
	await visit(shortUrl);
	await untilCounted(1, 0);

	openScreen(`/admin/link/stats/${linkSlug}?range=24h&zone=Etc/Unknown`);
	await screen.findByText(/Times in UTC\./);
	expect((await openSettings()).getByLabelText<HTMLSelectElement>("Time zone").value).toBe("UTC");
	await closeSettings();
	openScreen(`/admin/link/stats/${linkSlug}?range=24h&zone=%2B05:45`);
	await screen.findByText(/Times in UTC\+05:45\./);
	expect((await openSettings()).getByLabelText<HTMLSelectElement>("Time zone").value).toBe("+05:45");
});

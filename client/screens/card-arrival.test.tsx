import { expect, it } from "vitest";
import type { LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DRAWN_APPS } from "#shared/public/platforms/drawn-apps.ts";
import { browser, calls } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectPath, expectToast, fill, openScreen, reloadScreen, screen, user, waitFor, within } from "./screen.tsx";

const LINKEDIN = "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)";
// How many of them are satisfied depends on how fast the machine answers each of them.
const TESTED = new RegExp(`^(?:All|\\d+ of) ${DRAWN_APPS} apps get the right card`);
const NO_VIEWS = "0 views so far: 0 human, 0 bot";

const follow = async (name: string) => user.click(await screen.findByRole("link", { name }));
const arrived = () => screen.findByRole("region", { name: "Where it's been previewed" });

it("an owner sees where a card has arrived, and what brings a changed one there (P137, P138)", async () => {
	await becomePerson({ plan: "pro" });
	const { id, shortUrl } = await createLink({ title: "Spring", customLinkSlug: "spring" });
	for (const fetcher of [LINKEDIN, "facebookexternalhit/1.1"]) {
		await browser().get(shortUrl, { headers: { "user-agent": fetcher } });
	}
	await waitFor(async () => {
		const answer = await browser().get(API.links.deliveries(id));
		expect(((await answer.json()) as LinkDeliveries).deliveries).toHaveLength(2);
	});
	openScreen("/admin/link/previews/spring");
	// Messenger gets what Facebook's fetcher got (P601).
	await within(await arrived()).findByText(`3 of ${DRAWN_APPS} seen.`);
	const apps = within(await arrived())
		.getAllByRole("listitem")
		.map(({ textContent }) => textContent);
	expect(apps).toHaveLength(DRAWN_APPS);
	expect(apps).toContain("Messenger: has this card");
	expect(apps).toContain("WhatsApp: not yet");
	screen.getByText("Previewed on LinkedIn just now");

	await follow("Edit");
	await screen.findByText(/Messages already sent keep their old preview, and so do Facebook titles/);
	fill(await screen.findByLabelText("Title"), "Late spring");
	await follow("Previews");
	await screen.findByText("Shows the saved version.");
	expect(document.querySelector("[data-drawn]")?.textContent).toContain("Late spring");
	await user.click(screen.getByRole("button", { name: "Update Link" }));
	await expectPath("/admin");
	await user.click(await screen.findByRole("button", { name: "Copy fresh link" }));
	await expectToast("Copied!", "Link copied to clipboard");
	expect(await navigator.clipboard.readText()).toBe(`${shortUrl}?v=2`);

	reloadScreen("/admin/link/previews/spring");
	await screen.findByText(/Apps may still show version 1/);
	expect(screen.getByRole("link", { name: "LinkedIn: Post Inspector" }).getAttribute("href")).toBe(
		`https://www.linkedin.com/post-inspector/inspect/${encodeURIComponent(shortUrl)}`,
	);
	await within(await arrived()).findByText("No app has your latest card yet.");
	screen.getByText("LinkedIn still has version 1");
});

it("an owner tests a link on request, which counts as no view, and no test runs by itself (P202, P152)", async () => {
	await becomePerson({ plan: "starter" });
	const { id, shortUrl } = await createLink();
	openScreen(`/admin/link/edit/${new URL(shortUrl).pathname.split("/").at(-1)}`);
	await screen.findByText(NO_VIEWS);
	await follow("Previews");
	await user.click(await screen.findByRole("button", { name: "Test this link" }));
	await screen.findByText(TESTED);
	expect(calls.filter(({ path }) => path === API.links.selfTest(id))).toHaveLength(1);
	await follow("Edit");
	await screen.findByText(NO_VIEWS);
});

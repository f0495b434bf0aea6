import { expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import { browser } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import { openScreen, screen, user, waitFor, within } from "./screen.tsx";
import { chart, expectReadout, untilCounted, visit } from "./views.ts";

it("a person sees the account's views by tag, and those of one tag", async () => {
	await becomePerson({ plan: "pro" });
	for (const tags of [["50%25 off", "beach"], ["50%25 off"], []]) {
		const { id, shortUrl } = await createLink();
		for (const tag of tags) {
			const answer = await browser().post(API.links.changes, { change: "tag", ids: [id], tag });
			expect(answer.ok).toBe(true);
		}
		await visit(shortUrl);
	}
	await untilCounted(3, 0);
	openScreen("/admin/analytics");
	await user.click(await screen.findByRole("tab", { name: "Tags" }));
	const row = (name: string) =>
		within(screen.getByRole("table", { name: "Tags" })).getByRole("row", { name: (text) => text.startsWith(name) });
	await waitFor(() => {
		const rows = ["No tag", "50%25 off", "beach"].map((name) => row(name).textContent);
		expect(rows).toEqual(["No tag10", "50%25 off20", "beach10"]);
	});
	screen.getByText(/A link with two tags counts for both/);

	await user.click(within(row("50%25 off")).getByRole("button"));
	await waitFor(() => expect(location.search).toMatch(/dimension=tag&value=50%2525\+off/));
	await screen.findByRole("heading", { name: "Tags: 50%25 off" });
	(await chart(/^People by day/)).focus();
	await user.keyboard("{End}");
	await expectReadout(/: 2 people$/);
});

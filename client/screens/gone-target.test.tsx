import { expect, it } from "vitest";
import type { TargetState } from "#shared/links/health/target-failure.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { chooseInMenu } from "./link-menu.ts";
import { answerJson, browser, calls } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectFailureToast, expectFocus, expectToast, openScreen, screen, user, waitFor, within } from "./screen.tsx";
import { publishChange } from "./stream.ts";

const GONE: TargetState = {
	...{ goneSince: "2026-11-20T12:00:00.000Z", failure: "404", checkedAt: "2026-11-21T12:00:00.000Z", isOff: false },
};
const FOUND: TargetState = { ...GONE, goneSince: null, failure: null };

const read = async <Answer,>(path: string) => (await (await browser().get(path)).json()) as Answer;

/** A link whose target is as the checks found it, on every screen. @returns changes it, as a check does */
async function linkWith(start: TargetState | undefined) {
	await becomePerson({ plan: "pro" });
	const link = await createLink({ title: "Algarve" });
	let state = start;
	const shown = () => (state?.goneSince || state?.isOff ? { targetHealth: state } : {});
	const totals = () => (state?.goneSince ? { gone: 1 } : {});
	answerJson(API.links.bySlug(link.linkSlug), async ({ path }) => ({ ...(await read<LinkView>(path)), ...shown() }));
	for (const path of ["/api/links", "/api/links/rows"])
		answerJson(path, async ({ path: asked }) =>
			(await read<ListedLink[]>(asked)).map((each) => ({ ...each, ...shown() })),
		);
	for (const path of [API.links.index, API.links.search])
		answerJson(path, async ({ path: asked }) => {
			const found = await read<LinkOverview>(asked.replace("filter=gone", ""));
			const links = found.links?.map((each) => ({ ...each, ...shown() }));
			return { ...found, ...(links && { links }), totals: { ...found.totals, ...totals() } };
		});
	let isBroken = false;
	answerJson(API.links.health(link.id), ({ method, body }) => {
		if (isBroken) throw new TypeError("Failed to fetch");
		if (method === "PUT") state = { ...FOUND, isOff: (JSON.parse(String(body)) as TargetState).isOff };
		return state ?? FOUND;
	});
	return {
		link,
		breakChecks: (isIt: boolean) => {
			isBroken = isIt;
		},
		change: (next: TargetState | undefined, isPublished = true) => {
			state = next;
			if (isPublished) publishChange({ kind: "health", links: [link.id] });
		},
	};
}

it("P685: the list says which target isn't found since when, counts them, shows only them, and follows by events", async () => {
	const { change } = await linkWith(undefined);
	openScreen("/admin");
	const row = within(await screen.findByRole("toolbar", { name: "Algarve" }));
	expect(screen.queryByRole("option", { name: "Target not found" })).toBeNull();
	change(GONE);
	await row.findByText(/^Target not found/);
	expect(row.getByText(/^Target not found/).textContent).toBe("Target not found since Nov 20");
	await user.click(await screen.findByRole("button", { name: "1 target not found" }));
	await waitFor(() => expect(window.location.search).toBe("?filter=gone"));
	await screen.findByRole("toolbar", { name: "Algarve" });
	expect(screen.queryByRole("button", { name: "1 target not found" })).toBeNull();
	change(undefined);
	await waitFor(() => expect(row.queryByText(/^Target not found/)).toBeNull());
});

it("P685, P686: a link's page says why, and a check that finds the target takes the note away", async () => {
	const { link, change, breakChecks } = await linkWith(GONE);
	openScreen(`/admin/link/edit/${link.linkSlug}`);
	const note = within(await screen.findByRole("region", { name: "Target not found since Nov 20" }));
	note.getByText(/^example\.com says that this page doesn't exist \(404\)\./);
	breakChecks(true);
	const check = () => user.click(screen.getByRole("button", { name: "Check again" }));
	await check();
	await expectFailureToast("Error", "The target could not be checked. Try again in a minute.");
	breakChecks(false);
	await check();
	await expectToast("Still not found");
	change(FOUND, false);
	await check();
	await expectFocus(() => screen.getByText("The target was found again."));
	expect(screen.queryByRole("region", { name: /^Target not found/ })).toBeNull();
	// Another tab's check, or ours.
	change(GONE);
	await screen.findByRole("region", { name: "Target not found since Nov 20" });
});

it("P686: the menu of a link's page turns its checks off, and on again", async () => {
	const { link } = await linkWith(GONE);
	openScreen(`/admin/link/edit/${link.linkSlug}`);
	await screen.findByRole("region", { name: /^Target not found/ });
	const menu = () => screen.getByRole<HTMLButtonElement>("button", { name: "More for Algarve" });
	const choose = async (name: string) => {
		await waitFor(() => expect(menu().disabled).toBe(false));
		await chooseInMenu("Algarve", name);
	};
	await choose("Stop checking target");
	await expectToast("The target is no longer checked");
	await waitFor(() => expect(screen.queryByRole("region", { name: /^Target not found/ })).toBeNull());
	await choose("Check target daily");
	await expectToast("The target is checked daily");
	expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
		'{"isOff":true}',
		'{"isOff":false}',
	]);
});

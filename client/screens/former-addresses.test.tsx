import { expect, it } from "vitest";
import { formatDate } from "#client/lib/format.ts";
import type { NameInLinks } from "#shared/account/auth/user-name.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { browser } from "./network.ts";
import { becomePerson, createLink } from "./person.ts";
import {
	expectFocus,
	expectPath,
	expectToast,
	field,
	fill,
	openScreen,
	press,
	reloadScreen,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";
import { visit } from "./views.ts";

/** The user agent of a visitor. */

it("an owner changes a slug, whose former address keeps working, is listed and released (P320, P322)", async () => {
	await becomePerson({ plan: "enterprise" });
	const { shortUrl } = await createLink({ customLinkSlug: "printed" });
	await visit(shortUrl);
	const slug = () => field(/^Custom URL/);
	openScreen("/admin/link/edit/printed");
	await screen.findByLabelText(/^Custom URL/);
	fill(slug(), "fresh");
	await screen.findByText("The old address keeps working.");
	await press("Update Link");
	await expectPath("/admin");
	expect(await visit(shortUrl)).not.toBe(404);

	reloadScreen("/admin/link/edit/fresh");
	const former = within(await screen.findByRole("region", { name: "Former addresses" }));
	former.getByText(/\/printed$/);
	fill(slug(), "printed");
	await user.tab();
	await screen.findByText(/^This is a former address of this link\./);
	const update = screen.getByRole<HTMLButtonElement>("button", { name: "Update Link" });
	expect(update.disabled).toBe(false);
	fill(slug(), "fresh");

	await press(/^Release .*\/printed$/, former);
	const dialog = within(await screen.findByRole("dialog", { name: "Release this address?" }));
	dialog.getByText(/It had 2 views in the last 30 days\./);
	await press("Keep address", dialog);
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect(await visit(shortUrl)).not.toBe(404);
	await press(/^Release /, former);
	await press("Release address", within(await screen.findByRole("dialog")));
	await expectToast("Address released");
	await waitFor(() => expect(screen.queryByRole("region", { name: "Former addresses" })).toBeNull());
	await expectFocus(slug);
	expect(await visit(shortUrl)).toBe(404);
});

it("an owner changes the name in their links, and addresses follow (P325, P326)", async () => {
	await becomePerson({ plan: "pro" });
	const { shortUrl } = await createLink({ customLinkSlug: "sale" });
	openScreen("/admin");
	await screen.findByText(/\/sale$/);
	await user.click(screen.getByRole("tab", { name: "Subscription" }));
	await user.click(await screen.findByRole("link", { name: "Links" }));
	const part = within(await screen.findByRole("region", { name: "Name in your links" }));
	await press("Change name", part);
	const name = () => part.getByLabelText(/^Name in your links/);
	await expectFocus(name);
	part.getByText(/You can change it twice within a year\./);
	fill(name(), "admin");
	await press("Save name", part);
	await part.findByText("This name is reserved. Please choose another one.");
	const changed = `n${crypto.randomUUID().slice(0, 8)}`;
	fill(name(), changed);
	await press("Save name", part);
	await expectToast("Name changed");
	await part.findByText(new RegExp(`/go/${changed}/`));
	await part.findByText(/^Also reachable by/);
	await user.click(screen.getByRole("tab", { name: "Links" }));
	const list = await screen.findByRole("list", { name: "Your Links" });
	await waitFor(() => expect(list.textContent).toContain(`/go/${changed}/sale`));
	const [link] = (await (await browser().get(API.links.all)).json()) as LinkView[];
	expect(link?.shortUrl).not.toBe(shortUrl);
	expect(await visit(shortUrl)).not.toBe(404);
});

it("an owner who has changed their name twice reads when they can again, and can't before (P326)", async () => {
	await becomePerson({ plan: "pro" });
	for (const letter of ["a", "b"]) {
		const { status } = await browser().put(API.account.name, { name: `${letter}${crypto.randomUUID().slice(0, 8)}` });
		expect(status).toBe(200);
	}
	const { nextChangeAt } = (await (await browser().get(API.account.name)).json()) as NameInLinks;
	openScreen("/admin?tab=subscription&section=links");
	const part = within(await screen.findByRole("region", { name: "Name in your links" }));
	await user.click(await part.findByRole("button", { name: "Change name" }));
	const name = await part.findByLabelText<HTMLInputElement>(/^Name in your links/);
	expect(name.disabled).toBe(true);
	expect(part.getByRole<HTMLButtonElement>("button", { name: "Save name" }).disabled).toBe(true);
	part.getByText(
		`You have changed it twice within a year. You can change it again on ${formatDate(nextChangeAt ?? "")}.`,
		{ exact: false },
	);
});

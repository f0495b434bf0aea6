import { expect, it } from "vitest";
import { fillRequired, openNewLink, target } from "./link-form.ts";
import { answerWith, calls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { expectFocus, expectValue, field, fill, screen, user, waitFor, within } from "./screen.tsx";

const source = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Source/ });
const name = () => field(/^Save as template/);
const templates = () => within(screen.getByRole("list", { name: "Templates" }));

it("a person writes campaign parameters into the target, has them read from it, and keeps them as a template (P188)", async () => {
	await becomePerson({ plan: "starter" });
	const mend = answerWith("/api/links/utm-templates", 503);
	await openNewLink();
	await user.click(screen.getByText("Campaign, start and end"));
	expect(source().disabled).toBe(true);
	fillRequired();
	await waitFor(() => expect(source().disabled).toBe(false));
	fill(source(), "\u200bNews Letter ");
	fill(field(/^Medium/), "email");
	await expectValue(target, "https://example.com/algarve?utm_source=News%20Letter&utm_medium=email");
	await user.click(screen.getByRole("button", { name: "Use lowercase" }));
	await expectValue(source, "news letter");
	await expectFocus(source);
	await screen.findByText("We couldn't load your templates.");
	mend();
	screen.getByRole("button", { name: "Try again" }).focus();
	await user.keyboard("{Enter}");
	await waitFor(() => expect(screen.queryByText("We couldn't load your templates.")).toBeNull());
	await expectFocus(name);
	fill(name(), "Mail");
	await user.keyboard("{Enter}");
	await waitFor(() => templates().getByText("Mail"));

	fill(field(/^Medium/), "");
	await expectValue(target, "https://example.com/algarve?utm_source=news%20letter");
	fill(target(), "https://example.org/?a=1#part");
	await expectValue(source, "");
	await user.click(screen.getByRole("button", { name: "Mail" }));
	await expectValue(target, "https://example.org/?a=1&utm_source=news%20letter&utm_medium=email#part");

	const refusal = "You can keep 50 templates. Remove one first.";
	const allow = answerWith("/api/links/utm-templates", 409, { kind: "conflict", message: refusal });
	fill(name(), "Post");
	await user.keyboard("{Enter}");
	await screen.findByText(refusal);
	allow();
	await user.dblClick(screen.getByRole("button", { name: "Remove template Mail" }));
	await waitFor(() => expect(screen.queryByRole("list", { name: "Templates" })).toBeNull());
	expect(screen.queryByText(refusal)).toBeNull();
	expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
	await expectFocus(name);
});

import { beforeEach, expect, it } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { description, expectSaved, fillRequired, openNewLink, slugField, submit, target, title } from "./link-form.ts";
import { browser, calls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { address, expectStatus, paste } from "./prefill.ts";
import { expectFocus, expectValue, field, fill, messagesOf, screen, user, waitFor } from "./screen.tsx";

beforeEach(async () => {
	await becomePerson({ plan: "pro" });
	await openNewLink();
});

const saves = () => calls.filter(({ method, path }) => method === "POST" && path === "/api/links");

it("invisible characters around what a person pastes are neither counted nor saved (P54)", async () => {
	fill(slugField(), "\u00a0summer\u2011sale\u200b");
	fill(title(), "\u200bSummer sale\u2060");
	fill(description(), "\n\u00a0All week\u200e");
	fill(target(), "\u200bhttps://exam\u00adple.com/a\u00a0");
	await user.tab();
	for (const counter of ["11/20", "11/60", "8/160"]) await screen.findByText(counter);
	await expectValue(target, "https://example.com/a");
	await submit();
	await expectSaved();
	const [saved] = (await (await browser().get("/api/links")).json()) as LinkView[];
	expect(saved).toMatchObject({
		linkSlug: "summer-sale",
		title: "Summer sale",
		description: "All week",
		targetUrl: "https://example.com/a",
	});
});

it.each([
	["https://example.com/a/very/\r\nlong/path", "It's broken over two lines. Paste it as one line."],
	["https://example.com/a\nhttps://example.com/b", "There are two addresses in this field."],
	["https://example.com/a\tSummer sale", "There's a tab or another control character in it."],
])("the target %j is refused at its field, with the reason, until it is corrected (P458)", async (pasted, reason) => {
	const message = `Please enter a valid URL. ${reason}`;
	fillRequired();
	fill(target(), "");
	await paste(target(), pasted);
	await waitFor(() => expect(messagesOf(target())).toContain(message));
	await user.tab();
	await submit();
	await expectFocus(target);
	expect(messagesOf(target())).toContain(message);
	fill(target(), "https://example.com/a/very/long/path");
	await waitFor(() => expect(messagesOf(target())).not.toContain(message));
	expect(saves()).toEqual([]);
	await submit();
	await expectSaved();
});

it("the other fields for an address say why, too (P458)", async () => {
	const broken = "https://example.com/a/very/\nlong/path";
	const reason = "It's broken over two lines. Paste it as one line.";
	await user.click(screen.getByText("Campaign, start and end"));
	const after = () => field(/^Then redirect to/);
	await paste(after(), broken);
	await waitFor(() => expect(messagesOf(after())).toContain(`Please enter a valid URL to redirect to. ${reason}`));
	await paste(address(), broken);
	const refusal = `Please enter a valid URL. ${reason} You can fill in the form yourself.`;
	await expectStatus(refusal);
	expect(address().value).toBe("https://example.com/a/very/ long/path");
	await user.keyboard("{Enter}");
	await expectStatus(refusal);
	expect(calls.filter(({ path }) => path === "/api/links/prefill")).toEqual([]);
});

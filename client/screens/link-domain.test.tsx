import { expect, it } from "vitest";
import type { Domain } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createButton, fillRequired, openNewLink, preview, submit } from "./link-form.ts";
import { answerJson, answerWith, calls, changeAnswer } from "./network.ts";
import { expectNoise } from "./noise.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectFocus, messagesOf, openScreen, press, screen, user, waitFor } from "./screen.tsx";

const OWN = "our own address";
const choice = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Domain" });
const choose = (host: string) => user.selectOptions(choice(), host);
const address = (host: string) => `${host}:${location.port}/...`;
/** What was sent of the domain: null for nothing. */
function sentDomain(method: string, path: string): FormDataEntryValue | null {
	const call = calls.find((each) => each.method === method && each.path === path);
	if (!(call?.body instanceof FormData)) throw new Error("Nothing was sent.");
	return call.body.get("domain");
}

/** The account has these hosts; DNS is not asked here. */
function haveDomains(...hosts: Partial<Domain>[]): void {
	const domains = hosts.map((each, n) => ({ id: n + 1, status: "active", records: [], isDefault: false, ...each }));
	answerJson(API.domains.all, () => ({ domains, limit: 3 }));
}

it("P632: without a verified domain the form has no choice", async () => {
	await becomePerson({ plan: "pro" });
	haveDomains({ host: "go.brand.example", status: "waiting" }, { host: "old.brand.example", status: "off" });
	await openNewLink();
	await waitFor(() => expect(calls.some(({ path }) => path === API.domains.all)).toBe(true));
	expect(screen.queryByRole("combobox", { name: "Domain" })).toBeNull();
});

it.each([
	["the default, which the server knows", null, "go.brand.example", null],
	["another domain", "b.brand.example", "b.brand.example", "b.brand.example"],
	[OWN, "", "", ""],
])("P632: a new link gets %s", async (_what, chosen, host, sent) => {
	await becomePerson({ plan: "pro" });
	haveDomains({ host: "go.brand.example", isDefault: true }, { host: "b.brand.example", status: "failing" });
	await openNewLink();
	await waitFor(() => expect(choice().value).toBe("go.brand.example"));
	expect([...choice().options].map(({ text }) => text.replace(location.host, "ours").replace(/go\/.*/, "go/"))).toEqual(
		[...["ours/go/", `go.brand.example:${location.port}/`, `b.brand.example:${location.port}/`]],
	);
	await preview().findByText(address("go.brand.example"));
	if (chosen !== null) await choose(chosen);
	await preview().findByText(host === "" ? new RegExp(`^${location.host}/go/`) : address(host));
	fillRequired();
	expectNoise(/could not be created/);
	answerWith(API.links.all, 400, { kind: "invalid", code: "invalid_input", message: "Stop", fields: [] });
	await submit();
	await screen.findByText("Stop");
	expect(sentDomain("POST", API.links.all)).toBe(sent);
});

it("P632: a link stays where it is unless it is moved, also without custom URLs", async () => {
	await becomePerson({ plan: "basic" });
	const { linkSlug } = await createLink();
	const path = API.links.bySlug(linkSlug);
	haveDomains({ host: "go.brand.example" }, { host: "b.brand.example", isDefault: true });
	const asItIs = changeAnswer(path, { shortUrl: `https://go.brand.example/${linkSlug}` });
	openScreen(`/admin/link/edit/${linkSlug}`);
	await waitFor(() => expect(choice().value).toBe("go.brand.example"));
	asItIs();
	answerWith(path, 400, { kind: "invalid", code: "invalid_input", message: "Stop", fields: [] }, "PUT");
	await press("Update Link");
	await screen.findByText("Stop");
	expect(sentDomain("PUT", path)).toBeNull();
	await choose("");
	calls.length = 0;
	await press("Update Link");
	await waitFor(() => expect(sentDomain("PUT", path)).toBe(""));
});

it("P632: a domain that was lost meanwhile is explained at its field", async () => {
	await becomePerson({ plan: "pro" });
	haveDomains({ host: "go.brand.example" });
	await openNewLink();
	await waitFor(() => expect(choice().value).toBe(""));
	await choose("go.brand.example");
	fillRequired();
	const message = "This domain isn't one of your verified domains";
	const fields = [{ field: "domain", code: "domain_not_verified", message }];
	expectNoise(/could not be created/);
	answerWith(API.links.all, 400, { kind: "invalid", code: "domain_not_verified", message, fields });
	await submit();
	await waitFor(() => expect(messagesOf(choice())).toEqual([message]));
	await expectFocus(choice);
	expect(createButton().disabled).toBe(false);
	await choose("");
	await waitFor(() => expect(choice().getAttribute("aria-invalid")).toBe("false"));
});

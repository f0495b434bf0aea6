import { expect, it } from "vitest";
import type { ImportView } from "#shared/links/imports/imports.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { browser } from "./network.ts";
import { becomePerson } from "./person.ts";
import { expectFocus, field, openScreen, press, reloadScreen, screen, user, waitFor } from "./screen.tsx";

const FILE = "Name,Adresse,Owner\nOne,https://example.com/a,Ada\nTwo,https://example.com/b,Ada\n";

async function choose(text: string, name = "links.csv"): Promise<void> {
	await screen.findByLabelText(/CSV file$/);
	await user.upload(field(/CSV file$/), new File([text], name, { type: "text/csv" }));
}
const sentence = (text: RegExp) =>
	screen.findByText((_, element) => element?.tagName === "P" && text.test(element.textContent ?? ""));

/** Starts the import and opens the screen again once it is done: no event reaches a page in a DOM. */
async function importAll(): Promise<void> {
	await press(/Import 2 links/);
	await waitFor(async () => {
		const { state } = (await (await browser().get(API.imports.all)).json()) as ImportView;
		expect(state).toBe("done");
	});
	reloadScreen();
}

it("P521: a file without a target is imported once its columns are chosen", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin/import");
	await choose(FILE);
	await screen.findByText(/The first line must name the columns/);
	await expectFocus(() => screen.getByRole("region", { name: "Columns of links.csv" }));
	await sentence(/^Not used: Name, Adresse, Owner$/);
	await user.selectOptions(field("Adresse"), "Target URL");
	await user.selectOptions(field("Owner"), "Title");
	// A use that one column gets is no other's.
	await user.selectOptions(field("Name"), "Title");
	expect(field("Owner").value).toBe("");
	await press("Check again");

	await sentence(/^2 new, 0 duplicates, 0 skipped\.$/);
	expect(screen.queryByText(/The first line must name the columns/)).toBeNull();
	await sentence(/^Used: Name as Title, Adresse as Target URL$/);
	await sentence(/^Not used: Owner$/);
	await importAll();
	await sentence(/^Done: 2 links imported, 0 duplicates, 0 skipped\.$/);
	expect(screen.queryByText("Change columns")).toBeNull();
	const made = (await (await browser().get(API.links.all)).json()) as LinkView[];
	expect(made.map(({ title, targetUrl }) => [title, targetUrl]).sort()).toEqual([
		["One", "https://example.com/a"],
		["Two", "https://example.com/b"],
	]);
});

it("P521: a column that was used is left out, and one that wasn't is used, before anything is made", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin/import");
	await choose("url,Title,Notes\nhttps://example.com/a,Internal,Shown\n");
	await sentence(/^Used: url as Target URL, Title as Title$/);
	await user.selectOptions(field("Title"), "Not used");
	await user.selectOptions(field("Notes"), "Description");
	await press("Check again");
	await sentence(/^Used: url as Target URL, Notes as Description$/);
	await sentence(/^Title made from the address$/);
	// No target at all: the file can be chosen for again.
	await user.selectOptions(field("url"), "Not used");
	await press("Check again");
	await screen.findByText("Choose the column with the addresses that your links lead to");
	await user.selectOptions(field("url"), "Target URL");
	await press("Check again");
	await sentence(/^1 new, 0 duplicates, 0 skipped\.$/);
});

it("P524: flagged rows are counted first, and listed before and after they are made", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin/import");
	const rows = ["https://shop.example/a,PayPal,Please verify your account", "https://example.com/b,Two,Six lakes"];
	await choose(["url,title,description", ...rows].join("\n"));
	await sentence(/^1 flagged, 1 new, 0 duplicates, 0 skipped\.$/);
	expect(field("Lines").value).toBe("flagged");
	await sentence(/^Flagged: It reads as if it came from PayPal/);
	screen.getByText("Flagged", { selector: "p" });
	expect(screen.queryByText("Two")).toBeNull();
	await importAll();
	await sentence(/^Done: 1 flagged, 1 other link imported, 0 duplicates, 0 skipped\.$/);
	await waitFor(() => screen.getByText("Made", { selector: "p" }));
	await sentence(/^Flagged: It reads as if it came from PayPal/);
});

it("P522: says when letters may be wrong", async () => {
	await becomePerson({ plan: "pro" });
	openScreen("/admin/import");
	await screen.findByLabelText(/CSV file$/);
	const bytes = Uint8Array.from("url,title\nhttps://example.com/a,Gr\u00fc\u00dfe", (letter) => letter.charCodeAt(0));
	await user.upload(field(/CSV file$/), new File([bytes], "excel.csv", { type: "text/csv" }));
	await sentence(/^Read as Windows-1252\. If letters look wrong, save the file as CSV UTF-8\.$/);
	await screen.findByText("Gr\u00fc\u00dfe");
});

it("below Pro the page says what it needs", async () => {
	await becomePerson({ plan: "basic" });
	openScreen("/admin/import");
	await waitFor(() => expect(screen.getAllByRole("link", { name: "Upgrade to use this feature" })).toHaveLength(2));
	expect(screen.queryByLabelText(/CSV file$/)).toBeNull();
});

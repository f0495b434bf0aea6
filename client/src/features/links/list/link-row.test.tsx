import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Router } from "wouter";
import { TooltipProvider } from "#client/components/ui/tooltip.tsx";
import type { ListedLink } from "#shared/links/link-list.ts";
import { LinkRow } from "./link-row.tsx";

const link: ListedLink = {
	id: 1,
	linkSlug: "engine",
	shortUrl: "https://visualink.example/go/ada/engine",
	domain: null,
	targetUrl: "https://example.com/",
	title: "The engine",
	description: "What it weaves",
	imageUrl: null,
	imageSource: null,
	viewsBot: 0,
	viewsHuman: 0,
	deleted: false,
	createdAt: "2025-03-05T12:00:00.000Z",
	deletedAt: null,
	tags: [],
	archived: false,
	lastSeenAt: null,
};

function listOf(links: ListedLink[]): string {
	return renderToStaticMarkup(
		<TooltipProvider>
			<Router ssrPath="/admin">
				{links.map((each) => (
					<LinkRow
						key={each.id}
						link={each}
						saved={null}
						actions={[]}
						isChosen={false}
						isChoosing={false}
						onToggle={() => {}}
					/>
				))}
			</Router>
		</TooltipProvider>,
	);
}

it("A20: says of a disabled link, and of no other, that it is disabled", () => {
	expect(listOf([link])).not.toContain("Disabled");
	expect(listOf([link, { ...link, id: 2, disabled: true }]).split(">Disabled<")).toHaveLength(2);
});

it("P19: a disabled link can't be edited", () => {
	const edit = /href="[^"]*\/edit\//;
	expect(listOf([link])).toMatch(edit);
	expect(listOf([{ ...link, disabled: true }])).not.toMatch(edit);
});

it("P331: shows one tag and how many more; the others are read out", () => {
	expect(listOf([link])).not.toContain("Tags");
	expect(listOf([{ ...link, tags: ["Sale"] }])).not.toContain("+1");
	const three = listOf([{ ...link, tags: ["Sale", "News", "Old"] }]);
	expect(three).toContain(">+2<");
	expect(three).toContain(">News, Old<");
});

it("P331: the slug is a part of its own, which is never cut", () => {
	expect(listOf([link])).toContain('<span class="shrink-0 font-medium">/engine</span>');
});

it("P390: says of a flagged and of a blocked link that it is, and leads to the note on its edit page", () => {
	expect(listOf([link])).not.toMatch(/Flagged|Blocked/);
	const both = listOf([
		{ ...link, id: 2, flagState: "flagged" },
		{ ...link, id: 3, flagState: "blocked" },
	]);
	expect(both.match(/>(?:Flagged|Blocked)</g)).toEqual([">Flagged<", ">Blocked<"]);
	expect(both.match(/href="[^"]*\/edit\/engine"/g)).toHaveLength(2);
});

import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Router } from "wouter";
import { createQueryClient } from "#client/lib/query-client.ts";
import type { LinkView } from "#shared/links/link.ts";
import { LinkList } from "./link-list.tsx";

const link: LinkView = {
	id: 1,
	linkSlug: "engine",
	shortUrl: "https://visualink.example/go/ada/engine",
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
};

function listOf(links: LinkView[]): string {
	return renderToStaticMarkup(
		<QueryClientProvider client={createQueryClient()}>
			<Router ssrPath="/admin">
				<LinkList links={links} actions={[]} />
			</Router>
		</QueryClientProvider>,
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

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { FlaggedNote } from "./flagged-note.tsx";

const closed: LinkFlag = {
	state: "blocked",
	effect: "closed",
	reasons: [{ code: "closed-before", words: ["shop.example"], evidence: "closed" }],
	reviewAskedAt: null,
};
const textOf = (flag: LinkFlag) =>
	renderToStaticMarkup(
		<QueryClientProvider client={new QueryClient()}>
			<FlaggedNote link={{ id: 1, linkSlug: "a", targetUrl: "https://shop.example/", flag } as LinkView} />
		</QueryClientProvider>,
	).replace(/<[^>]+>/g, " ");

it("P462: says of a link that an operator blocked that a change doesn't open it, and when it waits for a review", () => {
	const decided = textOf({ ...closed, isDecided: true });
	expect(decided).toContain("We closed another of your links to shop.example.");
	expect(decided).toContain("You can change it, but it stays closed until we&#x27;ve reviewed it.");
	expect(decided).toContain("Ask for a review");
	const waiting = textOf({ ...closed, isDecided: true, reviewAskedAt: "2026-11-25T00:00:00.000Z" });
	expect(waiting).toContain("This link is waiting for a review.");
	expect(waiting).not.toContain("Ask for a review");
});

it("P386: says of a link that a list closed that another target opens it", () => {
	expect(textOf(closed)).toContain("Change its target to open it again.");
});

it("P546: quotes a word once that the name and the address say", () => {
	const reason = {
		code: "impersonation",
		brand: "PayPal",
		words: ["PayPal", "paypal", "log in"],
		evidence: "sign",
	} as const;
	const text = textOf({
		...closed,
		state: "flagged",
		effect: "plain",
		reasons: [{ ...reason, words: ["PayPal", "paypal", "log in"] }],
	});
	expect(text).toContain("PayPal (&quot;PayPal&quot;, &quot;log in&quot;)");
});

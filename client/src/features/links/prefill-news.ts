import type { Block } from "#shared/links/prefill.ts";
import type { Filled, PrefillNews } from "./use-prefill.ts";

const NAMES: Record<Filled, string> = {
	title: "title",
	description: "description",
	targetUrl: "target URL",
	image: "image",
};
const GATES: Record<Block, string> = {
	consent: "asks for consent before it shows the page",
	login: "shows the page to people who have signed in alone",
	challenge: "lets no machine read the page",
	denied: "does not let us read the page",
};
const BY_HAND = "Please fill in the rest yourself.";

/** What stands below the address: what it is for, what is being done, or what came of it. */
export function newsInWords(news: PrefillNews): string {
	switch (news.kind) {
		case "none":
			return "We read its title, description and image, and fill in the form.";
		case "reading":
			return `Reading ${news.site} …`;
		case "copying":
			return `Copying an image of ${news.site} …`;
		case "failed":
			return `${news.message.replace(/\.$/, "")}. The form works without it.`;
		case "blocked":
			return `${news.site} ${GATES[news.by]}. ${BY_HAND}`;
		case "filled":
			return inWords(news);
	}
}

function inWords({ site, filled, cut, kept }: Extract<PrefillNews, { kind: "filled" }>): string {
	const found = filled.filter((field) => field !== "targetUrl");
	if (found.length === 0 && kept.length === 0) return `${site} says nothing of itself. ${BY_HAND}`;
	return [
		found.length > 0 && `From ${site}: ${listed(filled)}.`,
		cut.length > 0 && `Shortened to fit: ${listed(cut)}.`,
		kept.length > 0 && `Left as you wrote it: ${listed(kept)}.`,
	]
		.filter(Boolean)
		.join(" ");
}

function listed(fields: readonly Filled[]): string {
	return fields.map((field) => NAMES[field]).join(", ");
}

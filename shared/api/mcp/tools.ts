import type { ApiScope } from "../keys/api-key.ts";
import type { ApiRoute } from "../v1/api-route.ts";
import { API_V1_ROUTES } from "../v1/routes.ts";

type RouteId = (typeof API_V1_ROUTES)[number]["id"];
export type Fields = Record<string, unknown>;
/** A route by which a tool works, and which of its body's fields the tool takes; without a list, all. */
export type Way = { route: ApiRoute; fields?: readonly string[] };
/** What a client may do without asking (the protocol's hints). */
type Hints = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };

export type Tool = {
	name: string;
	title: string;
	description: string;
	hints: Hints;
	ways: readonly [Way, ...Way[]];
	/** The way of a call, by its arguments. */
	choose: (sent: Fields) => Way;
	/** Arguments that a call leaves out. */
	defaults?: Fields;
};

const READS: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const MAKES: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
/** What it replaces is gone. */
const REPLACES: Hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };

/** Links in a list: each takes some 250 tokens of an assistant's context. */
const LISTED = 20;
/** Of a link's own card. Where the link leads isn't among them, so no text that an assistant reads can change it. */
const CARD = ["title", "description", "imageUrl"];

/** All that an assistant can do (P666). Nothing deletes, bills or changes where a link leads. */
export const TOOLS: readonly Tool[] = [
	tool("create_link", ["createLink"], {
		title: "Create a link",
		description:
			"Creates a short link whose preview has your title, description and image. Answers the link; share its shortUrl.",
		hints: MAKES,
	}),
	tool("update_card", ["updateLink", "saveCard"], {
		title: "Change a link's card",
		description:
			"Changes the title, description or image that previews of a link show; what is left out stays. With target, saves the custom card of these apps instead, as a whole: fields that are left out are the link's.",
		hints: REPLACES,
		fields: CARD,
		isSecond: ({ target }) => target !== undefined,
	}),
	tool("preview_card", ["previewLink", "previewCard"], {
		title: "Preview a card",
		description:
			"Shows what each app shows of a card, with a warning for what it cuts. Give the id of a link, or title and description of a card that isn't saved.",
		hints: READS,
		isSecond: ({ id }) => id === undefined,
	}),
	tool("test_link", ["testLink"], {
		title: "Test a link",
		description:
			"Requests a link as each app's crawler does and says what is wrong with the card that it gets. Takes seconds; counts no view.",
		hints: { ...READS, openWorldHint: true },
	}),
	tool("list_links", ["listLinks"], {
		title: "List links",
		description: "Lists links, newest first, each with its views. For more, send next as cursor.",
		hints: READS,
		defaults: { limit: LISTED },
	}),
	tool("link_stats", ["getLinkAnalytics", "getAnalytics"], {
		title: "Read statistics",
		description: "Counts the views of a link by day, source, country, device and more. Leave out id for all links.",
		hints: READS,
		isSecond: ({ id }) => id === undefined,
	}),
	tool("receipts", ["getReceipts"], {
		title: "Read receipts",
		description: "Says which apps have fetched a link's card, and whether they have its newest version.",
		hints: READS,
	}),
];

type About = Omit<Tool, "name" | "ways" | "choose"> & {
	fields?: readonly string[];
	/** Whether a call goes the second way. */
	isSecond?: (sent: Fields) => boolean;
};

function tool(name: string, [first, second]: [RouteId, RouteId?], about: About): Tool {
	const { fields, isSecond = () => false, ...rest } = about;
	const usual: Way = { route: routeOf(first), ...(fields && { fields }) };
	const other: Way = second ? { route: routeOf(second) } : usual;
	const ways: [Way, ...Way[]] = second ? [usual, other] : [usual];
	return { name, ...rest, ways, choose: (sent) => (isSecond(sent) ? other : usual) };
}

/** @throws if there is none */
export function routeOf(id: RouteId): ApiRoute {
	const route = API_V1_ROUTES.find((each) => each.id === id);
	if (!route) throw new Error(`there is no route ${id}`);
	return route;
}

/** The scope that a key needs for a tool; its ways have the same. */
export function scopeOf({ ways: [{ route }] }: Tool): ApiScope | null {
	return route.scope;
}

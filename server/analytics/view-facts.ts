import type { Agent } from "./agents.ts";
import type { ViewFacts } from "./day-aggregate.ts";

export type AggregatedRow = {
	id: string;
	at: number;
	userId: string;
	linkId: number;
	ip: string | null;
	userAgent: string | null;
	attribution: string;
	isBot: boolean;
	kind: string | null;
	visitor: string | null;
	country: string | null;
};

export const AGGREGATED_COLUMNS = `id, floor(extract(epoch FROM timestamp) * 1000)::float8 AS at, user_id AS "userId",
	link_id AS "linkId", ip, user_agent AS "userAgent", attribution, is_bot AS "isBot", kind, visitor, country`;

type Readers = { agentOf: (userAgent: string | null) => Agent; countryOf: (address: string) => string | null };

/** A view's facts: source and device for people, a name for bots. */
export function factsOf(row: AggregatedRow, { agentOf, countryOf }: Readers): ViewFacts {
	const { at, isBot, ip, attribution } = row;
	if (isBot) return { at, isBot, values: { platform: platformOf(row) } };
	const country = row.country ?? (ip === null ? "" : (countryOf(ip) ?? ""));
	return { at, isBot, values: { source: attribution, country, ...agentOf(row.userAgent) } };
}

/** A preview fetcher's or assistant's name is in its attribution (P25); other bots are named by kind. */
function platformOf({ kind, attribution }: AggregatedRow): string {
	// Older releases stored no kind: their attribution is usually the platform.
	if (kind === null || kind === "preview" || kind === "bot:ai") return attribution;
	return kind;
}

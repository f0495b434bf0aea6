import type { Agent } from "./agents.ts";
import type { ViewFacts } from "./day-aggregate.ts";

/** A row of `views` as it is folded. */
export type AggregatedRow = {
	id: string;
	/** Milliseconds since 1970. */
	at: number;
	userId: string;
	linkId: number;
	ip: string | null;
	userAgent: string | null;
	attribution: string;
	isBot: boolean;
	kind: string | null;
	visitor: string | null;
	/** As a proxy's header said. */
	country: string | null;
};

/** What a row of `views` is folded by, in the names of {@link AggregatedRow}. */
export const AGGREGATED_COLUMNS = `id, floor(extract(epoch FROM timestamp) * 1000)::float8 AS at, user_id AS "userId",
	link_id AS "linkId", ip, user_agent AS "userAgent", attribution, is_bot AS "isBot", kind, visitor, country`;

type Readers = { agentOf: (userAgent: string | null) => Agent; countryOf: (address: string) => string | null };

/** Facts of a view: of people source and device, of bots their name. */
export function factsOf(row: AggregatedRow, { agentOf, countryOf }: Readers): ViewFacts {
	const { at, isBot, ip, attribution } = row;
	if (isBot) return { at, isBot, values: { platform: platformOf(row) } };
	const country = row.country ?? (ip === null ? "" : (countryOf(ip) ?? ""));
	return { at, isBot, values: { source: attribution, country, ...agentOf(row.userAgent) } };
}

/** A preview fetcher or an assistant has its name in the attribution (P25); anyone else is called by the verdict. */
function platformOf({ kind, attribution }: AggregatedRow): string {
	// Rows of older releases kept no verdict: what they say came from is most often the platform.
	if (kind === null || kind === "preview" || kind === "bot:ai") return attribution;
	return kind;
}

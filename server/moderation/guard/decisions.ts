import { eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { keysOver } from "./hosts/target-key.ts";

/** Operators' decisions about one owner's links (P460), applied to the result of `judge`. */
export type Decisions = {
	/** Removes the reasons that were cleared, and adds those of decisions. */
	weigh(reasons: ModerationReason[], url: URL): ModerationReason[];
};

export const NO_DECISIONS: Decisions = { weigh: (reasons) => reasons };

/** Reasons from lists: clearing a target before it was listed doesn't cover them. */
export const BY_LISTS = new Set<ModerationReason["code"]>(["listed", "web-risk"]);

export async function decisionsOf(reader: Pick<Db, "select">, userId: string): Promise<Decisions> {
	const rows = await reader.select().from(linkDecisions).where(eq(linkDecisions.userId, userId));
	if (rows.length === 0) return NO_DECISIONS;
	const found = new Map(rows.map(({ target, brand, state }) => [keyOf(target, brand), state]));
	const stateOf = (targets: string[], brand: string) =>
		targets.map((target) => found.get(keyOf(target, brand))).find((state) => state !== undefined);
	return {
		weigh(reasons, url) {
			const targets = keysOver(url);
			const isFine = ({ code, brand = "" }: ModerationReason) =>
				!BY_LISTS.has(code) && stateOf(targets, brand) === "cleared";
			const left = reasons
				.filter((reason) => !isFine(reason))
				.map((reason) => {
					const isBlocked = reason.brand !== undefined && found.get(keyOf("", reason.brand)) === "blocked";
					return isBlocked ? { ...reason, evidence: "closed" as const } : reason;
				});
			return stateOf(targets, "") === "blocked" ? [...left, closedBefore(url)] : left;
		},
	};
}

/** The reason for a target to which the owner's other link was closed. */
export function closedBefore(url: URL): ModerationReason {
	return { code: "closed-before", words: [shownHost(url.href)], evidence: "closed" };
}

function keyOf(target: string, brand: string): string {
	return `${target} ${brand}`;
}

import { type DomainCheck, GRACE_DAYS, statusOf } from "#shared/links/domains/domain-check.ts";
import type { DomainRow } from "#shared/links/domains/domains.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";

type Before = Pick<DomainRow, "verifiedAt" | "pointedAt" | "failingSince" | "createdAt">;
type After = Pick<DomainRow, "verifiedAt" | "pointedAt" | "failingSince" | "nextCheckAt">;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long a domain that was never verified is checked by itself. */
const WAITING_DAYS = 30;

/**
 * What becomes of a domain by a check (P621, P622). Its TXT record verifies it; from then on, only an answer that says that
 * the records are gone starts the days of grace, never a resolver that failed.
 */
export function nextState(before: Before, { txt, pointing }: DomainCheck, at: Date): After {
	const isHere = pointing.state === "here";
	const isFound = txt.state === "found" && !txt.isTaken;
	const pointedAt = isHere ? at : before.pointedAt;
	const kept = { ...before, pointedAt };
	const isNowhere = pointing.state === "nowhere" && pointedAt !== null;
	const isGone = txt.state === "missing" || isNowhere;
	// Another address may be a proxy of the owner's; with the TXT record in place the host is still theirs.
	const isWhole = isFound && (isHere || pointing.state === "elsewhere" || pointedAt === null);
	return withNextCheck(stateAfter(), before.createdAt, at);

	function stateAfter(): Omit<After, "nextCheckAt"> {
		const { verifiedAt, failingSince } = before;
		switch (statusOf(before)) {
			case "waiting":
				return { ...kept, verifiedAt: isFound ? at : null };
			case "off":
				return isWhole ? { pointedAt, verifiedAt: at, failingSince: null } : kept;
			case "active":
			case "failing": {
				if (isWhole) return { ...kept, failingSince: null };
				if (!isGone) return kept;
				const since = failingSince ?? at;
				const isOver = at.getTime() - since.getTime() >= GRACE_DAYS * DAY_MS;
				return { pointedAt, verifiedAt: isOver ? null : verifiedAt, failingSince: since };
			}
		}
	}
}

function withNextCheck(state: Omit<After, "nextCheckAt">, createdAt: Date, at: Date): After {
	const { verifiedAt, pointedAt, failingSince } = state;
	const age = at.getTime() - createdAt.getTime();
	const isSettled = statusOf(state) === "active" && pointedAt !== null;
	const afterMs = !isSettled && age < HOUR_MS ? MINUTE_MS : statusOf(state) === "failing" ? HOUR_MS : DAY_MS;
	const isForgotten = statusOf(state) === "waiting" && age > WAITING_DAYS * DAY_MS;
	const nextCheckAt = isForgotten ? null : new Date(at.getTime() + afterMs);
	return { verifiedAt, pointedAt, failingSince, nextCheckAt };
}

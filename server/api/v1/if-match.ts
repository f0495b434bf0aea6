import type { Headed } from "#server/links/idempotency-keys.ts";
import { AppError } from "#server/platform/http/app-error.ts";

/** A revision, quoted or bare, weak or not; a proxy that compresses may have added how. */
const TAG = /^(?:W\/)?("?)([\w-]{22})(?:[-;](?:gzip|br|zstd|deflate))?\1$/;

/** `"any"` revision, but there must be one. */
export type IfMatch = { revision: string | "any" } | null;

/**
 * The revision that a change is based on, by `If-Match` (P642).
 * @throws AppError "invalid_format"
 */
export function ifMatchOf(req: Headed): IfMatch {
	const sent = req.get("If-Match")?.trim();
	if (sent === undefined) return null;
	if (sent === "*") return { revision: "any" };
	const [, , revision] = TAG.exec(sent) ?? [];
	if (revision !== undefined) return { revision };
	throw new AppError("invalid_format", "If-Match takes one ETag of a link, or *", { field: "If-Match" });
}

/** What the services compare: null skips the check. */
export function revisionIn(ifMatch: IfMatch): string | null {
	return ifMatch === null || ifMatch.revision === "any" ? null : ifMatch.revision;
}

import { causesOf } from "#server/platform/work/causes-of.ts";
import { codeOf } from "#server/platform/work/error-code.ts";

/** Whether PostgreSQL reported this unique index or constraint, or any (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
	for (const cause of causesOf(error)) {
		if (codeOf(cause) !== "23505") continue;
		return constraint === undefined || ("constraint" in cause && cause.constraint === constraint);
	}
	return false;
}

/** Whether PostgreSQL reported this check, or a trigger raised it by this name (SQLSTATE 23514). */
export function isCheckViolation(error: unknown, constraint: string): boolean {
	return causesOf(error).some(
		(cause) => codeOf(cause) === "23514" && "constraint" in cause && cause.constraint === constraint,
	);
}

/** Whether PostgreSQL refused a row's content: SQLSTATE classes 22 (data exception) and 23 (constraint violation). */
export function isBadData(error: unknown): boolean {
	return causesOf(error).some((cause) => /^2[23]...$/.test(codeOf(cause)));
}

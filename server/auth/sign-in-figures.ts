import type { Response } from "express";
import { counter, type Figures } from "#server/work/figures.ts";
import type { AuthErrorKind } from "#shared/auth/current-user.ts";

type Outcome = AuthErrorKind | "ok" | "unavailable";

/** Counts how sign-ins with Google end, by what the person is sent to; "unavailable": the database was away. */
export function createSignInFigures() {
	const ended: Record<Outcome, number> = {
		...{ ok: 0, denied: 0, google: 0, state: 0, unverified: 0, email_taken: 0 },
		unavailable: 0,
	};
	const figures: Figures = {
		part: "sign_in",
		read: () => [
			counter("visualink_sign_ins_total", "Sign-ins with Google that came back, by outcome", {
				label: "outcome",
				values: ended,
			}),
		],
	};
	return {
		figures,
		/** Counts the sign-in that this response ends. */
		watch(res: Response): void {
			res.on("finish", () => {
				ended[outcomeOf(res)] += 1;
			});
		},
	};

	function outcomeOf(res: Response): Outcome {
		if (res.statusCode >= 500) return "unavailable";
		const [, kind = "ok"] = /^\/\?auth_error=(\w+)$/.exec(String(res.getHeader("location") ?? "")) ?? [];
		return Object.hasOwn(ended, kind) ? (kind as Outcome) : "ok";
	}
}

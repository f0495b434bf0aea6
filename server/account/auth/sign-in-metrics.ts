import type { Response } from "express";
import { Counter } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import type { AuthErrorKind } from "#shared/account/auth/current-user.ts";

type Outcome = AuthErrorKind | "ok" | "unavailable";
const OUTCOMES = Object.keys({
	...{ ok: 0, denied: 0, google: 0, state: 0, unverified: 0, email_taken: 0 },
	unavailable: 0,
} satisfies Record<Outcome, 0>);

/** Counts sign-ins by result; "unavailable": the database was down. */
export function createSignInMetrics() {
	const metrics = new PartRegistry("sign_in");
	const ended = new Counter({
		name: "visualink_sign_ins_total",
		help: "Sign-ins with Google that came back, by outcome",
		labelNames: ["outcome"],
		registers: [metrics],
	});
	for (const outcome of OUTCOMES) ended.inc({ outcome }, 0);
	return {
		metrics,
		watch(res: Response): void {
			res.on("finish", () => ended.inc({ outcome: outcomeOf(res) }));
		},
	};
}

function outcomeOf(res: Response): string {
	if (res.statusCode >= 500) return "unavailable";
	const [, kind = "ok"] = /^\/\?auth_error=(\w+)$/.exec(String(res.getHeader("location") ?? "")) ?? [];
	return OUTCOMES.includes(kind) ? kind : "ok";
}

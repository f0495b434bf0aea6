import { EventEmitter } from "node:events";
import type { Response } from "express";
import { expect, it } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { createSignInMetrics } from "./sign-in-metrics.ts";

it("counts each sign-in by where the person is sent", async () => {
	const { metrics, watch } = createSignInMetrics();
	const ends = [
		[302, "/admin"],
		[302, "/?auth_error=google"],
		[302, "/?auth_error=google"],
		[302, "/?auth_error=of_another_release"],
		[503, undefined],
	] as const;
	for (const [statusCode, location] of ends) {
		const res = Object.assign(new EventEmitter(), { statusCode, getHeader: () => location });
		watch(res as unknown as Response);
		res.emit("finish");
	}
	const counted = { ok: 2, google: 2, unavailable: 1, denied: 0, state: 0, unverified: 0, email_taken: 0 };
	const series = Object.entries(counted).map(([outcome, count]) => [
		`visualink_sign_ins_total{outcome="${outcome}"}`,
		count,
	]);
	expect(await samplesOf(metrics)).toEqual(Object.fromEntries(series));
});

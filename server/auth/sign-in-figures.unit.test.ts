import { EventEmitter } from "node:events";
import type { Response } from "express";
import { expect, it } from "vitest";
import { createSignInFigures } from "./sign-in-figures.ts";

it("counts each sign-in by where the person is sent", async () => {
	const { figures, watch } = createSignInFigures();
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
	const [{ samples } = { samples: [] }] = await figures.read();
	const counted = Object.fromEntries(samples.map(({ value, labels }) => [labels?.outcome, value]));
	expect(counted).toMatchObject({ ok: 2, google: 2, unavailable: 1, denied: 0 });
});

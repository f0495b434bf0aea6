import pino from "pino";
import { expect, it } from "vitest";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { PROMOTION_CODES } from "#shared/billing/plans/promotion-codes.ts";
import { createCodeCheck } from "./code-check.ts";

const log = pino({ level: "silent" });

function check(taken: string[] | Error) {
	const list = ({ code }: { code: string }) => {
		if (taken instanceof Error) return Promise.reject(taken);
		return taken.includes(code) ? [{ code }] : [];
	};
	const { stripe, named } = fakeStripe({ "promotionCodes.list": list });
	return { ...createCodeCheck({ stripe, log }), named };
}

it("P573: pages promise what Stripe takes, and a code that is off is a warning", async () => {
	const { run, offered, warnings, named } = check(["FIRST50OFF", "LAUNCH50OFF"]);
	expect([offered(), warnings()]).toEqual([PROMOTION_CODES, []]);
	await run();
	expect(offered()).toEqual(["FIRST50OFF", "LAUNCH50OFF"]);
	expect(warnings()).toEqual([expect.stringContaining("CUT50OFF is off at Stripe")]);
	expect(named("promotionCodes.list")).toContainEqual([{ code: "CUT50OFF", active: true, limit: 1 }]);
});

it("warns of nothing while Stripe takes all, and changes nothing while it doesn't answer", async () => {
	for (const { run, offered, warnings } of [check([...PROMOTION_CODES]), check(new Error("away"))]) {
		await run();
		expect([offered(), warnings()]).toEqual([PROMOTION_CODES, []]);
	}
});

import { expect, it, vi } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/api-paths.ts";
import { type Plan, plan } from "#shared/plans/plan.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const app = useTestApp();

it("lists the four plans for everyone, from the smallest to the largest", async () => {
	const answer = await app.browser().get(API.plans);
	expect(answer.status).toBe(200);
	const plans = (await answer.json()) as Plan[];
	expect(plans.map(({ id, priceMonthly, popular }) => [id, priceMonthly, popular])).toEqual([
		["starter", 4.99, false],
		["basic", 9.99, false],
		["pro", 19.99, true],
		["enterprise", 49.99, false],
	]);
	for (const each of plans) expect(plan.strict().parse(each)).toEqual(each);
});

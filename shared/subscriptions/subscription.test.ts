import { expect, it } from "vitest";
import { checkoutRequest } from "./subscription.ts";

it.each([
	[{ planId: "pro" }, { planId: "pro", isAnnual: false, takeBack: false }],
	[
		{ planId: "starter", isAnnual: true, userId: "x" },
		{ planId: "starter", isAnnual: true, takeBack: false },
	],
])("the checkout of %j asks for %j", (body, asked) => {
	expect(checkoutRequest.parse(body)).toEqual(asked);
});

it.each([
	[{}, "planId"],
	[{ planId: "gold" }, "planId"],
	[{ planId: "pro", isAnnual: "yes" }, "isAnnual"],
	[{ planId: "pro", vatInfo: { countryCode: "PT" } }, "vatInfo.vatNumber"],
])("the checkout of %j is refused for its %s", (body, field) => {
	expect(checkoutRequest.safeParse(body).error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
});

it("an interval that is none is invalid input", () => {
	const { error } = checkoutRequest.safeParse({ planId: "pro", isAnnual: "yes" });
	expect(error?.issues[0]?.message).toBe("Invalid input");
});

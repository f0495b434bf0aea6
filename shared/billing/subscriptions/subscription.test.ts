import { describe, expect, it } from "vitest";
import { activeSubscription, checkoutRequest, subscriptionDetails } from "./subscription.ts";

it.each([
	[{ planId: "pro" }, { planId: "pro", isAnnual: false, takeBack: false, confirmed: false }],
	[
		{ planId: "starter", isAnnual: true, userId: "x" },
		{ planId: "starter", isAnnual: true, takeBack: false, confirmed: false },
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

it.each(["isAnnual", "takeBack", "confirmed"])(
	"a checkout whose %s is neither yes nor no is invalid input",
	(field) => {
		const { error } = checkoutRequest.safeParse({ planId: "pro", [field]: "yes" });
		expect(error?.issues).toMatchObject([{ path: [field], message: "Invalid input" }]);
	},
);

it("a checkout takes nothing back unless the person has said so (P127)", () => {
	expect(checkoutRequest.parse({ planId: "pro" }).takeBack).toBe(false);
	expect(checkoutRequest.parse({ planId: "pro", takeBack: true }).takeBack).toBe(true);
});

const PERIOD_END = "2027-03-05T12:00:00.000Z";
const subscription = {
	planId: "pro",
	status: "active",
	isAnnual: true,
	plan: { name: "Pro" },
	currentPeriodEnd: PERIOD_END,
	cancelAtPeriodEnd: false,
	endsAt: null,
	plannedChange: { planId: "starter", plan: { name: "Starter" }, isAnnual: false, at: PERIOD_END },
	droppedChange: null,
	perPeriod: 19_990,
	resumesAt: null,
	chargeDue: { amount: 19_990, currency: "eur" },
};

const beside = {
	...{ planId: "starter", plan: { name: "Starter" }, isAnnual: false, perPeriod: 499, since: PERIOD_END },
	paymentFailed: true,
};

describe("the subscription as the browser sees it", () => {
	const answer = {
		active: true,
		standing: "active",
		subscription,
		alsoPaying: [beside],
		paymentFailed: false,
		openInvoices: { amount: 1999, currency: "eur", at: PERIOD_END, invoices: 1 },
	};

	it("has its plan, what is planned and what is paid besides (P128), and no word of Stripe's", () => {
		expect(activeSubscription.parse({ ...answer, customerId: "cus_1" })).toEqual(answer);
		const told = { ...answer, subscription: { ...subscription, stripeSubscriptionId: "sub_1" } };
		expect(activeSubscription.parse(told)).toEqual(answer);
	});

	it("may be none", () => {
		const none = {
			active: false,
			standing: "none",
			subscription: null,
			alsoPaying: [],
			paymentFailed: false,
			openInvoices: null,
		};
		expect(activeSubscription.parse(none)).toEqual(none);
	});

	it.each([
		["paymentFailed", { paymentFailed: undefined }],
		["subscription.plan.name", { subscription: { ...subscription, plan: {} } }],
		["subscription.currentPeriodEnd", { subscription: { ...subscription, currentPeriodEnd: "soon" } }],
		["subscription.plannedChange.planId", { subscription: { ...subscription, plannedChange: {} } }],
		["alsoPaying.0.planId", { alsoPaying: [{ ...beside, planId: undefined }] }],
	])("is not told without its %s", (field, changes) => {
		const { error } = activeSubscription.safeParse({ ...answer, ...changes });
		expect(error?.issues[0]?.path.join(".")).toBe(field);
	});
});

describe("what Stripe has of it now", () => {
	const details = {
		renewal: { amount: 1_499, currency: "eur", at: PERIOD_END },
		reactivated: null,
		card: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 },
		billedTo: { name: "Ada", address: null, country: null, vatNumber: null },
	};

	it("is the next charge and the card, each of which may not be there", () => {
		expect(subscriptionDetails.parse({ ...details, customerId: "cus_1" })).toEqual(details);
		expect(subscriptionDetails.parse({ ...details, renewal: null, card: null })).toMatchObject({
			renewal: null,
			card: null,
		});
	});

	it("is in whole cents", () => {
		const renewal = { ...details.renewal, amount: 14.99 };
		expect(subscriptionDetails.safeParse({ ...details, renewal }).success).toBe(false);
	});
});

import { expect, it } from "vitest";
import { readOrder } from "./guarantee-order.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const read = (...args: string[]) => readOrder(args, NOW);
const PLAIN = { askedOn: undefined, isCredit: false, isDryRun: false, isAgreed: false };

it("reads the user, the day of the request, and whether to ask", () => {
	expect(read("--user", "ada@example.com")).toEqual({ ...PLAIN, whom: { email: "ada@example.com" } });
	expect(read("--payment", "pi_1", "--yes")).toEqual({ ...PLAIN, whom: { paymentIntentId: "pi_1" }, isAgreed: true });
	expect(read("--user", "ada@example.com", "--credit")).toMatchObject({ isCredit: true });
	const asked = read("--user", "ada@example.com", "--asked-on", "2026-02-28", "--dry-run");
	expect(asked).toMatchObject({ askedOn: new Date("2026-02-28T00:00:00Z"), isDryRun: true });
});

it.each([
	[[]],
	[["--user", "ada@example.com", "--payment", "pi_1"]],
	[["--user", ""]],
	[["--user", "ada@example.com", "--force"]],
	[["--user", "ada@example.com", "--yes=1"]],
	[["--user", "ada@example.com", "--credit", "--asked-on", "2026-03-01"]],
	[["--credit"]],
])("answers %j with the usage", (args) => {
	expect(() => read(...args)).toThrow(/^Usage: npm run operator -- refund/);
});

it.each([
	["yesterday", "--asked-on is a day such as 2026-03-05."],
	["2026-02-30", "--asked-on is a day such as 2026-03-05."],
	["05.03.2026", "--asked-on is a day such as 2026-03-05."],
	["2026-03-07", "--asked-on 2026-03-07 is in the future."],
	["2025-12-04", "--asked-on 2025-12-04 is over 90 days ago: refund it in Stripe's dashboard."],
])("refuses the day %s", (day, message) => {
	expect(() => read("--user", "ada@example.com", "--asked-on", day)).toThrow(message);
});

it("takes the whole day that is 90 days ago (P568)", () => {
	const asked = readOrder(["--user", "ada@example.com", "--asked-on", "2025-12-05"], new Date("2026-03-05T23:59:59Z"));
	expect(asked.askedOn).toEqual(new Date("2025-12-05T00:00:00Z"));
});

it("takes a day that has begun ahead of UTC", () => {
	expect(read("--user", "ada@example.com", "--asked-on", "2026-03-06").askedOn).toEqual(
		new Date("2026-03-06T00:00:00Z"),
	);
});

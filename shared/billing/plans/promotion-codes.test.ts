import { expect, it } from "vitest";
import { codesNote, discountNote, PROMOTION_CODES, type PromotionCode } from "./promotion-codes.ts";

const MONTH = "The code FIRST50OFF takes 50% off your first month, on plans paid monthly.";
const END = "One code per customer; enter it at checkout.";

it.each<[PromotionCode[], string]>([
	[
		[...PROMOTION_CODES],
		`${MONTH} CUT50OFF and LAUNCH50OFF take 50% off your first payment, monthly or yearly. ${END}`,
	],
	[["FIRST50OFF"], `${MONTH} ${END}`],
	[["CUT50OFF"], `CUT50OFF takes 50% off your first payment, monthly or yearly. ${END}`],
	[[], ""],
])("P573: of %j the pages say only what Stripe takes", (offered, note) => {
	expect(codesNote(offered)).toBe(note);
	expect(discountNote(offered)).toMatch(offered.includes("CUT50OFF") ? /^50% discount with the code CUT50OFF/ : /^$/);
});

import { expect, it } from "vitest";
import { afterCredit, creditAtDeletion, creditAtEnd, creditLine } from "./credit-words.ts";

const euros = (amount: number, refundable = amount) => ({ amount, refundable, currency: "eur" });

it("says what credit is for", () => {
	expect(creditLine(euros(7_991))).toBe("€79.91 credit, used for your next invoices");
	expect(afterCredit(euros(7_991))).toBe(", with your €79.91 credit used first");
	expect(afterCredit(null)).toBe("");
	expect(creditLine({ amount: 500, refundable: 0, currency: "usd" })).toBe(
		"US$5.00 credit, used for your next invoices",
	);
});

it.each([
	[
		euros(7_991),
		"Your €79.91 credit stays for later invoices. If you don't subscribe again, write to us and we refund it to your card.",
	],
	[
		euros(8_491, 7_991),
		"Your €84.91 credit stays for later invoices. If you don't subscribe again, write to us and we refund €79.91 of it to your card.",
	],
	[euros(500, 0), "Your €5.00 credit stays for later invoices."],
])("P566: says what an end does to %j", (credit, words) => {
	expect(creditAtEnd(credit)).toBe(words);
});

it.each([
	[
		euros(7_991),
		"Your €79.91 credit came from your payments: write to us, before or after, and we refund it to your card.",
	],
	[
		euros(8_491, 7_991),
		"€79.91 of your €84.91 credit came from your payments: write to us, before or after, and we refund that to your card. The rest ends with your account.",
	],
	[euros(500, 0), "Your €5.00 credit ends with your account."],
])("P566: says what deleting the account does to %j", (credit, words) => {
	expect(creditAtDeletion(credit)).toBe(words);
});

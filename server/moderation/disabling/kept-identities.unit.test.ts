import { expect, it } from "vitest";
import { mailboxOf } from "./kept-identities.ts";

it.each([
	["Ada.Lovelace+x@Gmail.com", "adalovelace@gmail.com"],
	["ada.lovelace@googlemail.com", "adalovelace@gmail.com"],
	["Ada.Lovelace+x@Example.com", "ada.lovelace@example.com"],
	["ada@bücher.example", "ada@xn--bcher-kva.example"],
	["ada@example.com.", "ada@example.com"],
	["+@example.com", "+@example.com"],
	["a@b@example.com", "a@b@example.com"],
])("the mailbox of %s is %s", (email, mailbox) => {
	expect(mailboxOf(email)).toBe(mailbox);
});

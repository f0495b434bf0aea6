import { expect, it } from "vitest";
import { addressReason, brandsInName, impersonationByName, spokenName } from "./address.ts";

it.each([
	["google-support", "Google", ["google", "support"]],
	["googlesupport", "Google", ["google", "support"]],
	["support-paypal", "PayPal", ["paypal", "support"]],
	["goog1e-support", "Google", ["goog1e", "support"]],
	["chase-support", "Chase Bank", ["chase", "support"]],
	["visa-verify", "Visa Card", ["visa", "verify"]],
	["american-express-login", "American Express", ["american express", "login"]],
	["sparkasse-sicherheit", "Sparkasse", ["sparkasse", "sicherheit"]],
])("P466: %s pretends to be %s's", (name, brand, words) => {
	expect(impersonationByName(name)).toMatchObject({ brand, words });
});

it.each(
	"ada ada-support chase orange apple paypal paypal-team mark-chase chase-miller orange-fan richard-support otto otto-service klarna-jones santander login-pro target-practice visa".split(
		" ",
	),
)("P466: %s doesn't: a brand's name is never enough, nor is an act", (name) => {
	expect(impersonationByName(name)).toBeNull();
});

it.each([
	["google-support", "verify-account", "shop.example", "Google"],
	["google", "verify-account", "shop.example", "Google"],
	["paypalteam", "secure-login", "shop.example", "PayPal"],
	["chase", "verify-account", "shop.example", "Chase Bank"],
	["google", "verify-account", "accounts.google.com", undefined],
	["google", "summer", "shop.example", undefined],
	["chase", "login", "shop.example", undefined],
	["ada", "verify-account", "shop.example", undefined],
	["ada", "google-login", "shop.example", undefined],
])("P465: /go/%s/%s to %s seems to come from %s", (name, slug, host, brand) => {
	expect(addressReason({ names: ["ada", name], slugs: ["x", slug], host })?.brand).toBe(brand);
});

it("takes a name apart as people read it", () => {
	expect(spokenName("my-paypalteam")).toBe("my paypal team");
	expect(spokenName("ada-lovelace")).toBe("ada lovelace");
	expect([...brandsInName("paypal-and-google")].sort()).toEqual(["Google", "PayPal"]);
});

import { expect, it } from "vitest";
import type { Db } from "#server/platform/db/connect.ts";
import { cardsOf, realPages } from "#server/testing/guard/corpus.ts";
import { honestCards } from "#server/testing/guard/honest.ts";
import { worstOf } from "#shared/moderation/guard/moderation-reason.ts";
import { bareAddress } from "./bare-address.ts";
import { createModerationService } from "./moderation.service.ts";

const { judge } = createModerationService({ db: {} as Db, now: () => new Date() });
const found = async (host: string) => {
	const worst = worstOf((await judge(bareAddress(new URL(`https://${host}/`)))).reasons);
	return worst ? `${worst.code} ${worst.evidence}` : "fine";
};

it.each([
	["paypa1.com", "look-alike-host sign"],
	["go.rnicrosoft.com", "look-alike-host sign"],
	["faceb00k.com", "look-alike-host sign"],
	["pаypal.com", "look-alike-host closed"],
	["xn--pypal-4ve.com", "look-alike-host closed"],
	["go.shоp.example", "mixed-host target"],
	["paypal.com.evil.example", "brand-in-host sign"],
	["go.paypal-login.top", "brand-in-host sign"],
	["usps-redeliver.top", "brand-in-host sign"],
	["go.paypal.com", "fine"],
	["my-paypal-tips.de", "fine"],
	["fc-bayern-fanclub.de", "fine"],
	["amazonas-reisen.de", "fine"],
	["orangecounty.org", "fine"],
	["links.ups-verein.org", "fine"],
	["go.bücher.de", "fine"],
	["xn--e1afmkfd.xn--p1ai", "fine"],
])("P635: the host %s by itself is %s", async (host, verdict) => {
	expect(await found(host)).toBe(verdict);
});

it("P635: no website of the honest lists is refused as a domain", async () => {
	const files = ["honest.txt", "by-others-honest.txt", "held-out-honest.txt"];
	const cards = [...honestCards(), ...realPages(), ...files.flatMap(cardsOf)];
	const hosts = new Set(cards.map(({ targetUrl }) => new URL(targetUrl).hostname));
	const refused = [];
	for (const host of hosts) if ((await found(host)) !== "fine") refused.push(host);
	expect(hosts.size).toBeGreaterThan(2_000);
	expect(refused).toEqual([]);
});

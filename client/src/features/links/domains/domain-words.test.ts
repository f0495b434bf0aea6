import { expect, it } from "vitest";
import type { Domain } from "#shared/links/domains/domain.ts";
import { isVerified } from "../links.queries.ts";
import { checkedWords, isSettled, lossWords, nameParts, statusWord } from "./domain-words.ts";

const record = (type: "TXT" | "CNAME" | "ALIAS", isFound: boolean) => ({
	...{ type, name: "go.brand.com", value: "value", isFound, message: "" },
});
const DOMAIN: Domain = {
	id: 1,
	host: "go.brand.com",
	zone: "brand.com",
	status: "active",
	records: [record("TXT", true), record("CNAME", true)],
	elsewhere: { addresses: [], mail: [] },
	checkedAt: "2026-11-27T09:00:00.000Z",
	offAt: null,
	isDefault: false,
	rootTarget: null,
	unknownTarget: null,
};

it.each([
	["waiting", "Waiting for DNS", false],
	["active", "Verified", true],
	["failing", "Records missing", true],
	["off", "Off", false],
	["disabled", "Disabled", false],
] as const)("P631: a domain that is %s reads %s; links can be on it: %s", (status, word, verified) => {
	const domain = { ...DOMAIN, status };
	expect([statusWord(domain).word, isVerified(domain)]).toEqual([word, verified]);
	expect(isSettled(domain)).toBe(status === "active");
	expect(isSettled({ ...domain, records: [record("TXT", true), record("CNAME", false)] })).toBe(false);
});

it.each([
	[null, "Not checked yet"],
	["2026-11-27T09:00:05.000Z", "Checked just now"],
	["2026-11-27T08:59:51.000Z", "Checked just now"],
	["2026-11-27T08:59:37.000Z", "Checked 20 s ago"],
	["2026-11-27T08:58:59.000Z", "Checked 1 min ago"],
	["2026-11-27T08:00:00.000Z", "Checked 1 hour ago"],
	["2026-11-26T08:00:00.000Z", "Checked 25 hours ago"],
	["2026-11-24T09:00:00.000Z", "Checked 3 days ago"],
])("P631: checked at %s reads %s", (checkedAt, words) => {
	expect(checkedWords(checkedAt, new Date("2026-11-27T09:00:00.000Z"))).toBe(words);
});

it.each([
	["_visualink.go.brand.com", "brand.com", "_visualink.go", ".brand.com"],
	["go.brand.co.uk", "brand.co.uk", "go", ".brand.co.uk"],
	["brand.com", "brand.com", "@", "brand.com"],
	["_visualink.brand.com", "brand.com", "_visualink", ".brand.com"],
	["notbrand.com", "brand.com", "notbrand.com", ""],
])("P631: of %s in %s, %s is entered", (name, zone, entered, added) => {
	expect(nameParts(name, zone)).toEqual({ entered, added });
});

it("P631: a warning names what answers there today, and no longer once it points here", () => {
	const waiting = { ...DOMAIN, status: "waiting" as const, records: [record("TXT", false), record("CNAME", false)] };
	expect(lossWords(waiting)).toEqual([]);
	const elsewhere = { addresses: ["198.51.100.7", "2001:db8::7"], mail: ["mx1.mail.example"] };
	const website = "leads to 198.51.100.7, 2001:db8::7 today. If that's a website, people will no longer see it there.";
	expect(lossWords({ ...waiting, elsewhere })).toEqual([`go.brand.com ${website}`]);
	const apex = { ...waiting, host: "brand.com" };
	expect(lossWords({ ...apex, elsewhere })).toEqual([
		`brand.com ${website}`,
		"Email to brand.com goes to mx1.mail.example. Leave its MX records as they are, or it will stop.",
	]);
	expect(lossWords({ ...apex, checkedAt: null })).toEqual([
		"If brand.com has a website, people will no longer see it there.",
	]);
	expect(lossWords(apex)).toEqual([]);
	expect(lossWords({ ...DOMAIN, elsewhere })).toEqual([]);
});

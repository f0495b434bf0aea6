import { expect, it } from "vitest";
import { sectionAddress, sectionOf } from "./sections.ts";

it.each([
	["", "plan"],
	["section=invoices", "invoices"],
	["tab=subscription&section=data", "data"],
	["section=plan", "plan"],
	["section=Invoices", "plan"],
	["section=constructor", "plan"],
	["section=%00", "plan"],
	["section=", "plan"],
	["section=links&section=data", "links"],
])("P603: the address ?%s shows %s", (search, section) => {
	expect(sectionOf(new URLSearchParams(search))).toBe(section);
});

it.each([
	["/account", "", "plan", "/account"],
	["/account", "", "links", "/account?section=links"],
	["/account", "section=links", "plan", "/account"],
	["/admin", "tab=subscription", "data", "/admin?tab=subscription&section=data"],
	["/admin", "q=a%26b&tab=subscription&section=data", "plan", "/admin?q=a%26b&tab=subscription"],
] as const)("P603: from %s?%s to %s leads to %s", (path, search, section, address) => {
	expect(sectionAddress(path, new URLSearchParams(search), section)).toBe(address);
});

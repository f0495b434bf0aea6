import { expect, it } from "vitest";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { siteNameOf } from "./site-name.ts";

it("draws the site name that crawlers get (P295)", () => {
	for (const [target, name] of [
		["https://münchen.example/a", "münchen.example"],
		["https://xn--mnchen-3ya.example:8443/", "münchen.example:8443"],
		["https://аррӏе.com/", "xn--80ak6aa92e.com"],
	] as const) {
		expect(siteNameOf(target)).toBe(name);
		expect(shownHost(target)).toBe(name);
	}
});

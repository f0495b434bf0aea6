import type { Request, Response } from "express";
import { describe, expect, it } from "vitest";
import { isFromAnotherSite, isFromElsewhere, requestGuard } from "./request-guard.ts";

const OWN = "https://visualink.example";
const LINKS = "https://vslk.example";
const guard = requestGuard({ publicOrigin: OWN });

type Headers = { "sec-fetch-site"?: string; origin?: string };
const request = (method: string, headers: Headers) => ({ method, headers }) as unknown as Request;

function isLetThrough(method: string, headers: Headers): boolean {
	let isThrough = false;
	try {
		guard(request(method, headers), {} as Response, () => {
			isThrough = true;
		});
	} catch (error) {
		expect(error).toMatchObject({ kind: "forbidden", message: "This request came from another site" });
	}
	return isThrough;
}

describe("a request that changes something", () => {
	it.each<[string, Headers, boolean]>([
		["of our own page", { "sec-fetch-site": "same-origin", origin: OWN }, true],
		["of our own page, in a browser that says no more", { origin: OWN }, true],
		["of no browser", {}, true],
		["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
		["of another site that claims our origin", { "sec-fetch-site": "cross-site", origin: OWN }, false],
		["of a sibling subdomain", { "sec-fetch-site": "same-site", origin: "https://x.visualink.example" }, false],
		["typed into the address bar", { "sec-fetch-site": "none" }, false],
		["with a header that says nothing", { "sec-fetch-site": "" }, false],
		["of another site, in a browser that says no more", { origin: "https://evil.example" }, false],
		["of a page without an origin", { origin: "null" }, false],
	])("%s", (_case, headers, isOurs) => {
		for (const method of ["POST", "PUT", "PATCH", "DELETE", "QUERY"]) {
			expect(isLetThrough(method, headers), method).toBe(isOurs);
		}
		// Below /go, pages of either origin send what visitors report.
		expect(isFromAnotherSite(request("POST", headers), [OWN, LINKS])).toBe(!isOurs);
		expect(isFromAnotherSite(request("POST", { origin: LINKS }), [OWN, LINKS])).toBe(false);
	});
});

it.each(["GET", "HEAD", "OPTIONS"])("%s changes nothing, whoever asks", (method) => {
	expect(isLetThrough(method, { "sec-fetch-site": "cross-site", origin: "https://evil.example" })).toBe(true);
});

it.each<[Headers, boolean]>([
	[{ "sec-fetch-site": "same-origin" }, false],
	[{ "sec-fetch-site": "none" }, false],
	[{}, false],
	[{ origin: OWN }, false],
	[{ "sec-fetch-site": "same-site" }, true],
	[{ "sec-fetch-site": "cross-site" }, true],
	[{ origin: "https://evil.example" }, true],
])("a browser that says %j was led here from elsewhere: %s", (headers, isElsewhere) => {
	expect(isFromElsewhere(request("GET", headers), [OWN])).toBe(isElsewhere);
});

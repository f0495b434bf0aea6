import type { Request, Response } from "express";
import { describe, expect, it } from "vitest";
import { isFromElsewhere, requestGuard } from "./request-guard.ts";

const OWN = "https://visualink.example";
const guard = requestGuard({ publicOrigin: OWN });

type Headers = { "Sec-Fetch-Site"?: string; Origin?: string };
const request = (method: string, headers: Headers) =>
	({ method, get: (name: keyof Headers) => headers[name] }) as unknown as Request;

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
		["of our own page", { "Sec-Fetch-Site": "same-origin", Origin: OWN }, true],
		["of our own page, in a browser that says no more", { Origin: OWN }, true],
		["of no browser", {}, true],
		["of another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, false],
		["of another site that claims our origin", { "Sec-Fetch-Site": "cross-site", Origin: OWN }, false],
		["of a sibling subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://x.visualink.example" }, false],
		["typed into the address bar", { "Sec-Fetch-Site": "none" }, false],
		["with a header that says nothing", { "Sec-Fetch-Site": "" }, false],
		["of another site, in a browser that says no more", { Origin: "https://evil.example" }, false],
		["of a page without an origin", { Origin: "null" }, false],
	])("%s", (_case, headers, isOurs) => {
		for (const method of ["POST", "PUT", "PATCH", "DELETE", "QUERY"]) {
			expect(isLetThrough(method, headers), method).toBe(isOurs);
		}
	});
});

it.each(["GET", "HEAD", "OPTIONS"])("%s changes nothing, whoever asks", (method) => {
	expect(isLetThrough(method, { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" })).toBe(true);
});

it.each<[string | undefined, boolean]>([
	["same-origin", false],
	["none", false],
	[undefined, false],
	["same-site", true],
	["cross-site", true],
])("a browser that says %s was led here from elsewhere: %s", (site, isElsewhere) => {
	expect(isFromElsewhere(request("GET", site === undefined ? {} : { "Sec-Fetch-Site": site }))).toBe(isElsewhere);
});

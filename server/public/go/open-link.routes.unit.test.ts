import type { Request, Response } from "express";
import { expect, test, vi } from "vitest";
import { AppError } from "#server/platform/http/app-error.ts";
import { createOpenLink } from "./open-link.routes.ts";

const ADA = { userSlug: "ada", linkSlug: "summer" };
const REFUSED = new AppError("rate_limited", "Too many requests");
const AWAY = new Error("The database is away");

test.each<[string, Error, Partial<Request>, string | null, number]>([
	["an outage", AWAY, {}, "https://v.example/go/ada/summer", 1],
	["an outage, by HEAD", AWAY, { method: "HEAD" }, "https://v.example/go/ada/summer", 1],
	["a limit, which is no fault", REFUSED, {}, "https://v.example/go/ada/summer", 0],
	["a request that changes something", REFUSED, { method: "POST" }, null, 0],
	[
		"an outage, on its own domain",
		AWAY,
		{ params: { userSlug: "go.brand.com", linkSlug: "sale" } },
		"https://v.example/go/ada/sale",
		1,
	],
	["a longer path", AWAY, { path: "/more" }, null, 0],
	["what is no link", AWAY, { params: { userSlug: "..", linkSlug: "x" } }, null, 0],
])("after %s, a link opens by its plain address or the error goes on (P528)", (_, error, asked, location, warnings) => {
	const warn = vi.fn();
	const next = vi.fn();
	const redirect = vi.fn();
	const { plainly } = createOpenLink({
		linkCache: { get: () => null },
		ownVisits: { query: () => "?signed" },
		ownDomains: { of: (host) => (host === "go.brand.com" ? { userSlug: "ada" } : null) },
		linksOrigin: "https://v.example",
		requestIds: { of: () => "r-1" },
		now: () => new Date(0),
		log: { warn },
	});
	const req = { method: "GET", path: "/", params: ADA, ...asked } as unknown as Request;
	plainly(error, req, { redirect } as unknown as Response, next);
	expect(redirect.mock.calls).toEqual(location === null ? [] : [[location]]);
	expect(next.mock.calls).toEqual(location === null ? [[error]] : []);
	expect(warn.mock.calls.length).toBe(warnings);
});

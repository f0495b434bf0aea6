import type { Request, Response } from "express";
import { expect, it } from "vitest";
import { answersForAccount } from "./account-host.ts";
import { securityHeaders } from "./security-headers.ts";

function headersAt(publicOrigin: string, req = {} as Request): Record<string, unknown> {
	const headers: Record<string, unknown> = {};
	const res = {
		setHeader: (name: string, value: unknown) => (headers[name.toLowerCase()] = value),
		removeHeader: () => {},
	};
	securityHeaders({ publicOrigin, imagesOrigin: publicOrigin })(req, res as unknown as Response, () => {});
	return headers;
}

it("lets a page load what it needs, and nothing else", () => {
	expect(headersAt("https://visualink.example")["content-security-policy"]).toBe(
		[
			...["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"],
			...["frame-ancestors 'none'", "form-action 'self'", "img-src 'self' blob: data: https:"],
			"style-src 'self' 'unsafe-inline'",
		].join(";"),
	);
});

it("asks for https for a year where the service has it, and there alone", () => {
	const name = "strict-transport-security";
	expect(headersAt("https://visualink.example")[name]).toBe("max-age=31536000; includeSubDomains");
	expect(headersAt("http://localhost:3000")).not.toHaveProperty(name);
	expect(headersAt("http://https.example/https://")).not.toHaveProperty(name);
});

it("tells other sites of the origin alone", () => {
	expect(headersAt("https://visualink.example")["referrer-policy"]).toBe("strict-origin-when-cross-origin");
});

it("binds no host of an account to https (P623)", () => {
	const req = {} as Request;
	answersForAccount(req);
	expect(headersAt("https://visualink.example", req)).not.toHaveProperty("strict-transport-security");
});

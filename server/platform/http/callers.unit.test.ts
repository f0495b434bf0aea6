import type { IncomingMessage } from "node:http";
import type { Request, Response } from "express";
import { beforeEach, expect, test } from "vitest";
import { type Callers, createCallers } from "./callers.ts";

let callers: Callers;
beforeEach(() => {
	const addressOf = (req: IncomingMessage) => req.socket.remoteAddress;
	callers = createCallers({ accountOfKey: () => undefined, sessionCookie: "visualink", addressOf });
});

function request(cookie: string | undefined, address = "203.0.113.1"): IncomingMessage {
	return { headers: { cookie }, socket: { remoteAddress: address } } as IncomingMessage;
}

/** What the look-up of its session found. */
function lookUp(cookie: string, userId: string | null): void {
	const req = Object.assign(request(cookie), userId && { user: { id: userId } });
	callers.learn(req as Request, {} as Response, () => undefined);
}

const ADDRESS = { key: "address:203.0.113.1", isAccount: false };
const ADA = { key: "account:ada", isAccount: true };

test("a session counts by its account once it was looked up, wherever it comes from", () => {
	expect(callers.of(request("visualink=s1"))).toEqual(ADDRESS);
	lookUp("visualink=s1", "ada");
	expect(callers.of(request("visualink=s1"))).toEqual(ADA);
	expect(callers.of(request("theme=dark; visualink=s1; a=b", "2001:db8::1"))).toEqual(ADA);
});

test("all sessions of an account count as one", () => {
	for (const cookie of ["visualink=s1", "visualink=s2"]) lookUp(cookie, "ada");
	expect(callers.of(request("visualink=s1"))).toEqual(callers.of(request("visualink=s2")));
});

test.each([undefined, "", "visualink=made-up", "other-visualink=s1", "visualink=s1x"])(
	"%s counts by its address",
	(cookie) => {
		lookUp("visualink=s1", "ada");
		expect(callers.of(request(cookie))).toEqual(ADDRESS);
	},
);

test("a session that has ended counts by its address again", () => {
	lookUp("visualink=s1", "ada");
	lookUp("visualink=s1", null);
	expect(callers.of(request("visualink=s1"))).toEqual(ADDRESS);
});

test("a household's addresses of IPv6 count as one, and any text of a proxy's as an address", () => {
	const keyOf = (address: string) => callers.of(request(undefined, address)).key;
	expect(keyOf("2001:db8:0:1200::1")).toBe(keyOf("2001:db8:0:12ff::9"));
	expect(keyOf("2001:db8:0:1200::1")).not.toBe(keyOf("2001:db8:0:1300::1"));
	expect(keyOf("x".repeat(1_000)).length).toBeLessThan(60);
});

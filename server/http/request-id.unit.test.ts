import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { askerOf, createRequestIds } from "./request-id.ts";

const UUID = /^[0-9a-f-]{36}$/;

function asked(id?: string): IncomingMessage {
	const req = new IncomingMessage(new Socket());
	if (id !== undefined) req.headers["x-request-id"] = id;
	return req;
}

it("is one for a request, and another for the next", () => {
	const ids = createRequestIds({ isProxied: false });
	const [one, other] = [asked(), asked()];
	expect(ids.of(one)).toMatch(UUID);
	expect(ids.of(one)).toBe(ids.of(one));
	expect(ids.of(one)).not.toBe(ids.of(other));
});

it.each(["0", "a.b_C-9", "x".repeat(128)])("is what a trusted proxy says: %s", (id) => {
	expect(createRequestIds({ isProxied: true }).of(asked(id))).toBe(id);
	expect(createRequestIds({ isProxied: false }).of(asked(id))).toMatch(UUID);
});

it.each(["", "x".repeat(129), "a b", "a, b", 'a"', "a\n", "ä"])("is our own where a proxy says %o", (id) => {
	expect(createRequestIds({ isProxied: true }).of(asked(id))).toMatch(UUID);
});

it.each([
	[{ user: { id: "ada", email: "ada@example.com" } }, { userId: "ada" }],
	[{ user: { id: 7 } }, {}],
	[{ user: null }, {}],
	[{ user: "ada" }, {}],
	[{}, {}],
])("who asked, of %o", (req, told) => {
	expect(askerOf(req)).toEqual(told);
});

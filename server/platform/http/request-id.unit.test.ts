import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { askerOf, createRequestIds } from "./request-id.ts";

const UUID = /^[0-9a-f-]{36}$/;

const asked = () => new IncomingMessage(new Socket());

it("is one for a request, and another for the next", () => {
	const ids = createRequestIds();
	const [one, other] = [asked(), asked()];
	expect(ids.of(one)).toMatch(UUID);
	expect(ids.of(one)).toBe(ids.of(one));
	expect(ids.of(one)).not.toBe(ids.of(other));
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

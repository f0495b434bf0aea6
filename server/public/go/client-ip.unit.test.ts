import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientIp, truncateIp } from "../../platform/http/proxy-headers.ts";

test.each([
	["203.0.113.77", "203.0.113.0"],
	["1.2.3.4", "1.2.3.0"],
	["0xcb.0.0x71.77", "203.0.113.0"],
	["::ffff:203.0.113.77", "203.0.113.0"],
	["::ffff:cb00:714d", "203.0.113.0"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1::"],
	["2001:0DB8:0001::1", "2001:db8:1::"],
	["::1", "::"],
	["fe80::1%eth0", "fe80::"],
	["999.1.1.1", null],
	["203.0.113.77:443", null],
	["unknown", null],
	["", null],
])("%s is stored as %s", (address, stored) => {
	expect(truncateIp(address)).toBe(stored);
});

test.each([
	[0, "9.9.9.9", "10.0.0.0"],
	[1, "1.1.1.1, 2.2.2.2", "2.2.2.0"],
	[2, "1.1.1.1, 2.2.2.2", "1.1.1.0"],
	[5, "1.1.1.1, 2.2.2.2", "1.1.1.0"],
	[1, undefined, "10.0.0.0"],
	[1, "2.2.2.2, garbage", null],
])("behind %i proxies, X-Forwarded-For %s counts as %s", (trustProxy, forwarded, stored) => {
	const req = { socket: { remoteAddress: "10.0.0.1" }, headers: { "x-forwarded-for": forwarded } };
	expect(truncateIp(clientIp(req as unknown as IncomingMessage, trustProxy) ?? "")).toBe(stored);
});

test("a visitor who is gone already has no address", () => {
	const req = { socket: {}, headers: {} };
	expect(clientIp(req as unknown as IncomingMessage, 0)).toBeUndefined();
});

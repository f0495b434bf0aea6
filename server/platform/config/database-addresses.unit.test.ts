import { expect, it } from "vitest";
import { databaseAddressProblem } from "./addresses.ts";
import { addressesOf, serversIn } from "./database-addresses.ts";

it.each<[string, string[]]>([
	["postgres://u:p@a:5432/db?sslmode=no-verify", ["postgres://u:p@a:5432/db?sslmode=no-verify"]],
	["postgres://u:p%40@a:5432,b/db", ["postgres://u:p%40@a:5432/db", "postgres://u:p%40@b/db"]],
	["postgresql://u@[::1]:1,[::2]/db?x=1", ["postgresql://u@[::1]:1/db?x=1", "postgresql://u@[::2]/db?x=1"]],
	["postgres://u:p@/db?host=a,b&port=1,2&x=1", ["postgres://u:p@a:1/db?x=1", "postgres://u:p@b:2/db?x=1"]],
	["postgres:///db?host=a&host=::1&port=5", ["postgres://a:5/db", "postgres://[::1]:5/db"]],
	["postgres://u@/db?host=/var/run/postgresql", ["postgres://u@/db?host=/var/run/postgresql"]],
])("%s has these hosts (P690)", (text, addresses) => {
	expect(addressesOf(text)).toEqual(addresses);
	if (addresses.length > 1) expect(databaseAddressProblem(text)).toBeNull();
});

it("names the servers without the password, and refuses a host without a name", () => {
	expect(serversIn("postgres://u:secret@a,b:6000/db")).toBe("a:5432 or b:6000");
	expect(databaseAddressProblem("postgres://u:p@a:5432,/db")).toContain("is no valid address");
	expect(databaseAddressProblem("postgres://u:p@a:5432,b:port/db")).toContain("is no valid address");
});

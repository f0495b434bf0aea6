import { expect, test } from "vitest";
import { areRelated, readDomainHost } from "./domain-host.ts";

const LABEL = "a".repeat(63);

test.each([
	["go.brand.com", "go.brand.com"],
	["GO.Brand.COM", "go.brand.com"],
	["go.brand.com.", "go.brand.com"],
	[" \u200bgo.brand.com\n", "go.brand.com"],
	["https://go.brand.com/", "go.brand.com"],
	["HTTP://go.brand.com", "go.brand.com"],
	["brand.com", "brand.com"],
	["go.bücher.de", "go.xn--bcher-kva.de"],
	["GO.BÜCHER.DE", "go.xn--bcher-kva.de"],
	["go.xn--bcher-kva.de", "go.xn--bcher-kva.de"],
	["go。brand。com", "go.brand.com"],
	["ｇｏ.brand.com", "go.brand.com"],
	["faß.de", "xn--fa-hia.de"],
	[`${LABEL}.${LABEL}.${LABEL}.${"a".repeat(46)}.com`, `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(46)}.com`],
])("%j is the domain %s (P620)", (typed, host) => {
	expect(readDomainHost(typed)).toEqual({ host, problem: null });
});

test.each([
	["", "Enter a domain, such as go.example.com."],
	["brand", "Enter the whole domain, such as go.example.com."],
	["localhost", "Enter the whole domain, such as go.example.com."],
	["go.brand.com/sale", "Enter the domain only, without a path."],
	["https://go.brand.com/?a=b", "Enter the domain only, without a path."],
	["go.brand.com\\a", "Enter the domain only, without a path."],
	["go.brand.com:8080", "Enter the domain only, without a port."],
	["go.brand.com:", "Enter the domain only, without a port."],
	["ada@brand.com", "Enter a domain, not an email address."],
	["*.brand.com", "Enter one domain. A wildcard isn't possible."],
	["192.0.2.1", "Enter a domain, not an IP address."],
	["0xc0.0.2.1", "Enter a domain, not an IP address."],
	["3221225985.", "Enter a domain, not an IP address."],
	["[2001:db8::1]", "Enter a domain, not an IP address."],
	["2001:db8::1", "Enter a domain, not an IP address."],
	["_visualink.go.brand.com", "This isn't a domain."],
	["go..brand.com", "This isn't a domain."],
	[".brand.com", "This isn't a domain."],
	["go.brand.com..", "This isn't a domain."],
	["-go.brand.com", "This isn't a domain."],
	["go-.brand.com", "This isn't a domain."],
	["go%2ebrand.com", "This isn't a domain."],
	["go brand.com", "This isn't a domain."],
	["xn--a-ecp.ru.xn--", "This isn't a domain."],
	[`${LABEL}a.com`, "This isn't a domain."],
	[`${LABEL}.${LABEL}.${LABEL}.${"a".repeat(47)}.com`, "A domain has at most 242 characters."],
	["javascript:alert(1)", "Enter the domain only, without a port."],
	["go.brand.com,go.brand.org", "This isn't a domain."],
])("%j is refused: %s (P620)", (typed, problem) => {
	expect(readDomainHost(typed)).toEqual({ host: null, problem });
});

test("hosts are related where one is below the other", () => {
	expect(areRelated("go.brand.com", "go.brand.com")).toBe(true);
	expect(areRelated("a.go.brand.com", "go.brand.com")).toBe(true);
	expect(areRelated("brand.com", "go.brand.com")).toBe(true);
	expect(areRelated("ngo.brand.com", "go.brand.com")).toBe(false);
});

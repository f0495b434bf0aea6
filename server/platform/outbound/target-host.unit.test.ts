import { describe, expect, it } from "vitest";
import { isPublicTarget } from "./target-host.ts";

const isAllowed = (text: string, ...ownOrigins: string[]) =>
	isPublicTarget(new URL(text), {
		ownOrigins: ownOrigins.length > 0 ? ownOrigins : ["https://visualink.example"],
	});

describe("where a link may lead", () => {
	it.each([
		"https://example.com/",
		"http://example.com:8080/",
		"https://example.com./",
		"https://notvisualink.example/",
		"https://visualink.example.com/",
		"https://localhost.example.com/",
		"https://local.example.com/",
		"https://mylocal.example/",
		"https://127.0.0.1.example.com/",
		"https://münchen.example/",
		"https://8.8.8.8/",
		"https://1.1/",
		"https://172.32.0.1/",
		"https://100.128.0.1/",
		"https://[2606:4700:4700::1111]/",
		"https://[::ffff:8.8.8.8]/",
	])("%s is public", (text) => {
		expect(isAllowed(text)).toBe(true);
	});

	it.each([
		"https://visualink.example/",
		"http://visualink.example/go/a/b",
		"https://VISUALINK.example/",
		"https://visualink.example:8443/",
		"https://visualink.example./",
		"https://visualink.example../",
		"https://www.visualink.example/",
		"https://a.b.visualink.example/",
		"https://WWW.Visualink.Example.:444/",
		"https://ｖｉｓｕａｌｉｎｋ.example/",
		"https://visualink。example/",
		"https://vis%75alink.example/",
		"https://visual\u00adink.example/",
		"https:visualink.example",
		"https:\\\\visualink.example\\",
	])("%s is our own", (text) => {
		expect(isAllowed(text)).toBe(false);
	});

	it.each([
		["https://xn--bcher-kva.example", "https://bücher.example/"],
		["https://bücher.example", "https://xn--bcher-kva.example/"],
		["https://www.visualink.example", "https://visualink.example/"],
		["https://mywww.example", "https://mywww.example/"],
		["https://visualink.example:8443", "https://visualink.example/"],
		["http://203.0.114.7:3000", "http://203.0.114.7/"],
		["http://203.0.114.7:3000", "http://0xcb.0.0x72.7/"],
	])("of %s, %s is our own", (origin, text) => {
		expect(isAllowed(text, origin)).toBe(false);
		expect(isAllowed(text, "https://another.example", origin)).toBe(false);
	});

	it.each([
		"http://localhost/",
		"http://LOCALHOST:3000/",
		"http://localhost./",
		"http://ｌｏｃａｌｈｏｓｔ/",
		"http://app.localhost/",
		"http://localhost.localdomain/",
		"http://printer.local/",
		"http://printer.local./",
		"http://metadata.google.internal/",
		"http://router.home.arpa/",
		"http://nas.lan/",
		"http://intranet/",
		"http://router./",
	])("%s is a name of the visitor's own network", (text) => {
		expect(isAllowed(text)).toBe(false);
	});

	it.each([
		"http://127.0.0.1/",
		"http://127.0.0.1./",
		"http://127.1/",
		"http://127.255.255.254/",
		"http://0x7f.1/",
		"http://0x7f000001/",
		"http://2130706433/",
		"http://017700000001/",
		"http://0177.0.0.1/",
		"http://１２７.0.0.1/",
		"http://127。0。0。1/",
		"http://%31%32%37.0.0.1/",
		"http://0/",
		"http://0.0.0.0/",
		"http://10.0.0.1/",
		"http://10.255.255.255/",
		"http://172.16.0.1/",
		"http://172.31.255.255/",
		"http://192.168.0.1/",
		"http://192.168.1/",
		"http://169.254.169.254/",
		"http://0xa9fea9fe/",
		"http://100.64.0.1/",
		"http://100.100.100.200/",
		"http://192.0.0.1/",
		"http://198.18.0.1/",
		"http://224.0.0.1/",
		"http://240.0.0.1/",
		"http://255.255.255.255/",
		"http://[::1]/",
		"http://[::]/",
		"http://[0:0:0:0:0:0:0:1]/",
		"http://[::ffff:127.0.0.1]/",
		"http://[::ffff:7f00:1]/",
		"http://[::ffff:10.0.0.1]/",
		"http://[::127.0.0.1]/",
		"http://[::ffff:0:127.0.0.1]/",
		"http://[64:ff9b::7f00:1]/",
		"http://[2002:7f00:1::]/",
		"http://[2001:0:7f00:1::]/",
		"http://[fe80::1]/",
		"http://[febf::1]/",
		"http://[fec0::1]/",
		"http://[fc00::1]/",
		"http://[fd00:ec2::254]/",
		"http://[ff02::1]/",
		"http://[100::1]/",
		"http://[2001:db8::1]/",
		"http://168.63.129.16/",
		"http://[::ffff:168.63.129.16]/",
	])("%s is an address of no public host", (text) => {
		expect(isAllowed(text)).toBe(false);
	});
});

import { isIP } from "node:net";
import { z } from "zod";
import { databaseAddressProblem } from "./addresses.ts";
import { addressesOf } from "./database-addresses.ts";

export const flag = z
	.enum(["true", "false", "1", "0", ""], "must be true, false, 1 or 0")
	.default("false")
	.transform((text) => text === "true" || text === "1");
export const optional = z
	.string()
	.trim()
	.transform((text) => text || undefined)
	.optional();
/** Scheme and host, optionally a port; anything more would be ignored silently. */
export const webOrigin = z
	.url({ protocol: /^https?$/, error: "must be an address with its scheme, such as https://visualink.example" })
	.refine(
		(text) => !URL.canParse(text) || isOrigin(new URL(text)),
		"must be scheme and host alone, such as https://visualink.example: without user, password, path, ? or #",
	)
	.transform((text) => new URL(text).origin);
/** A key or token for a header: a line break means a truncated or doubled copy. */
export const key = z
	.string()
	.trim()
	.regex(/^[!-~]+$/, "must be one line of letters, digits and signs, without spaces");
/** A passphrase, which may have spaces, or several separated by commas. */
export const secret = z.string().regex(/^[^\p{Cc}]+$/u, "must be one line");
/** A header's name (RFC 9110, section 5.6.2). */
export const headerName = z
	.string()
	.trim()
	.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of a header, such as cf-ipcountry");
/** Bucket names as Amazon and compatible storages allow. */
export const bucketName = z
	.string()
	.trim()
	.regex(
		/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
		"must be a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens",
	);
export const regionName = z
	.string()
	.trim()
	.regex(/^[A-Za-z0-9-]{1,64}$/, "must be a region's name, such as us-east-1");
export const wholeNumber = ({ from, to, such }: { from: number; to: number; such: string }) => {
	const words = `must be a whole number from ${from} to ${to}, such as ${such}`;
	return z.coerce.number(words).int(words).min(from, words).max(to, words);
};
export const listenAddress = (such: string) =>
	z
		.string()
		.refine((text) => isIP(text) !== 0 || text === "localhost", `must be an IP address, such as ${such}, or localhost`);
export const databaseAddress = z.string().superRefine((text, context) => {
	const message = databaseAddressProblem(text.trim());
	if (message) context.addIssue({ code: "custom", message });
});
export const oneDatabase = databaseAddress.refine(
	(text) => addressesOf(text.trim()).length === 1,
	"must name one host: while it doesn't answer, DATABASE_URL does",
);

/** IP addresses of name servers, with optional ports, separated by white space. */
export const nameServers = z
	.string()
	.transform((text) => text.split(/\s+/).filter(Boolean))
	.refine(
		(servers) => servers.every((server) => isIP(server) !== 0 || isIP(withoutPort(server)) !== 0),
		"must be IP addresses of name servers with blanks between them, such as 192.0.2.53 198.51.100.53",
	)
	.transform((servers) => (servers.length > 0 ? servers : undefined));
export const hostName = z
	.string()
	.trim()
	.toLowerCase()
	.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, "must be the name of a host, such as links.visualink.example");

/** Named lists: `name=place`, separated by white space. */
export const namedPlaces = z.string().transform((text, context) => {
	const places = text
		.split(/\s+/)
		.filter(Boolean)
		.map((entry) => {
			const [, name = "", place = ""] = /^([\w.-]{1,40})=(\S+)$/.exec(entry) ?? [];
			return { name, place };
		});
	const isWrong = places.some(({ name }, n) => name === "" || places.findIndex((other) => other.name === name) !== n);
	if (isWrong) {
		const message =
			"must be name=place for each list, with blanks between them, such as phishing=/etc/lists/phishing.txt";
		context.addIssue({ code: "custom", message });
	}
	return places;
});

/** `192.0.2.53:5353` or `[2001:db8::53]:5353`. */
function withoutPort(server: string): string {
	const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+)):\d{1,5}$/.exec(server) ?? [];
	return bracketed ?? plain ?? "";
}

function isOrigin({ username, password, pathname, search, hash }: URL): boolean {
	return username === "" && password === "" && pathname === "/" && search === "" && hash === "";
}

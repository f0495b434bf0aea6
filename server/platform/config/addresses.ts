import { isIP } from "node:net";
import { addressesOf } from "./database-addresses.ts";

const DATABASE = "postgres://user:password@host:5432/name";

/** What is wrong with `DATABASE_URL`, without the password; null if nothing. @param text as set */
export function databaseAddressProblem(text: string): string | null {
	const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(text) ?? [];
	if (rest === undefined) return `must be the address of a PostgreSQL, such as ${DATABASE}`;
	if (endsWithinPassword(rest)) {
		return "its password has a character that must be percent-encoded (# is %23, / is %2F, ? is %3F, @ is %40, % is %25)";
	}
	const addresses = addressesOf(text);
	if (!addresses.every(namesHost)) return `is no valid address; one looks like ${DATABASE}`;
	const { username, password } = new URL(addresses[0] ?? text);
	return [username, password].every(isDecodable)
		? null
		: "a percent sign in its user or password must be written as %25, or stand for a character, as in %40 for @";
}

/** One host may come from elsewhere, such as the socket of this machine; of several, each has a name. */
function namesHost(address: string, _index: number, { length }: string[]): boolean {
	return URL.canParse(address) && (length === 1 || new URL(address).hostname !== "");
}

/** Whether a `#`, `/` or `?` in the password ends the part with the host before its `@`. */
function endsWithinPassword(rest: string): boolean {
	const [, authority = "", ending = "", others = ""] = /^([^/?#]*)([/?#])(.*)$/s.exec(rest) ?? [];
	const [, password] = /:(.*)$/.exec(authority) ?? [];
	if (password === undefined || authority.includes("@") || !others.includes("@")) return false;
	// A port, or a query that contains an @ for another reason.
	return !(/^\d+$/.test(password) && (ending === "?" || others.includes("?")));
}

function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** `localhost` can be either; clients differ in which they try first. */
export const LOOPBACK = ["127.0.0.1", "::1"];

export function hostsOf(host: string | undefined): string[] | null {
	if (host === undefined) return null;
	return host === "localhost" ? LOOPBACK : [host];
}

/** The origin at which the process reaches itself. */
export function ownOriginOf(hosts: string[] | null, port: number): string {
	const [host = "0.0.0.0"] = hosts ?? [];
	if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
	return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

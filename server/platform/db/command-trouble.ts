import { addressesOf, serversIn } from "#server/platform/config/database-addresses.ts";
import { causesOf } from "#server/platform/work/causes-of.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import { databaseTrouble } from "./database-trouble.ts";
import { isUnreachable } from "./unreachable.ts";

/** PostgreSQL's codes for a missing table, schema or column. */
const MISSING = ["42P01", "3F000", "42703"];

/** A database error in a sentence without SQL; null if it isn't the database's. @param url the address as used */
export function databaseSentence(error: unknown, url: string): string | null {
	const server = serversIn(url);
	const { pathname } = new URL(addressesOf(url)[0] ?? url);
	const name = `"${decodeURIComponent(pathname.slice(1))}" at ${server}`;
	for (const cause of causesOf(error)) {
		const [code, { message }] = [codeOf(cause), cause];
		if (MISSING.includes(code)) {
			return `The database ${name} lacks the tables of this release (${message}): start Visualink on it once, or name another in DATABASE_URL.`;
		}
		if (code === "42501") {
			return `The database ${name} refuses: ${message}. Take the role that owns Visualink's tables.`;
		}
		if (code === "53100") return `The disk of the database ${name} is full: ${message}.`;
	}
	const trouble = databaseTrouble(error, url);
	if (trouble) return trouble.sentence;
	if (isUnreachable(error)) return `The database at ${server} doesn't answer.`;
	const refused = [...causesOf(error)].find((cause) => /^[0-9A-Z]{5}$/.test(codeOf(cause)));
	return refused ? `The database ${name} refuses: ${refused.message}.` : null;
}

import { addressesOf, serversIn } from "#server/platform/config/database-addresses.ts";
import { causesOf } from "#server/platform/work/causes-of.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import { NoPrimaryError, unavailableInWords } from "./unreachable.ts";

export type DatabaseTrouble = {
	sentence: string;
	/** Whether it may pass by itself, as when the database is starting too. */
	isPassing: boolean;
};

type Place = {
	files: string[];
	server: string;
	user: string;
	database: string;
};

/** Node's TLS errors: unknown authority, wrong host name, invalid date. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT\w+)$/;

/** PostgreSQL's refusals (https://www.postgresql.org/docs/current/errcodes-appendix.html) and their remedies. */
const REFUSED: Record<string, (place: Place) => string> = {
	"28P01": ({ server, user }) =>
		`DATABASE_URL: the database at ${server} refuses the password of ${user}; in the address every character other than letters and digits must be percent-encoded.`,
	"28000": ({ server, user, database }) =>
		`DATABASE_URL: the database at ${server} lets ${user} not into "${database}": the role may be missing or may not log in, or pg_hba.conf has no line for it (or only one with TLS: add ?sslmode=verify-full).`,
	"3D000": ({ server, user, database }) =>
		`DATABASE_URL: there is no database "${database}" at ${server}; make it with: CREATE DATABASE ${quoted(database)} OWNER ${quoted(user)};`,
	"42501": ({ server, user, database }) =>
		`The role ${user} may not make Visualink's tables in "${database}" at ${server}; as its owner or a superuser: ALTER DATABASE ${quoted(database)} OWNER TO ${quoted(user)};`,
	"53100": ({ server, database }) =>
		`The disk of the database "${database}" at ${server} is full: make room there, and start again.`,
	"55P03": ({ server, database }) =>
		`Another program has locked a table of "${database}" at ${server} for minutes; find it in pg_stat_activity, end it, and start again.`,
	"25006": ({ server, database }) =>
		`The database "${database}" at ${server} is read-only, as a standby is; name the primary in DATABASE_URL.`,
};

/** Why a start can't use its database; null if the operator can't fix it. @param url the address as used */
export function databaseTrouble(error: unknown, url: string): DatabaseTrouble | null {
	const place = placeOf(url);
	for (const cause of causesOf(error)) {
		if (cause instanceof NoPrimaryError) return noPrimary(cause);
		const { message } = cause;
		const [code, path] = [codeOf(cause), "path" in cause ? String(cause.path) : ""];
		const refused = REFUSED[code]?.(place);
		if (refused) return { sentence: refused, isPassing: false };
		const away = unavailableInWords(cause);
		if (away) return { sentence: `The database at ${place.server} can't be reached: ${away}.`, isPassing: true };
		const words = aboutAddress({ code, message, path }, place);
		if (words) return { sentence: `DATABASE_URL: ${words}`, isPassing: false };
	}
	return null;
}

function noPrimary({ hosts }: NoPrimaryError): DatabaseTrouble {
	const each = hosts.map(({ address, reason }) => {
		if (!reason) return { sentence: `The database at ${serversIn(address)} is a standby.`, isPassing: true };
		const unknown = { sentence: `The database at ${serversIn(address)} fails: ${reason.message}.`, isPassing: false };
		return databaseTrouble(reason, address) ?? unknown;
	});
	const sentences = each.map(({ sentence }) => sentence).join(" ");
	// A standby may be promoted any moment.
	return { sentence: `No host is the primary. ${sentences}`, isPassing: each.some(({ isPassing }) => isPassing) };
}

type Cause = { code: string; message: string; path: string };

function aboutAddress({ code, message, path }: Cause, { files, server, user }: Place): string | null {
	if (UNTRUSTED.test(code)) {
		return `the certificate of the database at ${server} is not trusted (${message}); add ?sslmode=verify-full&sslrootcert=/path/to/ca.pem with the authority that signed it, and name the host as the certificate does.`;
	}
	if (message.includes("does not support SSL")) {
		return `the database at ${server} speaks no TLS; switch it on there, or leave sslmode out where nobody is in between.`;
	}
	if (/client password must be a (non-empty )?string/.test(message)) {
		return `the database at ${server} wants a password of ${user}, and the address has none (postgres://user:password@host:5432/name).`;
	}
	if (files.includes(path) && ["ENOENT", "EACCES", "EISDIR"].includes(code)) {
		return `the file ${path}, which it names, can't be read (${code}).`;
	}
	return null;
}

function placeOf(url: string): Place {
	const [address = url] = addressesOf(url);
	const { username, pathname, searchParams } = new URL(address);
	const user = username || "nobody";
	return {
		files: [...searchParams.values()],
		server: serversIn(url),
		user: plain(user),
		database: plain(pathname.slice(1)) || plain(user),
	};
}

function plain(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function quoted(name: string): string {
	return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

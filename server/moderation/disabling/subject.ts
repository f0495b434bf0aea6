import { isIPv6 } from "node:net";
import { getDomain } from "tldts";
import { CommandError } from "#server/platform/operator/command-error.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

export type Subject =
	| { kind: "link"; userSlug: string; linkSlug: string }
	| { kind: "user"; slugOrEmail: string }
	| { kind: "host"; host: string }
	/** Accounts' own domains at this host or below it. */
	| { kind: "domain"; host: string };

const LINK = /^(?:https?:\/\/[^/]+)?(?:\/?go\/)?([\w-]{1,20})\/([\w-]{1,20})\/?(?:[?#].*)?$/i;

/** @throws CommandError with a sentence for the operator */
export function readSubject(kind: string, text: string): Subject {
	switch (kind) {
		case "link":
			return { kind, ...readLink(text) };
		case "user":
			return { kind, slugOrEmail: trimBlank(text).toLowerCase() };
		case "host":
		case "domain":
			return { kind, host: readHost(text) };
		default:
			throw new CommandError(`"${kind}" is nothing that can be disabled: say link, user, host or domain.`);
	}
}

function readLink(text: string): { userSlug: string; linkSlug: string } {
	const [, userSlug, linkSlug] = LINK.exec(trimBlank(text)) ?? [];
	if (!userSlug || !linkSlug) throw new CommandError(`"${text}" is no link: write it as userSlug/linkSlug.`);
	return { userSlug: userSlug.toLowerCase(), linkSlug: linkSlug.toLowerCase() };
}

/** Normalizes a host like `new URL()`, without a trailing dot and `www.`, which its owner could drop otherwise. */
function readHost(text: string): string {
	const address = `http://${trimBlank(text)}`;
	const isMore = /[/\\?#@*]|:\d+$/.test(trimBlank(text));
	const full = !isMore && URL.canParse(address) ? new URL(address).hostname.replace(/\.+$/, "") : "";
	const host = full === `www.${getDomain(full)}` ? full.slice("www.".length) : full;
	// A name without a dot would be a whole top-level domain.
	if (host.includes(".") || isIPv6(host.replace(/^\[|\]$/g, ""))) return host;
	throw new CommandError(`"${text}" is no host: write it without scheme, port, path or asterisk, as evil.example.`);
}

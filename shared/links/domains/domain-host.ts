import { parseUrl } from "../../platform/parse-url.ts";
import { cleanAddress } from "../target-url.ts";
import { txtName } from "./domain-check.ts";

/** The longest name of DNS has 253 characters, and so has that of the TXT record. */
const HOST_MAX = 253 - txtName("").length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host as DNS and browsers have it, or what is wrong with it, in a sentence. */
export type ReadHost = { host: string; problem: null } | { host: null; problem: string };

/**
 * A domain as it was typed or pasted: in lower case, in ASCII (UTS 46), without the dot at its end. An address without
 * port and path is taken for its host.
 */
export function readDomainHost(typed: string): ReadHost {
	const text = cleanAddress(typed)
		.replace(/^https?:\/\//i, "")
		.replace(/\/$/, "");
	const problem = writtenProblem(text);
	if (problem !== null) return { host: null, problem };
	const host = parseUrl(`http://${text}`)?.hostname.replace(/\.$/, "") ?? "";
	const found = hostProblem(host);
	return found === null ? { host, problem: null } : { host: null, problem: found };
}

function writtenProblem(text: string): string | null {
	if (text === "") return "Enter a domain, such as go.example.com.";
	if (/[/\\?#]/.test(text)) return "Enter the domain only, without a path.";
	if (text.includes("@")) return "Enter a domain, not an email address.";
	if (text.includes("*")) return "Enter one domain. A wildcard isn't possible.";
	if (/^\[|:.*:/.test(text)) return "Enter a domain, not an IP address.";
	if (text.includes(":")) return "Enter the domain only, without a port.";
	// The URL parser would decode or drop these.
	return /[%\s]/u.test(text) ? "This isn't a domain." : null;
}

function hostProblem(host: string): string | null {
	if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return "Enter a domain, not an IP address.";
	const labels = host.split(".");
	if (host === "" || !labels.every((label) => LABEL.test(label))) return "This isn't a domain.";
	if (labels.length < 2) return "Enter the whole domain, such as go.example.com.";
	return host.length > HOST_MAX ? `A domain has at most ${HOST_MAX} characters.` : null;
}

/** Whether one of two hosts is the other, or below it. */
export function areRelated(one: string, other: string): boolean {
	return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

import { getDomain } from "tldts";
import { AppError } from "#server/platform/http/app-error.ts";
import { areRelated, readDomainHost } from "#shared/links/domains/domain-host.ts";

/** Sites where everyone may have a name of their own count as endings: `brand.github.io` is a whole domain. */
const LIST = { allowPrivateDomains: true };

const LOCALHOST = "localhost";

type Judged = {
	/** Where the service itself answers. */
	ownHosts: readonly string[];
	/** Whether names below localhost can be had: only where a stand-in plays DNS. */
	allowsLocalhost: boolean;
};

/**
 * The host that a domain of an account may be.
 * @throws AppError "invalid_domain"
 */
export function judgeHost(typed: string, { ownHosts, allowsLocalhost }: Judged): string {
	const { host, problem } = readDomainHost(typed);
	if (host === null) throw refused(problem);
	if (isBelowLocalhost(host) && !allowsLocalhost) {
		throw refused("Names below localhost only work on your own computer. Add a domain that you own.");
	}
	// Everything below localhost is related to localhost itself.
	if (ownHosts.some((own) => own !== LOCALHOST && areRelated(host, own)))
		throw refused("This domain is ours. Add one of your own.");
	if (getDomain(host, LIST) === null) throw refused("This is the ending of other domains. Add one below it.");
	return host;
}

/** Browsers lead every such name to their own machine. */
export function isBelowLocalhost(host: string): boolean {
	return host.endsWith(`.${LOCALHOST}`);
}

/** The whole domain that a host is or is below, where DNS allows no CNAME. */
export function apexOf(host: string): string {
	return getDomain(host, LIST) ?? host;
}

function refused(problem: string): AppError {
	return new AppError("invalid_domain", problem, { field: "host" });
}

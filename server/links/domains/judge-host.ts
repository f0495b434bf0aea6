import { getDomain } from "tldts";
import { AppError } from "#server/platform/http/app-error.ts";
import { areRelated, readDomainHost } from "#shared/links/domains/domain-host.ts";

/** Sites where everyone may have a name of their own count as endings: `brand.github.io` is a whole domain. */
const LIST = { allowPrivateDomains: true };

/**
 * The host that a domain of an account may be.
 * @param ownHosts where the service itself answers
 * @throws AppError "invalid_domain"
 */
export function judgeHost(typed: string, ownHosts: readonly string[]): string {
	const { host, problem } = readDomainHost(typed);
	if (host === null) throw refused(problem);
	if (ownHosts.some((own) => areRelated(host, own))) throw refused("This domain is ours. Add one of your own.");
	if (getDomain(host, LIST) === null) throw refused("This is the ending of other domains. Add one below it.");
	return host;
}

/** The whole domain that a host is or is below, where DNS allows no CNAME. */
export function apexOf(host: string): string {
	return getDomain(host, LIST) ?? host;
}

function refused(problem: string): AppError {
	return new AppError("invalid_domain", problem, { field: "host" });
}

import { getDomain, parse } from "tldts";
import { DYNAMIC_DNS } from "./warning-lists.ts";

const RISKY_SUFFIX =
	/\.(top|xyz|click|link|icu|cyou|cfd|sbs|buzz|rest|quest|monster|cam|vip|win|bid|loan|pw|tk|ml|ga|cf|gq|info|site|online|live|support|help|center|finance|fun|club|shop|store|space|website|work|zip|mov|life|world|today|asia|cn|cc|ws)$/;

/** Whether anyone can get a name below it within minutes: abused suffixes, dynamic DNS, free hosts. */
export function isRiskyHost(host: string): boolean {
	if (RISKY_SUFFIX.test(host) || DYNAMIC_DNS.has(getDomain(host) ?? "")) return true;
	return parse(host, { allowPrivateDomains: true }).isPrivate === true;
}

/** Of an authority or university. */
export function isOfState(host: string): boolean {
	return /(^|\.)(?:(?:gov|edu|mil)(?:\.[a-z]{2})?|(?:gouv|gob|gv|govt|go|ac)\.[a-z]{2})$|(^|\.)(europa\.eu|admin\.ch|bund\.de)$/.test(
		host,
	);
}

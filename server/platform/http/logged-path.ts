import { UNSUBSCRIBE_PATH } from "#shared/account/mail/mail-paths.ts";
import { publicStatsPath } from "#shared/analytics/public-stats.ts";
import { reportStatePath } from "#shared/moderation/trust/trust-paths.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";

/** Paths that end in a capability, a user's text or an account's name. */
const CUT = [
	publicStatsPath(""),
	reportStatePath(""),
	`${UNSUBSCRIBE_PATH}/`,
	API_ROUTES.linkTag.replace(":tag", ""),
	API_ROUTES.openLink.replace(/:.*$/, ""),
];

type Requested = { url?: string | undefined; originalUrl?: string };

/** A request's path without its query; Express strips a router's mount path from `url`. */
export function requestedPath({ url = "", originalUrl = url }: Requested): string {
	return originalUrl.split("?", 1)[0] ?? "";
}

/** An API key, which belongs into a header. */
const KEY = /vl_[0-9A-Za-z]{8,}/gi;

/** A request's path for the log, without query and private parts (P483). */
export function loggedPath(req: Requested): string {
	const path = requestedPath(req).replace(KEY, "vl_...");
	const beginning = CUT.find((each) => path.toLowerCase().startsWith(each));
	return beginning === undefined ? path : `${beginning}...`;
}

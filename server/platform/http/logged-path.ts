import { publicStatsPath } from "#shared/analytics/public-stats.ts";
import { reportStatePath } from "#shared/moderation/trust/trust-paths.ts";
import { API_ROUTES } from "#shared/platform/api-paths.ts";

/** Paths whose end lets in anyone who knows it, is a text of a user's, or says the name of an account. */
const CUT = [
	publicStatsPath(""),
	reportStatePath(""),
	API_ROUTES.linkTag.replace(":tag", ""),
	API_ROUTES.openLink.replace(/:.*$/, ""),
];

type Requested = { url?: string | undefined; originalUrl?: string };

/** A request's path without its query; Express takes from `url` what a router is mounted at. */
export function requestedPath({ url = "", originalUrl = url }: Requested): string {
	return originalUrl.split("?", 1)[0] ?? "";
}

/** A request's path for the log, without its query and what is nobody else's business (P483). */
export function loggedPath(req: Requested): string {
	const path = requestedPath(req);
	const beginning = CUT.find((each) => path.toLowerCase().startsWith(each));
	return beginning === undefined ? path : `${beginning}...`;
}

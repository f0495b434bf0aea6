import { AppError } from "#server/platform/http/app-error.ts";
import { isWebPort } from "#server/platform/outbound/connection.ts";
import { targetHostProblem } from "#server/platform/outbound/target-host.ts";
import { targetProblem, typedAddress, withReason } from "#shared/links/target-problem.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";

const INVALID = "Please enter a valid URL";
const OTHER_PORT = "Only the ports 80 and 443 can be used.";

/**
 * An endpoint's address, normalized. Where its name leads is only checked when something is sent.
 * @throws AppError "invalid_url"
 */
export function webhookUrl(typed: string, { ownOrigins }: { ownOrigins: readonly string[] }): string {
	const address = typedAddress(typed);
	const url = address === null ? null : parseWebAddress(address);
	const problem = url === null ? targetProblem(typed) : problemOf(url, ownOrigins);
	if (url === null || problem !== null) {
		throw new AppError("invalid_url", withReason(INVALID, problem), { field: "url" });
	}
	return url.href;
}

function problemOf(url: URL, ownOrigins: readonly string[]): string | null {
	return targetHostProblem(url, { ownOrigins }) ?? (isWebPort(url) ? null : OTHER_PORT);
}

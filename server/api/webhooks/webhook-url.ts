import ipaddr from "ipaddr.js";
import { AppError } from "#server/platform/http/app-error.ts";
import { isWebPort } from "#server/platform/outbound/connection.ts";
import { targetHostProblem } from "#server/platform/outbound/target-host.ts";
import { targetProblem, typedAddress, withReason } from "#shared/links/target-problem.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";

const INVALID = "Please enter a valid URL";
const OTHER_PORT = "Only the ports 80 and 443 can be used.";

/** In the sandbox: the origin that leads to this port of the machine. */
export type ReceiverAt = (port: string) => string;

type Options = { ownOrigins: readonly string[]; receiverAt: ReceiverAt | null };

/**
 * An endpoint's address, normalized. Where its name leads is only checked when something is sent.
 * @throws AppError "invalid_url"
 */
export function webhookUrl(typed: string, options: Options): string {
	const address = typedAddress(typed);
	const url = address === null ? null : parseWebAddress(address);
	const problem = url === null ? targetProblem(typed) : problemOf(url, options);
	if (url === null || problem !== null) {
		throw new AppError("invalid_url", withReason(INVALID, problem), { field: "url" });
	}
	// It is never sent, and two addresses that differ by it are one.
	url.hash = "";
	return url.href;
}

function problemOf(url: URL, { ownOrigins, receiverAt }: Options): string | null {
	if (receiverAt && isThisMachine(url) && !ownOrigins.includes(url.origin)) {
		const instead = receiverAt(url.port || "80") + url.pathname + url.search;
		return `In the sandbox, use ${instead} instead.`;
	}
	return targetHostProblem(url, { ownOrigins }) ?? (isWebPort(url) ? null : OTHER_PORT);
}

function isThisMachine({ hostname }: URL): boolean {
	const host = hostname.replace(/[[\]]|\.$/g, "");
	if (ipaddr.isValid(host)) return ipaddr.process(host).range() === "loopback";
	return host === "localhost" || host.endsWith(".localhost");
}

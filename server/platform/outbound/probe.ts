import { AppError } from "#server/platform/http/app-error.ts";
import { abortable } from "#server/platform/work/abortable.ts";
import { codeOf } from "#server/platform/work/error-code.ts";
import type { watchOwnTime } from "#server/platform/work/own-time.ts";
import type { createConnections } from "./connection.ts";
import { clientOn, firstTexts, REDIRECTS, redirectTarget } from "./one-hop.ts";
import type { OutboundLimits } from "./outbound.ts";

export type ProbeRequest = {
	url: URL;
	method: "HEAD" | "GET";
	/** Asks for the first byte only, with GET. */
	isRanged: boolean;
	/** Which of the name's addresses is tried first: a server may answer differently by IPv4 and IPv6. */
	rotation: number;
	signal?: AbortSignal | undefined;
};

/** Why there was no answer. `refused`, `expired` and `no-such-name` are certain; `ours` is this machine's fault. */
export type ProbeFailure = "no-such-name" | "refused" | "expired" | "not-public" | "unreachable" | "ours";
/** One answer; redirects aren't followed. `next` is null where a redirect leads to nothing that can be asked. */
export type ProbeAnswer = { status: number; next: URL | null } | { failure: ProbeFailure };

export type Prober = { probe: (request: ProbeRequest) => Promise<ProbeAnswer> };

type Options = {
	connections: ReturnType<typeof createConnections>;
	limits: OutboundLimits;
	publicOrigin: string;
	watchTime: typeof watchOwnTime;
};

/** Sites that serve pages by `Accept` answer 404 to a request that takes anything. */
const ACCEPT = "text/html,application/xhtml+xml,*/*;q=0.8";
/** This machine has no route to one kind of address, which says nothing about the server. */
const NO_ROUTE = new Set(["ENETUNREACH", "EADDRNOTAVAIL"]);

/** Asks an address for its status, by the address checks of every fetch (P142), but in no queue: its caller has limits. */
export function createProbe({ connections, limits, publicOrigin, watchTime }: Options): Prober {
	const userAgent = `Visualink/1.0 (link checker; +${publicOrigin}/)`;

	/** Never rejects, but for the reason of `signal` once aborted. */
	async function probe(request: ProbeRequest): Promise<ProbeAnswer> {
		const deadline = AbortSignal.timeout(limits.totalMs);
		const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
		const ownTime = watchTime();
		try {
			return await abortable(asked(request, signal), signal);
		} catch {
			request.signal?.throwIfAborted();
			return { failure: ownTime.isLate() ? "ours" : "unreachable" };
		} finally {
			ownTime.stop();
		}
	}

	async function asked({ url, method, isRanged, rotation }: ProbeRequest, signal: AbortSignal): Promise<ProbeAnswer> {
		let addresses: string[];
		try {
			addresses = await connections.addressesOf(url, signal);
		} catch (error) {
			signal.throwIfAborted();
			return { failure: ofLookUp(error) };
		}
		const failures: unknown[] = [];
		const failed = (error: unknown) => failures.push(error);
		const first = rotation % addresses.length;
		const inTurn = [...addresses.slice(first), ...addresses.slice(0, first)];
		const socket = await connections.open({ url, addresses: inTurn, signal, admit() {}, failed }).catch(() => null);
		if (!socket) return { failure: ofConnections(failures) };
		const client = clientOn(socket, url, limits);
		try {
			const { statusCode, headers, body } = await client.request({
				method,
				path: `${url.pathname}${url.search}`,
				headers: {
					"user-agent": userAgent,
					accept: ACCEPT,
					"accept-language": "en;q=0.9, *;q=0.5",
					...(isRanged && { range: "bytes=0-0" }),
				},
				signal,
			});
			// The body ends with its connection.
			body.on("error", () => {});
			const { location = "" } = firstTexts(headers);
			const isRedirect = REDIRECTS.has(statusCode) && location !== "";
			return { status: statusCode, next: isRedirect ? redirectTarget(location, url) : null };
		} finally {
			await client.destroy();
			socket.destroy();
		}
	}

	return { probe };
}

/** c-ares says ENOTFOUND for NXDOMAIN only; ECONNREFUSED here is the name server's. */
function ofLookUp(error: unknown): ProbeFailure {
	if (error instanceof AppError) return "not-public";
	return codeOf(error) === "ENOTFOUND" ? "no-such-name" : "unreachable";
}

/** Certain only where no address of the name worked, each for a certain reason. */
function ofConnections(failures: readonly unknown[]): ProbeFailure {
	const reasons = new Set(failures.map(codeOf).filter((code) => !NO_ROUTE.has(code)));
	const isExpired = reasons.delete("CERT_HAS_EXPIRED");
	const isRefused = reasons.delete("ECONNREFUSED");
	if (reasons.size > 0) return "unreachable";
	return isExpired ? "expired" : isRefused ? "refused" : "unreachable";
}

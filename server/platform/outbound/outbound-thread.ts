import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { AppError, ofRefusal, type Refusal } from "#server/platform/http/app-error.ts";
import { startThread } from "#server/platform/work/thread.ts";
import {
	createWorkerClient,
	type WorkerChannel,
	WorkerEnded,
	WorkerProblem,
} from "#server/platform/work/worker-client.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "./outbound.ts";
import type { ProbeAnswer, ProbeFailure, ProbeRequest, Prober } from "./probe.ts";
import { pagesAway } from "./unavailable-pages.ts";
import type { Detour } from "./wire.ts";

export type OutboundData = {
	publicOrigin: string;
	ownOrigins: readonly string[];
	detours: Detour[];
	deadlines: Pick<Deadlines, "outboundConnect" | "outboundTotal" | "outboundTurn" | "outboundThread">;
};

/** A request as sent to the thread, and its answer. */
export type OutboundOrder = Omit<OutboundRequest, "url" | "signal"> & { url: string };
export type OutboundReply =
	| { answer: Omit<OutboundAnswer, "url" | "bytes"> & { url: string; bytes: Uint8Array<ArrayBuffer> } }
	| { refusal: Refusal }
	| { probed: { status: number; next: string | null } | { failure: ProbeFailure } };
export type ProbeOrder = Omit<ProbeRequest, "url" | "signal"> & { url: string };

export type OutboundThread = Outbound & Prober & { stop: () => void };

type Options = OutboundData & {
	log: Pick<Logger, "warn">;
	start?: (data: OutboundData) => WorkerChannel;
};

/** Outbound requests on their own thread: decompression must not delay visitors (docs/decisions/0022). */
export function openOutbound(options: Options): OutboundThread {
	const { publicOrigin, ownOrigins, detours, deadlines, log, start = startAsking } = options;
	const thread = createWorkerClient<OutboundOrder | ProbeOrder, OutboundReply>({
		start: () => start({ publicOrigin, ownOrigins, detours, deadlines }),
		deadlineMs: deadlines.outboundThread,
		ended: (error) => log.warn({ err: error }, "the thread that asks other servers was ended"),
	});

	async function get({ url, signal, ...request }: OutboundRequest): Promise<OutboundAnswer> {
		const reply = await thread.ask({ ...request, url: url.href }, { signal }).catch((error: unknown) => {
			if (error instanceof WorkerEnded) throw pagesAway(error);
			if (!(error instanceof WorkerProblem)) throw error;
			log.warn({ problem: error.message }, "an address broke what asks it");
			throw unreachable(url.hostname, error.message);
		});
		if ("refusal" in reply) throw ofRefusal(reply.refusal);
		if ("probed" in reply) throw unreachable(url.hostname, reply.probed);
		const { answer } = reply;
		return { ...answer, url: new URL(answer.url), bytes: Buffer.from(answer.bytes.buffer) };
	}

	async function probe({ url, signal, ...request }: ProbeRequest): Promise<ProbeAnswer> {
		const reply = await thread.ask({ ...request, url: url.href }, { signal }).catch((error: unknown) => {
			if (error instanceof WorkerEnded || error instanceof WorkerProblem) return null;
			throw error;
		});
		if (!reply || !("probed" in reply)) return { failure: "ours" };
		const { probed } = reply;
		return "next" in probed ? { ...probed, next: probed.next === null ? null : new URL(probed.next) } : probed;
	}

	return { get, probe, stop: thread.stop };
}

function unreachable(host: string, cause: unknown): AppError {
	return new AppError("unreachable", `${host} could not be reached`, { cause });
}

function startAsking(data: OutboundData): Worker {
	return startThread(import.meta.filename, "outbound.thread", { data });
}

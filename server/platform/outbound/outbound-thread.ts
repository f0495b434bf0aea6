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
import type { Outbound, OutboundAnswer, OutboundRequest, Poster } from "./outbound.ts";
import type { PostAnswer, PostRequest } from "./post.ts";
import type { ProbeAnswer, ProbeFailure, ProbeRequest, Prober } from "./probe.ts";
import { pagesAway } from "./unavailable-pages.ts";
import type { Detour } from "./wire.ts";

export type OutboundData = {
	publicOrigin: string;
	ownOrigins: readonly string[];
	detours: Detour[];
	deadlines: Pick<Deadlines, "outboundConnect" | "outboundTotal" | "outboundTurn" | "outboundPost" | "outboundThread">;
};

/** A request as sent to the thread, and its answer. */
export type OutboundOrder = { url: string } & (
	| Omit<OutboundRequest, "url" | "signal">
	| { post: Omit<PostRequest, "url" | "signal"> }
	| { probe: Omit<ProbeRequest, "url" | "signal"> }
);
export type OutboundReply =
	| { answer: Omit<OutboundAnswer, "url" | "bytes"> & { url: string; bytes: Uint8Array<ArrayBuffer> } }
	| { posted: PostAnswer }
	| { probed: { status: number; next: string | null } | { failure: ProbeFailure } }
	| { refusal: Refusal };

export type OutboundThread = Outbound & Poster & Prober & { stop: () => void };

type Options = OutboundData & {
	log: Pick<Logger, "warn">;
	start?: (data: OutboundData) => WorkerChannel;
};

/** Outbound requests on their own thread: decompression must not delay visitors (docs/decisions/0022). */
export function openOutbound(options: Options): OutboundThread {
	const { publicOrigin, ownOrigins, detours, deadlines, log, start = startAsking } = options;
	const thread = createWorkerClient<OutboundOrder, OutboundReply>({
		start: () => start({ publicOrigin, ownOrigins, detours, deadlines }),
		deadlineMs: deadlines.outboundThread,
		ended: (error) => log.warn({ err: error }, "the thread that asks other servers was ended"),
	});

	async function get({ url, signal, ...request }: OutboundRequest): Promise<OutboundAnswer> {
		const reply = await ask(url, { ...request, url: url.href }, signal);
		if (!("answer" in reply)) throw new Error("a page was asked for, and something else came");
		const { answer } = reply;
		return { ...answer, url: new URL(answer.url), bytes: Buffer.from(answer.bytes.buffer) };
	}

	async function post({ url, signal, ...request }: PostRequest): Promise<PostAnswer> {
		const reply = await ask(url, { post: request, url: url.href }, signal);
		if (!("posted" in reply)) throw new Error("something was posted, and something else came");
		return reply.posted;
	}

	async function ask(url: URL, order: OutboundOrder, signal: AbortSignal | undefined) {
		const reply = await thread.ask(order, { signal }).catch((error: unknown) => {
			if (error instanceof WorkerEnded) throw pagesAway(error);
			if (!(error instanceof WorkerProblem)) throw error;
			log.warn({ problem: error.message }, "an address broke what asks it");
			throw unreachable(url.hostname, error.message);
		});
		if ("refusal" in reply) throw ofRefusal(reply.refusal);
		return reply;
	}

	async function probe({ url, signal, ...request }: ProbeRequest): Promise<ProbeAnswer> {
		const reply = await thread.ask({ probe: request, url: url.href }, { signal }).catch((error: unknown) => {
			if (error instanceof WorkerEnded || error instanceof WorkerProblem) return null;
			throw error;
		});
		if (!reply || !("probed" in reply)) return { failure: "ours" };
		const { probed } = reply;
		return "next" in probed ? { ...probed, next: probed.next === null ? null : new URL(probed.next) } : probed;
	}

	return { get, post, probe, stop: thread.stop };
}

function unreachable(host: string, cause: unknown): AppError {
	return new AppError("unreachable", `${host} could not be reached`, { cause });
}

function startAsking(data: OutboundData): Worker {
	return startThread(import.meta.filename, "outbound.thread", { data });
}

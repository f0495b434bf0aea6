import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "#server/http/app-error.ts";
import { ownMemory, rest, standBack } from "#server/work/thread.ts";
import { createOutbound, type OutboundAnswer } from "./outbound.ts";
import type { OutboundData, OutboundOrder, OutboundTold } from "./outbound-thread.ts";
import { internetWith } from "./wire.ts";

const { publicOrigin, detours } = workerData as OutboundData;
const outbound = createOutbound({ publicOrigin, wire: internetWith(detours), rest });
/** Of those who wait for an answer. */
const waiting = new Map<number, AbortController>();

/** Asks strangers' addresses for the thread that started this one. */
parentPort?.on("message", async (order: OutboundOrder) => {
	const { id } = order;
	if ("isGone" in order) return waiting.get(id)?.abort();
	const gone = new AbortController();
	waiting.set(id, gone);
	try {
		const { url, ...wanted } = order;
		answer(id, await outbound.get({ ...wanted, url: new URL(url), signal: gone.signal }));
	} catch (error) {
		if (!gone.signal.aborted) tell(toldOf(id, error));
	} finally {
		waiting.delete(id);
	}
});

function answer(id: number, { url, status, headers, isCut, ...body }: OutboundAnswer): void {
	const bytes = ownMemory(body.bytes);
	tell({ id, answer: { url: url.href, status, headers, isCut, bytes } }, [bytes.buffer]);
}

function toldOf(id: number, error: unknown): OutboundTold {
	if (!(error instanceof AppError)) return { id, problem: String(error instanceof Error ? error.stack : error) };
	const { kind, message, retryAfterSeconds } = error;
	return { id, refusal: { kind, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } };
}

function tell(it: OutboundTold, transfer: ArrayBuffer[] = []): void {
	parentPort?.postMessage(it, transfer);
}

standBack();

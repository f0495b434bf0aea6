import { workerData } from "node:worker_threads";
import { AppError, asRefusal } from "#server/platform/http/app-error.ts";
import { serveWorkerRequests } from "#server/platform/work/serve-worker-requests.ts";
import { lowerPriority, ownMemory, rest } from "#server/platform/work/thread.ts";
import { createOutbound, outboundLimits } from "./outbound.ts";
import type { OutboundData, OutboundOrder, OutboundReply, ProbeOrder } from "./outbound-thread.ts";
import { internetWith } from "./wire.ts";

const { publicOrigin, ownOrigins, detours, deadlines } = workerData as OutboundData;
const wire = internetWith(detours);
const outbound = createOutbound({ publicOrigin, ownOrigins, wire, limits: outboundLimits(deadlines), rest });

async function reply(order: OutboundOrder | ProbeOrder, signal: AbortSignal): Promise<OutboundReply> {
	if ("method" in order) {
		const answer = await outbound.probe({ ...order, url: new URL(order.url), signal });
		return { probed: "next" in answer ? { ...answer, next: answer.next?.href ?? null } : answer };
	}
	const { url, ...request } = order;
	try {
		const answer = await outbound.get({ ...request, url: new URL(url), signal });
		return { answer: { ...answer, url: answer.url.href, bytes: ownMemory(answer.bytes) } };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { refusal: asRefusal(error) };
	}
}

lowerPriority();
serveWorkerRequests(reply, { transfer: (it) => ("answer" in it ? [it.answer.bytes.buffer] : []) });

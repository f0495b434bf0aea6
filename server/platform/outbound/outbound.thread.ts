import { workerData } from "node:worker_threads";
import { AppError, asRefusal } from "#server/platform/http/app-error.ts";
import { serveWorkerRequests } from "#server/platform/work/serve-worker-requests.ts";
import { lowerPriority, ownMemory, rest } from "#server/platform/work/thread.ts";
import { createOutbound, outboundLimits } from "./outbound.ts";
import type { OutboundData, OutboundOrder, OutboundReply } from "./outbound-thread.ts";
import { internetWith } from "./wire.ts";

const { publicOrigin, ownOrigins, detours, deadlines } = workerData as OutboundData;
const wire = internetWith(detours);
const outbound = createOutbound({ publicOrigin, ownOrigins, wire, limits: outboundLimits(deadlines), rest });

async function reply({ url: text, ...request }: OutboundOrder, signal: AbortSignal): Promise<OutboundReply> {
	const url = new URL(text);
	try {
		if ("post" in request) return { posted: await outbound.post({ ...request.post, url, signal }) };
		if ("probe" in request) {
			const answer = await outbound.probe({ ...request.probe, url, signal });
			return { probed: "next" in answer ? { ...answer, next: answer.next?.href ?? null } : answer };
		}
		const answer = await outbound.get({ ...request, url, signal });
		return { answer: { ...answer, url: answer.url.href, bytes: ownMemory(answer.bytes) } };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { refusal: asRefusal(error) };
	}
}

lowerPriority();
serveWorkerRequests(reply, { transfer: (it) => ("answer" in it ? [it.answer.bytes.buffer] : []) });

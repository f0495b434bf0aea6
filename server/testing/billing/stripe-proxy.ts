import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a call on its way to the sandbox. */
export type ProxyFault =
	/** Never arrives: an answer with this status comes instead. */
	| { kind: "status"; status: number }
	/** Never arrives, and nobody answers. */
	| { kind: "hang" }
	/** Is done, but the connection breaks before the answer. */
	| { kind: "lostReply" }
	/** Arrives up to this many milliseconds late. */
	| { kind: "jitter"; ms: number }
	/** Is done at once, but its answer comes only when this is settled. */
	| { kind: "held"; until: Promise<unknown> };

/** A proxy between the Stripe SDK and the sandbox that breaks things and counts the calls that came through. */
export async function startStripeProxy() {
	let targetPort = 0;
	let faultFor: (call: string) => ProxyFault | null = () => null;
	const calls: string[] = [];
	const server = createServer((req, res) => {
		const call = `${req.method} ${req.url?.split("?")[0]}`;
		const fault = faultFor(call);
		if (fault?.kind === "hang") return;
		if (fault?.kind === "status") {
			req.resume();
			res.writeHead(fault.status, { "content-type": "application/json", "stripe-should-retry": "false" });
			res.end(JSON.stringify({ error: { type: "api_error", message: "Broken on purpose" } }));
			return;
		}
		calls.push(call);
		const delayMs = fault?.kind === "jitter" ? Math.random() * fault.ms : 0;
		const answerAfter = fault?.kind === "held" ? fault.until : null;
		setTimeout(() => forward(req, res, { targetPort, losesReply: fault?.kind === "lostReply", answerAfter }), delayMs);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

	return {
		port: (server.address() as AddressInfo).port,
		/** Calls that reached the sandbox, such as "POST /v1/customers". */
		calls,
		forwardTo: (port: number) => {
			targetPort = port;
		},
		/** Decides the fault of each call; null lets everything through. */
		breakWith: (decide: ((call: string) => ProxyFault | null) | null) => {
			faultFor = decide ?? (() => null);
		},
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

type Onward = { targetPort: number; losesReply: boolean; answerAfter: Promise<unknown> | null };

function forward(req: IncomingMessage, res: ServerResponse, to: Onward): void {
	const { method, url, headers } = req;
	const onward = request({ host: "127.0.0.1", port: to.targetPort, method, path: url, headers }, async (answer) => {
		await to.answerAfter;
		if (to.losesReply) {
			answer.resume();
			answer.on("end", () => res.destroy());
			return;
		}
		res.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(res);
	});
	onward.on("error", () => res.destroy());
	req.pipe(onward);
}

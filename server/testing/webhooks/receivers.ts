import { once } from "node:events";
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Deps } from "#server/deps.ts";
import type { Detour } from "#server/platform/outbound/wire.ts";

export type Received = { host: string; headers: IncomingHttpHeaders; body: string; at: number };
/** How an endpoint answers; "hangs up": it closes the connection. `failsFirst`: each event's first try gets a 500. */
export type Answer =
	| { status?: number; headers?: Record<string, string>; body?: string; afterMs?: number; failsFirst?: boolean }
	| "hangs up";

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/**
 * Endpoints `http://{name}.hooks.example/` on loopback, found by a public address as the made-up web is, that keep what
 * they receive. They answer 204 unless told otherwise.
 */
export async function startReceivers() {
	const received: Received[] = [];
	const answers = new Map<string, Answer>();
	const tried = new Set<string>();
	const server = http.createServer((req, res) => {
		const chunks: Buffer[] = [];
		req.on("data", (chunk: Buffer) => chunks.push(chunk));
		req.on("end", () => {
			const host = req.headers.host ?? "";
			const { headers } = req;
			const answer = answers.get(host) ?? {};
			if (answer === "hangs up") return void req.socket.destroy();
			const key = `${host} ${headers["webhook-id"]}`;
			const fails = answer.failsFirst === true && !tried.has(key);
			tried.add(key);
			if (!fails) received.push({ host, headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() });
			const reply = () => res.writeHead(fails ? 500 : (answer.status ?? 204), answer.headers).end(answer.body);
			setTimeout(reply, answer.afterMs ?? 0);
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const detour: Detour = { names: /\.hooks\.example$/, addresses: "7.10", to: { host: "127.0.0.1", port } };
	let names = 0;

	return {
		port,
		received,
		/** A host that was never used, and its address. */
		endpoint(answer: Answer = {}) {
			names += 1;
			const host = `r${names}.hooks.example`;
			answers.set(host, answer);
			return { host, url: `http://${host}/in` };
		},
		/** From now on it answers so. */
		answer: (host: string, answer: Answer) => void answers.set(host, answer),
		/** Milliseconds from an event to its arrival, of 95 in 100. */
		p95(host: string): number {
			const waits = received
				.filter((each) => each.host === host)
				.map(({ body, at }) => at - Date.parse((JSON.parse(body) as Event).timestamp))
				.sort((a, b) => a - b);
			return waits[Math.floor(waits.length * 0.95)] ?? 0;
		},
		at: (host: string) => received.filter((each) => each.host === host),
		deps: ({ openOutbound }: Pick<Deps, "openOutbound">): Pick<Deps, "openOutbound"> => ({
			openOutbound: (options) => openOutbound({ ...options, detours: [...options.detours, detour] }),
		}),
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

/** What was received, verified as receivers in other languages do. @throws if the signature is wrong or too old */
export function verified(secret: string, { headers, body }: Pick<Received, "headers" | "body">): Event {
	return new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
}

type Event = { type: string; timestamp: string; data: Record<string, unknown> };

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** An answer on its way out. Without `content-length` it goes out in pieces. */
export type DoorAnswer = {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** The connection is broken after the body. */
	isBroken?: true;
};
export type DoorRequest = {
	method: string;
	path: string;
	userAgent: string;
	range: string | undefined;
	acceptEncoding: string;
};

/** What is in the way of what is asked for below these paths. */
export type DoorFault = {
	at: "page" | "head" | "picture" | "robots";
	/** Milliseconds that an answer is held back. */
	waits?: number;
	/** "reset": ends the connection; "silence": never says anything. */
	change?: (answer: DoorAnswer, asked: DoorRequest) => DoorAnswer | "reset" | "silence";
};

/**
 * A proxy in front of the service, of which people outside know nothing but its address, and which spoils one thing as
 * it is told. It must be the service's PUBLIC_ORIGIN.
 * @param targetPort where the service listens
 */
export async function openFaultyDoor(targetPort: number, port = 0) {
	let planted: DoorFault | null = null;
	const server = http.createServer((req, res) => {
		pass(req, res).catch(() => res.destroy());
	});

	async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const answer = await forward(req, targetPort);
		const fault = planted?.at === placeOf(req) ? planted : null;
		if (fault?.waits) await delay(fault.waits);
		const asked = {
			method: req.method ?? "GET",
			path: req.url ?? "/",
			userAgent: req.headers["user-agent"] ?? "",
			range: req.headers.range,
			acceptEncoding: String(req.headers["accept-encoding"] ?? ""),
		};
		const spoiled = fault?.change ? fault.change(answer, asked) : answer;
		if (spoiled === "silence") return;
		if (spoiled === "reset") {
			req.socket.resetAndDestroy();
			return;
		}
		for (const [name, value] of Object.entries(spoiled.headers)) res.setHeader(name, value.split("\n"));
		res.writeHead(spoiled.status);
		if (!spoiled.isBroken) res.end(spoiled.body);
		else res.write(spoiled.body, () => res.destroy());
	}

	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	return {
		origin,
		/** Spoils this from now on, and nothing else; null behaves. */
		plant(fault: DoorFault | null): void {
			planted = fault;
		},
		async close(): Promise<void> {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

function placeOf({ method, url = "" }: IncomingMessage): DoorFault["at"] | null {
	if (url.startsWith("/go/")) return method === "HEAD" ? "head" : "page";
	if (url.startsWith("/images/")) return "picture";
	return url === "/robots.txt" ? "robots" : null;
}

async function forward(req: IncomingMessage, port: number): Promise<DoorAnswer> {
	const { method, url: path, headers } = req;
	const passed = http.request({ host: "localhost", port, method, path, headers, agent: false });
	req.pipe(passed);
	const [answer] = (await once(passed, "response")) as [IncomingMessage];
	const body = Buffer.concat(await answer.toArray());
	const { connection: _, "transfer-encoding": __, ...kept } = answer.headers;
	return {
		status: answer.statusCode ?? 502,
		headers: Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, [value ?? ""].flat().join("\n")])),
		body,
	};
}

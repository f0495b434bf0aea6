import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "#server/platform/work/error-code.ts";

export type Balancer = {
	port: number;
	/** Resolves once this process of the service is sent visitors. */
	untilReady(servicePort: number): Promise<void>;
	close(): Promise<void>;
};

type Backend = { port: number; isReady: boolean; agent: http.Agent };

const CHECK_MS = 200;

/**
 * A balancer as plain as they come: in turn, over connections kept alive, to the processes whose `/readyz` says so. It
 * sends a request elsewhere only when the connection was refused, so that nothing can have been done twice; any other
 * failure is the visitor's 502.
 */
export async function startBalancer(servicePorts: number[]): Promise<Balancer> {
	const backends: Backend[] = servicePorts.map((port) => ({
		port,
		isReady: false,
		agent: new http.Agent({ keepAlive: true }),
	}));
	let turn = 0;
	let isClosed = false;

	function forward(req: IncomingMessage, res: ServerResponse, refused: Backend[] = []): void {
		const candidates = backends.filter((backend) => backend.isReady && !refused.includes(backend));
		const backend = candidates[turn++ % candidates.length];
		if (backend === undefined) return void res.writeHead(502).end();
		const { method, url, headers } = req;
		const passed = http.request({
			host: "127.0.0.1",
			port: backend.port,
			agent: backend.agent,
			method,
			path: url,
			headers,
		});
		passed.on("response", (answer) => {
			// How long to keep a connection is between each two.
			const { connection: _, "keep-alive": __, ...kept } = answer.headers;
			res.writeHead(answer.statusCode ?? 502, kept);
			answer.pipe(res);
		});
		passed.on("error", (error) => {
			const isRefused = codeOf(error) === "ECONNREFUSED";
			if (isRefused) forward(req, res, [...refused, backend]);
			else if (res.headersSent) res.destroy();
			else res.writeHead(502).end();
		});
		passed.end();
	}

	async function keepChecking(backend: Backend): Promise<void> {
		while (!isClosed) {
			backend.isReady = await isReady(backend.port);
			await delay(CHECK_MS);
		}
	}

	const server = http.createServer({ keepAliveTimeout: 0 }, (req, res) => forward(req, res));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const checking = Promise.all(backends.map(keepChecking));
	const address = server.address();

	return {
		port: typeof address === "object" && address !== null ? address.port : 0,
		async untilReady(servicePort) {
			while (!backends.some(({ port, isReady }) => port === servicePort && isReady)) await delay(CHECK_MS / 4);
		},
		async close() {
			isClosed = true;
			await checking;
			for (const { agent } of backends) agent.destroy();
			server.closeAllConnections();
			server.close();
		},
	};
}

/** Whether a process of the service says at `/readyz` that it can take visitors. */
async function isReady(port: number): Promise<boolean> {
	try {
		const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
		await answer.arrayBuffer();
		return answer.ok;
	} catch {
		return false;
	}
}

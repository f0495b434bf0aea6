import { once } from "node:events";
import http from "node:http";
import { codeOf } from "#server/platform/work/error-code.ts";

type Stored = { status: number; headers: [string, string][]; body: Buffer };

export type Cdn = {
	origin: string;
	/** Paths that it has asked its source for, in order. */
	asked: string[];
	/** Forgets all that it has. */
	purge: () => void;
	close: () => Promise<void>;
};

const HOP_BY_HOP = /^(?:connection|keep-alive|transfer-encoding|date)$/;

/**
 * A small CDN: it asks its source once for each path, without the visitor's user agent, cookies and query, and keeps what the
 * source lets any cache keep.
 * @param source an origin, with a path before it where that is a bucket's; asked when the first visitor comes
 */
export async function startCdn(source: () => string): Promise<Cdn> {
	const stored = new Map<string, Stored>();
	const asked: string[] = [];
	async function fill(path: string): Promise<Stored> {
		asked.push(path);
		const answer = await fetch(source() + path, { headers: { "user-agent": "Amazon CloudFront" }, redirect: "manual" });
		const headers = [...answer.headers].filter(([name]) => !HOP_BY_HOP.test(name));
		const found = { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
		const maxAge = /^public, max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "")?.[1];
		if (answer.status === 200 && Number(maxAge) > 0) stored.set(path, found);
		return found;
	}
	const server = http.createServer((req, res) => {
		const path = req.url?.split("?")[0] ?? "/";
		const known = stored.get(path);
		Promise.resolve(known ?? fill(path)).then(
			({ status, headers, body }) => {
				res.writeHead(status, [...headers, ["x-cache", known ? "Hit" : "Miss"]].flat());
				res.end(req.method === "HEAD" ? undefined : body);
			},
			(error: unknown) => res.writeHead(502).end(codeOf(error)),
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const port = typeof address === "object" && address !== null ? address.port : 0;
	return {
		origin: `http://127.0.0.1:${port}`,
		asked,
		purge: () => stored.clear(),
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

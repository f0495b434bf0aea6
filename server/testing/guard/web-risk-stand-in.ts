import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Threat = "MALWARE" | "SOCIAL_ENGINEERING" | "UNWANTED_SOFTWARE";

/** A small Web Risk (`uris:search`) that names threats at planted hosts; what it was asked is in `asked`. */
export async function startWebRiskStandIn() {
	const planted = new Map<string, Threat[]>();
	/** Addresses, in order. */
	const asked: string[] = [];
	const keys = new Set<string>();
	const state = {
		status: 200,
		/** How long a threat may be remembered. */
		goodMs: 300_000,
		/** What a status other than 200 says. */
		error: "",
		/** Answers are kept back. */
		isSilent: false,
	};

	const server = createServer((req, res) => {
		const url = new URL(req.url ?? "/", "http://localhost");
		keys.add(String(req.headers["x-goog-api-key"]));
		asked.push(url.searchParams.get("uri") ?? "");
		if (state.isSilent) return;
		const isKnown = url.pathname === "/v1/uris:search";
		const wanted = url.searchParams.getAll("threatTypes");
		const found = planted.get(new URL(asked.at(-1) ?? "").hostname)?.filter((threat) => wanted.includes(threat));
		const expireTime = new Date(Date.now() + state.goodMs).toISOString();
		res.writeHead(isKnown ? state.status : 404, { "Content-Type": "application/json" });
		if (state.status !== 200) return res.end(JSON.stringify({ error: { message: state.error } }));
		res.end(JSON.stringify(found?.length ? { threat: { threatTypes: found, expireTime } } : {}));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ asked, keys, state },
		plant: (host: string, ...threats: Threat[]) =>
			planted.set(host, threats.length > 0 ? threats : ["SOCIAL_ENGINEERING"]),
		remove: (host: string) => planted.delete(host),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

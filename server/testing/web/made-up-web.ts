import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import type { Destination, Wire } from "#server/platform/outbound/wire.ts";

/** Public addresses at which the made-up web answers. Whatever else is connected to meets the canary. */
export const WEB_IPV4 = "93.184.215.14";
export const WEB_IPV6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c";

/** The addresses of a name, the same each time or one list after the other, the last one for good. */
type Names = Record<string, readonly string[] | { inTurn: readonly (readonly string[])[] }>;

type Options = {
	/** Answers for every host of the made-up web; the `Host` header says which. */
	answer: RequestListener;
	/** Names that do not lead to the made-up web. */
	names?: Names;
	/** Names that nobody knows. */
	unknown?: readonly string[];
};

export type MadeUpWeb = Awaited<ReturnType<typeof startMadeUpWeb>>;

/**
 * A web of its own on loopback, with name servers and a canary: each connection to an address that is not the web's own
 * is taken and counted.
 */
export async function startMadeUpWeb({ answer, names = {}, unknown = [] }: Options) {
	let canaries = 0;
	const dialled: Destination[] = [];
	const lookups: string[] = [];
	const caught = new Set<net.Socket>();
	const canary = net.createServer((socket) => {
		canaries += 1;
		caught.add(socket);
		socket.on("error", () => {});
		socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe canary sings");
	});
	const web = http.createServer({ keepAlive: true }, answer);
	const [canaryPort, webPort] = [await listening(canary), await listening(web)];

	const wire: Wire = {
		async resolve(name) {
			const times = lookups.filter((each) => each === name).length;
			lookups.push(name);
			if (unknown.includes(name)) throw Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: "ENOTFOUND" });
			const found = names[name] ?? [WEB_IPV4];
			return [...("inTurn" in found ? (found.inTurn[times] ?? found.inTurn.at(-1) ?? []) : found)];
		},
		connect(to) {
			dialled.push(to);
			const isWeb = to.address === WEB_IPV4 || to.address === WEB_IPV6;
			return net.connect({ host: "127.0.0.1", port: isWeb ? webPort : canaryPort });
		},
	};

	return {
		wire,
		/** Connections that were begun, in order. */
		dialled,
		lookups,
		/** Connections that reached the canary. */
		canaries: () => canaries,
		async stop() {
			web.closeAllConnections();
			web.close();
			for (const socket of caught) socket.destroy();
			canary.close();
			await Promise.all([once(web, "close"), once(canary, "close")]);
		},
	};
}

async function listening(server: net.Server): Promise<number> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

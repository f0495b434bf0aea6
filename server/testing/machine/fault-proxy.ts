import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

export type FaultProxy = {
	port: number;
	/** Ends every connection and refuses new ones. */
	cut(): void;
	/** Keeps connections open and lets nothing through, in either direction. */
	freeze(): void;
	/** Accepts new connections, and lets nothing through on them; those that are open stay well. */
	holdNew(): void;
	/** Ends every connection with a reset, and each new one as soon as something is said on it. */
	reset(): void;
	/** Holds back each piece of data for so many milliseconds. */
	delay(milliseconds: number): void;
	/** Behaves again. */
	restore(): void;
	close(): Promise<void>;
};

/** A TCP proxy that misbehaves on demand, to stand between the service and its database. */
export async function createFaultProxy(targetPort: number): Promise<FaultProxy> {
	const sockets = new Set<net.Socket>();
	let isCut = false;
	let isFrozen = false;
	let isHoldingNew = false;
	let isResetting = false;
	let delayMs = 0;

	const server = net.createServer((client) => {
		if (isCut) {
			client.resetAndDestroy();
			return;
		}
		const upstream = net.connect(targetPort, "127.0.0.1");
		for (const [from, to] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			sockets.add(from);
			from.on("data", (data) => (isResetting ? from.resetAndDestroy() : pass(to, data)));
			from.on("error", () => to.destroy());
			from.on("close", () => {
				sockets.delete(from);
				to.destroy();
			});
			if (isFrozen || isHoldingNew) from.pause();
		}
	});

	function pass(to: net.Socket, data: Buffer): void {
		if (delayMs === 0) to.write(data);
		else setTimeout(() => to.write(data), delayMs);
	}

	server.listen(0, "127.0.0.1");
	await once(server, "listening");

	return {
		port: (server.address() as AddressInfo).port,
		cut() {
			isCut = true;
			for (const socket of sockets) socket.destroy();
		},
		freeze() {
			isFrozen = true;
			for (const socket of sockets) socket.pause();
		},
		holdNew() {
			isHoldingNew = true;
		},
		reset() {
			isResetting = true;
			for (const socket of sockets) socket.resetAndDestroy();
		},
		delay(milliseconds) {
			delayMs = milliseconds;
		},
		restore() {
			isCut = false;
			isFrozen = false;
			isHoldingNew = false;
			isResetting = false;
			delayMs = 0;
			for (const socket of sockets) socket.resume();
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}

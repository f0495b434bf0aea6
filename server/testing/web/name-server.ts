import { createSocket } from "node:dgram";
import { EventEmitter, once } from "node:events";
import ipaddr from "ipaddr.js";

/** Addresses of a name by family; null for a name that does not exist. */
type Names = Record<string, { 4: string[]; 6: string[] } | null>;

export type NameServer = {
	/** As `Resolver.setServers` takes it. */
	address: string;
	/** When this name has been asked for. */
	askedFor: (name: string) => Promise<void>;
	close: () => void;
};

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };
const [OK, NO_SUCH_NAME] = [0x8180, 0x8183];
/** Points to the name of the question. */
const SAME_NAME = 0xc00c;

/** A name server on this machine (RFC 1035), which does not answer when asked for a name that is not among these. */
export async function startNameServer(names: Names): Promise<NameServer> {
	const socket = createSocket("udp4");
	const asked = new Set<string>();
	const events = new EventEmitter();
	socket.on("message", (query, { port, address }) => {
		const { name, type, question } = questionOf(query);
		asked.add(name);
		events.emit("asked");
		const known = names[name];
		if (known === undefined) return;
		const addresses = known?.[TYPES[type] ?? 4] ?? [];
		const header = Buffer.alloc(12);
		query.copy(header, 0, 0, 2);
		header.writeUInt16BE(known === null ? NO_SUCH_NAME : OK, 2);
		header.writeUInt16BE(1, 4);
		header.writeUInt16BE(addresses.length, 6);
		socket.send(Buffer.concat([header, question, ...addresses.map((each) => recordOf(each, type))]), port, address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	return {
		address: `127.0.0.1:${socket.address().port}`,
		async askedFor(name) {
			while (!asked.has(name)) await once(events, "asked");
		},
		close: () => void socket.close(),
	};
}

function questionOf(query: Buffer): { name: string; type: number; question: Buffer } {
	const labels: string[] = [];
	let at = 12;
	for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	return { name: labels.join("."), type: query.readUInt16BE(at + 1), question: query.subarray(12, at + 5) };
}

function recordOf(address: string, type: number): Buffer {
	const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
	const head = Buffer.alloc(12);
	head.writeUInt16BE(SAME_NAME, 0);
	head.writeUInt16BE(type, 2);
	head.writeUInt16BE(1, 4);
	head.writeUInt32BE(60, 6);
	head.writeUInt16BE(bytes.length, 10);
	return Buffer.concat([head, bytes]);
}

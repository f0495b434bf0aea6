import dgram from "node:dgram";
import type { AddressInfo } from "node:net";
import packet, { type Answer, type Packet } from "dns-packet";

type Type = "A" | "AAAA" | "CNAME" | "TXT" | "MX";
/** A TXT record in several parts is a list. */
type Data = string | string[];
/** How the server answers everything instead. */
type Fault = "SERVFAIL" | "REFUSED" | "silent";

const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const ALIASES_MAX = 8;

export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

/**
 * A name server on UDP that answers from a table, as a recursive resolver would: it follows aliases, and wildcards fill in
 * for names that don't exist. The code under test asks it by its own resolver.
 */
export async function startNameServer() {
	const records = new Map<string, { type: Type; data: Data }[]>();
	let fault: Fault | null = null;
	const socket = dgram.createSocket("udp4");
	socket.on("message", (message, from) => {
		if (fault === "silent") return;
		socket.send(packet.encode(answerTo(packet.decode(message))), from.port, from.address);
	});
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));

	function answerTo({ id, questions = [] }: Packet): Packet {
		const [question] = questions;
		const answers: Answer[] = [];
		let code: keyof typeof CODES = fault === null || fault === "silent" ? "NOERROR" : fault;
		if (question && code === "NOERROR") {
			let name = question.name.toLowerCase();
			for (let aliases = 0; aliases < ALIASES_MAX; aliases++) {
				const known = at(name);
				if (known === null) {
					if (answers.length === 0) code = "NXDOMAIN";
					break;
				}
				for (const { type, data } of known) if (type === question.type) answers.push(asAnswer(name, type, data));
				const alias = known.find(({ type }) => type === "CNAME");
				if (!alias || question.type === "CNAME") break;
				answers.push(asAnswer(name, "CNAME", alias.data));
				name = String(alias.data).toLowerCase();
			}
		}
		// Recursion is asked for, and available.
		return { type: "response", id: id ?? 0, flags: 0x180 | CODES[code], questions, answers };
	}

	/** A name's records, those of the wildcard above it, or null. A name that has others below it exists. */
	function at(name: string) {
		const own = records.get(name);
		if (own) return own;
		if ([...records.keys()].some((other) => other.endsWith(`.${name}`))) return [];
		const labels = name.split(".");
		for (let n = 1; n < labels.length; n++) {
			const parent = labels.slice(n).join(".");
			const wildcard = records.get(`*.${parent}`);
			if (wildcard) return wildcard;
			const exists = [...records.keys()].some((other) => other === parent || other.endsWith(`.${parent}`));
			if (exists) return null;
		}
		return null;
	}

	return {
		/** As `DOMAIN_RESOLVERS` takes it. */
		address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
		set(name: string, type: Type, ...all: Data[]) {
			const others = (records.get(name) ?? []).filter((record) => record.type !== type);
			const kept = [...others, ...all.map((data) => ({ type, data }))];
			if (kept.length > 0) records.set(name, kept);
			else records.delete(name);
		},
		clear: () => records.clear(),
		fail(how: Fault | null) {
			fault = how;
		},
		close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
	};
}

function asAnswer(name: string, type: Type, data: Data): Answer {
	return { name, type, ttl: 0, data: type === "MX" ? { preference: 10, exchange: data } : data } as Answer;
}

import dgram from "node:dgram";
import type { AddressInfo } from "node:net";
import packet, { type Answer, type DecodedPacket, type Packet, type Question } from "dns-packet";

type Type = "A" | "AAAA" | "CNAME" | "TXT";
/** A TXT record in several parts is a list. */
type Data = string | string[];
/** How the server answers everything instead. */
type Fault = "SERVFAIL" | "REFUSED" | "silent";
/** `ALIAS`: addresses are those of another name, as providers offer where a CNAME can't be. */
type Kept = Type | "ALIAS";

const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const ALIASES_MAX = 8;
/** Of an answer, and of what is read of a question; there is no TCP for more. */
const MOST_BYTES = 1_232;

export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

/**
 * A name server on UDP that answers from a table, as a recursive resolver would: it follows aliases, and wildcards fill in
 * for names that don't exist. Noise is not answered, and ends nothing.
 */
export async function startNameServer() {
	const records = new Map<string, { type: Kept; data: Data }[]>();
	let fault: Fault | null = null;
	const socket = dgram.createSocket("udp4").unref();
	socket.on("message", (message, from) => {
		if (fault === "silent" || message.length > MOST_BYTES) return;
		try {
			const answer = replyTo(message);
			if (answer) socket.send(answer, from.port, from.address, () => {});
		} catch {
			// No message of DNS, or sent from a port that can't be.
		}
	});
	socket.on("error", () => {});
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));

	/** Null for what asks nothing. */
	function replyTo(message: Buffer): Buffer | null {
		const { type, opcode, id, questions = [] } = packet.decode(message) as DecodedPacket & { opcode?: string };
		const [question] = questions;
		if (type !== "query" || opcode !== "QUERY" || !question) return null;
		const reply = answerTo({ id: id ?? 0, question });
		const bytes = packet.encode(reply);
		if (bytes.length <= MOST_BYTES) return bytes;
		return packet.encode({ ...reply, flags: (reply.flags ?? 0) | packet.TRUNCATED_RESPONSE, answers: [] });
	}

	function answerTo({ id, question }: { id: number; question: Question }): Packet {
		const answers: Answer[] = [];
		let code: keyof typeof CODES = fault === null || fault === "silent" ? "NOERROR" : fault;
		if (code === "NOERROR") {
			let name = question.name.toLowerCase();
			for (let aliases = 0; aliases < ALIASES_MAX; aliases++) {
				const known = at(name);
				if (known === null) {
					if (answers.length === 0) code = "NXDOMAIN";
					break;
				}
				answers.push(...answersAt(name, known, question.type));
				const alias = known.find(({ type }) => type === "CNAME");
				if (!alias || question.type === "CNAME") break;
				answers.push(asAnswer(name, "CNAME", alias.data));
				name = String(alias.data).toLowerCase();
			}
		}
		// Recursion is asked for, and available.
		return { type: "response", id, flags: 0x180 | CODES[code], questions: [question], answers };
	}

	function answersAt(name: string, known: { type: Kept; data: Data }[], asked: string): Answer[] {
		const isAddress = asked === "A" || asked === "AAAA";
		const all = known.flatMap(({ type, data }) =>
			type === "ALIAS" && isAddress ? (records.get(String(data).toLowerCase()) ?? []) : [{ type, data }],
		);
		return all.flatMap(({ type, data }) => (type === asked && type !== "ALIAS" ? [asAnswer(name, type, data)] : []));
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
		set(name: string, type: Kept, ...all: Data[]) {
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
	return { name, type, ttl: 0, data } as Answer;
}

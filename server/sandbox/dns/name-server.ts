import dgram from "node:dgram";
import net from "node:net";
import packet, { type Answer, type Packet, type Question } from "dns-packet";

type Type = "A" | "AAAA" | "CNAME" | "TXT" | "MX";
/** A TXT record in several parts is a list. */
type Data = string | string[];
/** How the server answers everything instead. */
type Fault = "SERVFAIL" | "REFUSED" | "NXDOMAIN" | "empty" | "garbage" | "silent";
/** `ALIAS`: addresses are those of another name, as providers offer where a CNAME can't be. */
type Kept = Type | "ALIAS";

const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const ALIASES_MAX = 8;
/** Of an answer over UDP, and of what is read of a question. */
const MOST_BYTES = 1_232;

export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

/**
 * A name server on UDP that answers from a table, as a recursive resolver would: it follows aliases, and wildcards fill in
 * for names that don't exist. Noise is not answered, and ends nothing.
 * @param options.isCut whether answers over UDP are cut, and given whole over TCP
 */
export async function startNameServer({ isCut = false } = {}) {
	const records = new Map<string, { type: Kept; data: Data }[]>();
	let fault: Fault | null = null;
	const socket = dgram.createSocket("udp4").unref();
	socket.on("message", (message, from) => {
		const bytes = unlessNoise(() => overUdp(message));
		// A port of 0 throws.
		if (bytes) unlessNoise(() => socket.send(bytes, from.port, from.address, () => {}));
	});
	socket.on("error", () => {});
	await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
	const { port } = socket.address();
	const overTcp = isCut ? await listen() : null;

	function listen(): Promise<net.Server> {
		const server = net.createServer((client) => {
			let got: Buffer = Buffer.alloc(0);
			client.on("error", () => {});
			client.on("data", (part) => {
				got = Buffer.concat([got, part]);
				const next = () => unlessNoise(() => packet.streamDecode(got));
				for (let asked = next(); asked; asked = next()) {
					got = got.subarray(packet.streamDecode.bytes);
					const answer = answerOf(asked);
					if (answer) client.write(packet.streamEncode(answer));
				}
				if (got.length > MOST_BYTES) client.destroy();
			});
		});
		return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
	}

	function overUdp(message: Buffer): Buffer | null {
		if (fault === "silent" || message.length > MOST_BYTES) return null;
		if (fault === "garbage") return Buffer.concat([message.subarray(0, 2), Buffer.alloc(9)]);
		const answer = answerOf(packet.decode(message));
		if (!answer) return null;
		const bytes = packet.encode(answer);
		if (!isCut && bytes.length <= MOST_BYTES) return bytes;
		return packet.encode({ ...answer, flags: (answer.flags ?? 0) | packet.TRUNCATED_RESPONSE, answers: [] });
	}

	/** Null for what asks nothing. */
	function answerOf({ type, opcode, id, questions = [] }: Packet & { opcode?: string }): Packet | null {
		const [question] = questions;
		if (type !== "query" || opcode !== "QUERY" || !question) return null;
		return answerTo({ id: id ?? 0, question });
	}

	function answerTo({ id, question }: { id: number; question: Question }): Packet {
		const answers: Answer[] = [];
		let code = codeOf(fault);
		if (fault === null) {
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
		address: `127.0.0.1:${port}`,
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
		async close() {
			overTcp?.close();
			await new Promise<void>((resolve) => socket.close(() => resolve()));
		},
	};
}

function asAnswer(name: string, type: Type, data: Data): Answer {
	return { name, type, ttl: 0, data: type === "MX" ? { preference: 10, exchange: data } : data } as Answer;
}

function codeOf(fault: Fault | null): keyof typeof CODES {
	return fault !== null && fault in CODES ? (fault as keyof typeof CODES) : "NOERROR";
}

/** What is read or sent; null where it was no message of DNS. */
function unlessNoise<Result>(run: () => Result): Result | null {
	try {
		return run();
	} catch {
		return null;
	}
}

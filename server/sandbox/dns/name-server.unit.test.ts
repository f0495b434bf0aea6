import dgram from "node:dgram";
import { Resolver } from "node:dns/promises";
import { on, once } from "node:events";
import net from "node:net";
import packet, { type Packet } from "dns-packet";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDnsReaders } from "#server/platform/outbound/dns-records.ts";
import { type NameServer, startNameServer } from "./name-server.ts";

let names: NameServer;
const client = dgram.createSocket("udp4");

beforeAll(async () => {
	names = await startNameServer();
});
afterEach(() => names.clear());
afterAll(async () => {
	client.close();
	await names.close();
});

function send(message: Buffer): void {
	client.send(message, Number(names.address.split(":")[1]), "127.0.0.1");
}

/** What is answered to a message that is answered. */
async function answerTo(message: Buffer) {
	const answer = once(client, "message");
	send(message);
	const [bytes] = (await answer) as [Buffer];
	return packet.decode(bytes);
}

/** Whether it still answers: no other answer came before. */
async function isWell(): Promise<boolean> {
	names.set("well.example", "A", "192.0.2.1");
	const { id, answers } = await answerTo(ask({ id: 4_711 }));
	return id === 4_711 && answers?.[0]?.type === "A";
}

function ask(changes: Packet = {}): Buffer {
	return packet.encode({ type: "query", questions: [{ type: "A", name: "well.example" }], ...changes });
}

/** A header with any counts of questions, answers, authorities and additionals, and what follows it. */
function raw(counts: number[], body: number[] = [], flags = 0x0100): Buffer {
	const header = Buffer.alloc(12);
	for (const [n, value] of [1, flags, ...counts].entries()) header.writeUInt16BE(value, n * 2);
	return Buffer.concat([header, Buffer.from(body)]);
}

const A = [0, 1, 0, 1];
const LABEL = [63, ...Array<number>(63).fill(97)];

test.each<[string, Buffer]>([
	["nothing", Buffer.alloc(0)],
	["a single byte", Buffer.from([7])],
	["half a header", raw([1]).subarray(0, 6)],
	["a question that is missing", raw([1, 0, 0, 0])],
	["a question without type and class", raw([1, 0, 0, 0], [1, 97, 0])],
	["a label that ends too soon", raw([1, 0, 0, 0], [63, 97, 97])],
	["a name without an end", raw([1, 0, 0, 0], [1, 97])],
	["a name that points at itself", raw([1, 0, 0, 0], [0xc0, 12, ...A])],
	["a name that points ahead", raw([1, 0, 0, 0], [0xc0, 200, ...A])],
	["a pointer of one byte", raw([1, 0, 0, 0], [0xc0])],
	["a label of an unknown kind", raw([1, 0, 0, 0], [0x80, 97, 0, ...A])],
	["a name of more than 254 bytes", raw([1, 0, 0, 0], [...LABEL, ...LABEL, ...LABEL, ...LABEL, 0, ...A])],
	["65,535 questions of which there is one", raw([65_535, 0, 0, 0], [1, 97, 0, ...A])],
	["65,535 of everything", raw([65_535, 65_535, 65_535, 65_535])],
	["an option that ends too soon", raw([1, 0, 0, 1], [1, 97, 0, ...A, 0, 0, 41, 16, 0, 0, 0, 0, 0, 0, 9, 0, 3])],
	["no question", raw([0, 0, 0, 0])],
	["an answer", ask({ type: "response" })],
	["an update", raw([1, 0, 0, 0], [1, 97, 0, ...A], 5 << 11)],
	["more than a question can have", Buffer.concat([ask(), Buffer.alloc(20_000)])],
])("%s gets no answer, and the next question does", async (_what, message) => {
	send(message);
	expect(await isWell()).toBe(true);
});

test("noise ends nothing", async () => {
	const bytes = fc.uint8Array({ maxLength: 80 }).map((all) => Buffer.from(all));
	const question = bytes.map((body) => raw([1, 0, 0, 0], [...body]));
	const cut = fc.nat(40).map((length) => ask().subarray(0, length));
	names.set("well.example", "A", "192.0.2.1");
	for (const message of fc.sample(fc.oneof(bytes, question, cut), { numRuns: 300, seed: 53 })) {
		send(message);
		// Some of it is a question, whose answer has another id.
		const answers = on(client, "message");
		send(ask({ id: 4_711 }));
		for await (const [answer] of answers) if ((answer as Buffer).readUInt16BE(0) === 4_711) break;
	}
});

test.each([
	["a type without a record", 15],
	["every type", 255],
	["an unknown type", 65_280],
])("%s has no answers, and is no error", async (_what, type) => {
	names.set("a", "A", "192.0.2.1");
	const { flags, answers } = await answerTo(raw([1, 0, 0, 0], [1, 97, 0, type >> 8, type & 0xff, 0, 1]));
	expect([(flags ?? 0) & 0xf, answers]).toEqual([0, []]);
});

test("of several questions the first is answered", async () => {
	names.set("one.example", "A", "192.0.2.1");
	const all = Array.from({ length: 40 }, (_, n) => ({
		type: "A" as const,
		name: n === 0 ? "one.example" : "two.example",
	}));
	const { questions, answers } = await answerTo(ask({ questions: all }));
	expect(questions).toMatchObject([{ name: "one.example" }]);
	expect(answers).toMatchObject([{ data: "192.0.2.1" }]);
});

test.each([
	".",
	"__proto__",
	"constructor",
	"a..b",
	"ü.example",
	`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}`,
])("the name %s can be asked for", async (name) => {
	const { questions } = await answerTo(ask({ questions: [{ type: "TXT", name }] }));
	expect(questions).toHaveLength(1);
});

test("an answer that is too large says so, and is none for the reader", async () => {
	const texts = Array.from({ length: 60 }, (_, n) => `${n} ${"x".repeat(60)}`);
	names.set("large.example", "TXT", ...texts);
	const { flags, answers } = await answerTo(ask({ questions: [{ type: "TXT", name: "large.example" }] }));
	expect([(flags ?? 0) & packet.TRUNCATED_RESPONSE, answers]).toEqual([packet.TRUNCATED_RESPONSE, []]);
	const [reader] = createDnsReaders([names.address], 60_000);
	expect(await reader?.txt("large.example")).toBeNull();
});

test("an ALIAS answers with the addresses of what it names, next to other records", async () => {
	names.set("links.example", "A", "192.0.2.1");
	names.set("links.example", "AAAA", "2001:db8::1");
	names.set("brand.example", "ALIAS", "links.example");
	names.set("brand.example", "TXT", "mine");
	const [reader] = createDnsReaders([names.address], 60_000);
	expect(await reader?.addresses("brand.example")).toEqual(["192.0.2.1", "2001:db8::1"]);
	expect(await reader?.cname("brand.example")).toEqual([]);
	expect(await reader?.txt("brand.example")).toEqual(["mine"]);
});

test("where answers are cut over UDP, readers ask over TCP, and noise there ends nothing", async () => {
	const cut = await startNameServer({ isCut: true });
	cut.set("brand.example", "MX", "mail.example");
	cut.set("brand.example", "TXT", "mine");
	for (const noise of [Buffer.from([0, 1, 7]), Buffer.alloc(4_000, 255), Buffer.alloc(0)]) {
		const socket = net.connect(Number(cut.address.split(":")[1]), "127.0.0.1").on("error", () => {});
		socket.end(noise);
		await once(socket, "close");
	}
	const [reader] = createDnsReaders([cut.address], 60_000);
	expect(await reader?.txt("brand.example")).toEqual(["mine"]);
	const resolver = new Resolver();
	resolver.setServers([cut.address]);
	expect(await resolver.resolveMx("brand.example")).toEqual([{ exchange: "mail.example", priority: 10 }]);
	await cut.close();
});

test.each([
	["NXDOMAIN", []],
	["empty", []],
	["garbage", null],
	["silent", null],
] as const)("a server that says %s has the reader answer %j", async (how, answer) => {
	names.set("well.example", "TXT", "mine");
	names.fail(how);
	const [reader] = createDnsReaders([names.address], how === "silent" ? 20 : 60_000);
	expect(await reader?.txt("well.example")).toEqual(answer);
	names.fail(null);
});

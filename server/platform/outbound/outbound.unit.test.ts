import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { type MadeUpWeb, startMadeUpWeb, WEB_IPV4, WEB_IPV6 } from "../../testing/web/made-up-web.ts";
import { createOutbound, type OutboundLimits, type OutboundRequest, outboundLimits } from "./outbound.ts";
import type { Wire } from "./wire.ts";

const LIMITS = outboundLimits(DEADLINES);

let web: MadeUpWeb;
/** What the made-up web answers in the test at hand. */
let answer: RequestListener;
const held: { end: () => void }[] = [];

beforeAll(async () => {
	web = await startMadeUpWeb({
		answer: (req, res) => answer(req, res),
		names: {
			"two.example": [WEB_IPV6, WEB_IPV4],
			"many.example": ["93.184.1.1", "93.184.1.2", "93.184.1.3", WEB_IPV6],
			"visualink.example": ["198.35.26.96"],
		},
		unknown: ["unknown.example"],
	});
});
afterAll(() => web.stop());
beforeEach(() => {
	answer = (_req, res) => void res.end("<title>Hello</title>");
	for (const each of held.splice(0)) each.end();
});

type Options = Parameters<typeof createOutbound>[0];
type Changes = Partial<Omit<Options, "limits" | "wire">> & { limits?: Partial<OutboundLimits>; wire?: Partial<Wire> };

function open({ limits = {}, wire = {}, ...changes }: Changes = {}) {
	const outbound = createOutbound({
		wire: { ...web.wire, ...wire },
		publicOrigin: "https://visualink.example",
		ownOrigins: ["https://visualink.example"],
		limits: { ...LIMITS, ...limits },
		// However late this machine is.
		watchTime: () => ({ isLate: () => false, stop: () => {} }),
		...changes,
	});
	return (address: string, changes: Partial<OutboundRequest> = {}) =>
		outbound.get({ url: new URL(address), userId: "ada", accept: "text/html", maxBytes: 100_000, ...changes });
}

it("has the limits that the rule names (P142)", () => {
	expect(LIMITS).toMatchObject({
		connectMs: 3_000,
		totalMs: 8_000,
		redirects: 5,
		atOnce: 8,
		apartMs: 50,
		atOncePerAccount: 2,
		waiting: 50,
		waitingPerAccount: 6,
		waitMs: 10_000,
		perUserAMinute: 20,
		perHost: { all: 60, account: 6 },
		perAddress: { all: 120, account: 15 },
		bytesPerAddress: { all: 104_857_600, account: 31_457_280 },
	});
	// An account that just came has a turn before it gives up.
	expect(LIMITS.waitMs).toBeGreaterThan(LIMITS.totalMs);
});

describe("what is sent", () => {
	it("says who asks, and nothing of anybody else", async () => {
		let sent: Record<string, unknown> = {};
		answer = (req, res) => {
			sent = { url: req.url, method: req.method, ...req.headers };
			res.setHeader("Set-Cookie", "a=b");
			res.end();
		};
		await open()("http://web.example/a%20b?c=d#e", { accept: "text/html" });
		expect(sent).toEqual({
			url: "/a%20b?c=d",
			method: "GET",
			host: "web.example",
			connection: "close",
			accept: "text/html",
			"accept-encoding": "gzip",
			"accept-language": "en;q=0.9, *;q=0.5",
			"user-agent": "Visualink/1.0 (link preview; +https://visualink.example/)",
		});
	});

	it("keeps no cookie from one hop to the next, and no connection", async () => {
		const seen: unknown[] = [];
		answer = (req, res) => {
			seen.push([req.headers.cookie, req.headers.referer, req.headers.authorization]);
			if (req.url !== "/start") return void res.end("there");
			res.writeHead(302, { Location: "/end", "Set-Cookie": "a=b" }).end();
		};
		const before = web.dialled.length;
		const { url, bytes, status } = await open()("http://web.example/start");
		expect([url.href, bytes.toString(), status]).toEqual(["http://web.example/end", "there", 200]);
		expect(seen).toEqual(Array(2).fill([undefined, undefined, undefined]));
		expect(web.dialled.length - before).toBe(2);
	});
});

describe("redirects", () => {
	it.each([
		[5, 200],
		[6, "unreachable"],
	])("%i of them: %s", async (count, expected) => {
		answer = (req, res) => {
			const left = Number(req.url?.slice(1));
			if (left === 0) return void res.end();
			res.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, { Location: `/${left - 1}` }).end();
		};
		const outcome = open()(`http://web.example/${count}`).then(
			({ status }) => status,
			({ kind }) => kind,
		);
		expect(await outcome).toBe(expected);
	});

	it("to no address, or none at all", async () => {
		answer = (_req, res) => void res.writeHead(302, { Location: "http://[" }).end();
		await expect(open()("http://web.example/")).rejects.toMatchObject({ kind: "unreachable" });
		answer = (_req, res) => void res.writeHead(304).end();
		expect(await open()("http://web.example/")).toMatchObject({ status: 304 });
		answer = (_req, res) => void res.writeHead(302).end("Nowhere");
		expect(await open()("http://web.example/")).toMatchObject({ status: 302, bytes: Buffer.from("Nowhere") });
	});

	it("an address in an answer that is no redirect is not followed", async () => {
		const asked: (string | undefined)[] = [];
		answer = (req, res) => {
			asked.push(req.url);
			res.writeHead(201, { Location: "/made" }).end("Made");
		};
		expect(await open()("http://web.example/")).toMatchObject({ status: 201, bytes: Buffer.from("Made") });
		expect(asked).toEqual(["/"]);
	});
});

describe("bodies", () => {
	it.each(["gzip", "X-GZIP", "identity", ""])("come unpacked (%j), up to the limit", async (encoding) => {
		const isPacked = /gzip/i.test(encoding);
		answer = (_req, res) => {
			const text = Buffer.from("x".repeat(5_000));
			if (encoding) res.setHeader("Content-Encoding", encoding);
			res.end(isPacked ? gzipSync(text) : text);
		};
		const whole = await open()("http://web.example/", { maxBytes: 5_000 });
		expect([whole.bytes.length, whole.isCut]).toEqual([5_000, false]);
		const cut = await open()("http://web.example/", { maxBytes: 4_999 });
		expect([cut.bytes.length, cut.isCut]).toEqual([4_999, true]);
	});

	it("are rested from every 64 KB, however small their pieces are", async () => {
		const rest = vi.fn();
		const text = Buffer.alloc(256 * 1_024, "x");
		answer = (_req, res) => void res.setHeader("Content-Encoding", "gzip").end(gzipSync(text));
		await open({ rest })("http://web.example/", { maxBytes: text.length });
		expect(rest).toHaveBeenCalledTimes(4);
		rest.mockClear();
		answer = (_req, res) => {
			for (let piece = 0; piece < 5_000; piece += 1) res.write("x");
			res.end();
		};
		await open({ rest })("http://web.example/");
		expect(rest).not.toHaveBeenCalled();
	});

	it("cut off in the middle are read as far as they go", async () => {
		const packed = gzipSync(Buffer.from(`<title>Hello</title>${"ab".repeat(10_000)}`));
		answer = (_req, res) => void res.setHeader("Content-Encoding", "gzip").end(packed.subarray(0, packed.length - 12));
		expect((await open()("http://web.example/")).bytes.toString()).toContain("<title>Hello</title>");
	});

	it.each(["br", "gzip, gzip", "deflate", "zstd"])(
		"packed as %s, which nobody asked for, are refused",
		async (encoding) => {
			answer = (_req, res) => void res.setHeader("Content-Encoding", encoding).end("abc");
			await expect(open()("http://web.example/")).rejects.toMatchObject({ kind: "unreachable", status: 422 });
		},
	);

	it("that say gzip and are not", async () => {
		answer = (_req, res) => void res.setHeader("Content-Encoding", "gzip").end("plain text");
		await expect(open()("http://web.example/")).rejects.toMatchObject({ kind: "unreachable" });
	});
});

describe("what never ends is ended", () => {
	const SOON = { totalMs: 300, connectMs: 150 };
	const late = { kind: "unreachable", message: expect.stringContaining("took too long to answer") };

	it("a drip, however steadily it drips", async () => {
		answer = (_req, res) => {
			const drip = setInterval(() => res.write("x"), 10);
			res.on("close", () => clearInterval(drip));
		};
		await expect(open({ limits: SOON })("http://web.example/")).rejects.toMatchObject(late);
	});

	it("by a late machine, and no server is blamed for that (P492)", async () => {
		const watchTime = () => ({ isLate: () => true, stop: () => {} });
		answer = () => {};
		const ours = { status: 503, retryAfterSeconds: 5 };
		await expect(open({ limits: SOON, watchTime })("http://web.example/")).rejects.toMatchObject(ours);
		answer = (_req, res) => void res.destroy();
		await expect(open({ watchTime })("http://web.example/")).rejects.toMatchObject({ kind: "unreachable" });
	});

	it("headers that do not come, or come for ever", async () => {
		answer = () => {};
		await expect(open({ limits: SOON })("http://web.example/")).rejects.toMatchObject(late);
		answer = (_req, { socket }) => {
			socket?.write("HTTP/1.1 200 OK\r\n");
			const flood = setInterval(() => socket?.write(`X-${"a".repeat(1_000)}: ${"b".repeat(1_000)}\r\n`), 1);
			socket?.on("close", () => clearInterval(flood));
			socket?.on("error", () => {});
		};
		await expect(open()("http://web.example/")).rejects.toMatchObject({
			kind: "unreachable",
			cause: { code: "UND_ERR_HEADERS_OVERFLOW" },
		});
		answer = (_req, { socket }) => {
			const flood = setInterval(() => socket?.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), 1);
			socket?.on("close", () => clearInterval(flood));
			socket?.on("error", () => {});
		};
		await expect(open({ limits: SOON })("http://web.example/")).rejects.toMatchObject({ kind: "unreachable" });
	});

	it("a name server that says nothing", async () => {
		const get = open({ limits: SOON, wire: { resolve: () => new Promise(() => {}) } });
		await expect(get("http://web.example/")).rejects.toMatchObject(late);
	});

	it("a connection that never opens, within its own time", async () => {
		const connect = () => {
			const socket = new net.Socket();
			held.push({ end: () => socket.destroy() });
			return socket;
		};
		const limits = { totalMs: 60_000, connectMs: 50 };
		await expect(open({ limits, wire: { connect } })("http://web.example/")).rejects.toMatchObject({
			kind: "unreachable",
		});
	});

	it.each(["says nothing", "hangs up"])("a handshake of TLS whose other side %s", async (what) => {
		const silent = net.createServer((socket) => {
			socket.on("error", () => {});
			if (what === "hangs up") socket.once("data", () => socket.destroy());
			else held.push({ end: () => socket.destroy() });
		});
		silent.listen(0, "127.0.0.1");
		await once(silent, "listening");
		const { port } = silent.address() as net.AddressInfo;
		const connect = () => net.connect({ host: "127.0.0.1", port });
		// An error that nobody hears would end the process.
		const unheard: unknown[] = [];
		const hear = (error: unknown) => unheard.push(error);
		process.on("uncaughtExceptionMonitor", hear);
		const limits = { totalMs: 60_000, connectMs: 100 };
		await expect(open({ limits, wire: { connect } })("https://web.example/")).rejects.toMatchObject({
			kind: "unreachable",
		});
		for (const each of held.splice(0)) each.end();
		silent.close();
		await once(silent, "close");
		process.off("uncaughtExceptionMonitor", hear);
		expect(unheard).toEqual([]);
	});

	it("a bomb: reading stops at the limit, and so does the memory", async () => {
		const page = gzipSync(Buffer.alloc(8_000_000));
		const PARTS = 10_000;
		let sent = 0;
		let peak = 0;
		const look = () => {
			peak = Math.max(peak, process.memoryUsage().arrayBuffers);
		};
		answer = (_req, res) => {
			res.setHeader("Content-Encoding", "gzip");
			// Eighty gigabytes, in as many parts as are taken.
			const pour = () => {
				while (sent < PARTS && !res.destroyed) {
					sent += 1;
					look();
					if (!res.write(page)) return void res.once("drain", pour);
				}
				res.end();
			};
			pour();
		};
		const before = process.memoryUsage();
		const looking = setInterval(look, 1);
		const { bytes, isCut } = await open()("http://web.example/", { maxBytes: 524_288 });
		clearInterval(looking);
		look();
		expect([bytes.length, isCut]).toEqual([524_288, true]);
		expect(sent).toBeLessThan(PARTS);
		expect(peak - before.arrayBuffers).toBeLessThan(20_000_000);
	});

	it("and nobody waits for what nobody wants any more", async () => {
		answer = () => {};
		const nobody = new AbortController();
		const asked = open()("http://web.example/", { signal: nobody.signal });
		nobody.abort(new Error("gone"));
		await expect(asked).rejects.toThrow("gone");
	});
});

describe("what can't be reached", () => {
	it.each([
		["a name that nobody knows", "http://unknown.example/", {}],
		["nothing that listens", "http://web.example/", { connect: () => net.connect({ host: "127.0.0.1", port: 1 }) }],
		["https where none is spoken", "https://web.example/", {}],
	])("%s", async (_what, address, wire) => {
		await expect(open({ wire })(address)).rejects.toMatchObject({
			kind: "unreachable",
			message: expect.stringContaining("could not be reached"),
		});
	});

	it("both families of addresses are tried, however many there are of the first", async () => {
		const tried: string[] = [];
		const connect: Wire["connect"] = (to) => {
			tried.push(to.address);
			return net.connect({ host: "127.0.0.1", port: 1 });
		};
		await expect(open({ wire: { connect } })("http://many.example/")).rejects.toMatchObject({ kind: "unreachable" });
		expect(tried).toEqual(["93.184.1.1", WEB_IPV6, "93.184.1.2", "93.184.1.3"]);
	});

	it("a host that is written as an IPv6 address is asked, and limited by its network", async () => {
		const hosts: unknown[] = [];
		answer = (req, res) => {
			hosts.push(req.headers.host);
			res.end();
		};
		const get = open({ limits: { perAddress: { all: 10, account: 1 } } });
		expect(await get(`http://[${WEB_IPV6}]/page`)).toMatchObject({ status: 200 });
		expect(hosts).toEqual([`[${WEB_IPV6}]`]);
		const neighbour = WEB_IPV6.replace(/[^:]+$/, "1");
		await expect(get(`http://[${neighbour}]/`)).rejects.toMatchObject({ kind: "too_many" });
		expect(await get("http://web.example/")).toMatchObject({ status: 200 });
	});

	it("the second address is tried where the first is dead", async () => {
		const tried: string[] = [];
		const connect: Wire["connect"] = (to) => {
			tried.push(to.address);
			return to.address === WEB_IPV6 ? net.connect({ host: "127.0.0.1", port: 1 }) : web.wire.connect(to);
		};
		expect(await open({ wire: { connect } })("http://two.example/")).toMatchObject({ status: 200 });
		expect(tried).toEqual([WEB_IPV6, WEB_IPV4]);
	});
});

describe("how much may be asked", () => {
	const FREE = { all: 1_000_000_000, account: 1_000_000_000 };

	it("20 times a minute by a person, whether anything came of it or not", async () => {
		let now = 0;
		const get = open({ now: () => now, limits: { perHost: FREE, perAddress: FREE } });
		for (let n = 0; n < 10; n += 1) await get("http://web.example/");
		for (let n = 0; n < 10; n += 1) await get("http://127.0.0.1/").catch(() => {});
		now = 30_000;
		await expect(get("http://web.example/")).rejects.toMatchObject({ kind: "too_many", retryAfterSeconds: 30 });
		expect(await get("http://web.example/", { userId: "bob" })).toMatchObject({ status: 200 });
		now = 60_000;
		expect(await get("http://web.example/")).toMatchObject({ status: 200 });
	});

	const ownOf = (site: string) => ({
		...{ kind: "too_many", status: 429, retryAfterSeconds: expect.any(Number) },
		message: `You've read many pages from ${site} in the last minute. Try again in a minute.`,
	});

	it("6 times a minute of a host by an account, which locks it for no other one", async () => {
		const get = open();
		for (let n = 0; n < 6; n += 1) await get("http://web.example/");
		await expect(get("http://web.example/")).rejects.toMatchObject(ownOf("web.example"));
		expect(await get("http://other.example/")).toMatchObject({ status: 200 });
		for (let n = 0; n < 3; n += 1)
			expect(await get("http://web.example/", { userId: "bob" })).toMatchObject({ status: 200 });
	});

	it("of a host by all together, which is said as it is", async () => {
		const get = open({ limits: { perHost: { all: 2, account: 1 } } });
		for (const userId of ["ada", "bob"]) await get("http://web.example/", { userId });
		await expect(get("http://web.example/", { userId: "cleo" })).rejects.toMatchObject({
			...{ kind: "too_many", retryAfterSeconds: 60 },
			message: "We've read many pages from web.example in the last minute. Try again in a minute.",
		});
	});

	it("each host that one is sent on to counts, and once however often it sends on to itself", async () => {
		answer = (req, res) => {
			if (req.url === "/end") return void res.end();
			const to = req.url === "/start" ? "http://web.example./middle" : "http://web.example/end";
			res.writeHead(302, { Location: to }).end();
		};
		const get = open();
		await get("http://other.example/start");
		for (let n = 0; n < 5; n += 1) await get("http://web.example/start");
		await expect(get("http://other.example/start")).rejects.toMatchObject(ownOf("web.example"));
	});

	it("a host is the same with a dot at its end", async () => {
		const get = open();
		for (let n = 0; n < 3; n += 1) await get("http://web.example./");
		for (let n = 0; n < 3; n += 1) await get("http://web.example/");
		await expect(get("http://web.example../")).rejects.toMatchObject(ownOf("web.example"));
	});

	it("of the server behind any number of names, and of no other server", async () => {
		const get = open();
		for (let n = 0; n < 15; n += 1) await get(`http://name${n}.example/`);
		const before = web.dialled.length;
		await expect(get("http://one-more.example/")).rejects.toMatchObject(ownOf("the server of one-more.example"));
		expect(web.dialled).toHaveLength(before);
		// Where a name has another address, that one is tried.
		expect(await get("http://two.example/")).toMatchObject({ status: 200 });
		expect(web.dialled.at(-1)).toMatchObject({ address: WEB_IPV6 });
		expect(await get("http://one-more.example/", { userId: "bob" })).toMatchObject({ status: 200 });
	});

	it("bytes of a server: as many as come, by whatever names, over redirects too", async () => {
		const MB = 1_024 * 1_024;
		answer = (req, res) => {
			if (req.url === "/small") return void res.end("small");
			if (req.url === "/sent-on") return void res.writeHead(302, { Location: "http://far.example/" }).end();
			res.end(Buffer.alloc(MB));
		};
		const get = open({ limits: { bytesPerAddress: { all: 100 * MB, account: 3 * MB } } });
		const most = { maxBytes: MB };
		for (let n = 0; n < 5; n += 1) await get(`http://small${n}.example/small`, most);
		await get("http://one.example/", most);
		await get("http://near.example/sent-on", most);
		await expect(get("http://three.example/", most)).rejects.toMatchObject({
			...{ kind: "too_many", status: 429, retryAfterSeconds: expect.any(Number) },
			message:
				"You've loaded a lot of data from the server of three.example in the last minute. Try again in a minute.",
		});
		expect(await get("http://three.example/", { ...most, userId: "bob" })).toMatchObject({ status: 200 });
	});

	it("8 at once; others wait, and are told to come back when too many do", async () => {
		const open8 = { waiting: 1 };
		const waiting: (() => void)[] = [];
		let most = 0;
		let arrived = () => {};
		answer = (_req, res) => {
			waiting.push(() => res.end());
			most = Math.max(most, waiting.length);
			arrived();
		};
		const get = open({ limits: open8 });
		const eight = new Promise<void>((resolve) => {
			arrived = () => waiting.length === 8 && resolve();
		});
		const asked = Array.from({ length: 9 }, (_, n) => get("http://web.example/", { userId: `account ${n}` }));
		await eight;
		await expect(get("http://web.example/", { userId: "one more" })).rejects.toMatchObject({ kind: "too_many" });
		expect(most).toBe(8);
		answer = (_req, res) => void res.end();
		for (const end of waiting) end();
		expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(9).fill(200));
	});

	const crowded = {
		kind: "too_many",
		status: 429,
		message: "We're reading many pages right now. Try again in a moment.",
		retryAfterSeconds: 5,
	};
	const noTurn = { ...crowded, kind: "unavailable", status: 503 };

	it("by turns of the accounts: five that ask 20 times each keep nobody else waiting in vain", async () => {
		const slow: ServerResponse[] = [];
		answer = (req, res) => void (req.url === "/slow" ? slow.push(res) : res.end());
		const get = open({ limits: { apartMs: 0 } });
		const nobody = new AbortController();
		const refused: unknown[] = [];
		for (let n = 0; n < 100; n += 1) {
			const asked = { userId: `busy ${n % 5}`, signal: nobody.signal };
			get(`http://slow${n}.example/slow`, asked).catch((error) => refused.push(error));
		}
		const others = Array.from({ length: 14 }, (_, n) => get(`http://site${n}.example/`, { userId: `other ${n}` }));
		expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(14).fill(200));
		// What waits of each of them is bounded, and said to be their own.
		expect(refused.length).toBeGreaterThanOrEqual(100 - 7 - 5 * 6);
		const own = "Several of your pages are already waiting to be read. Try again in a moment.";
		for (const error of refused) expect(error).toMatchObject({ status: 429, message: own, retryAfterSeconds: 5 });
		nobody.abort(new Error("gone"));
	});

	it("one begins a moment after the other, and nobody is blamed where it does not come", async () => {
		let seen = 0;
		answer = (_req, res) => {
			seen += 1;
			res.end();
		};
		const get = open({ limits: { apartMs: 60_000, waitMs: 100 } });
		expect(await get("http://web.example/")).toMatchObject({ status: 200 });
		await expect(get("http://web.example/")).rejects.toMatchObject(noTurn);
		expect(seen).toBe(1);
	});

	it("who waits in vain leaves the line, and nobody was asked", async () => {
		const arrived = new Promise<ServerResponse>((resolve) => {
			answer = (_req, res) => resolve(res);
		});
		const get = open({ limits: { waitMs: 100, atOnce: 1, waiting: 1 } });
		const first = get("http://web.example/");
		await expect(get("http://never-asked.example/")).rejects.toMatchObject(noTurn);
		expect(web.lookups).not.toContain("never-asked.example");
		(await arrived).end();
		expect(await first).toMatchObject({ status: 200 });
		answer = (_req, res) => void res.end();
		expect(await get("http://web.example/")).toMatchObject({ status: 200 });
	});

	it("the time that one waits is not taken from the other server's", async () => {
		answer = (req, res) => void (req.url === "/first" || res.end());
		const get = open({ limits: { totalMs: 1_000, atOnce: 1 } });
		const first = get("http://web.example/first");
		const second = get("http://web.example/second");
		await expect(first).rejects.toMatchObject({ kind: "unreachable" });
		expect(await second).toMatchObject({ status: 200 });
	});

	it("who leaves while waiting is told nothing of that", async () => {
		const arrived = new Promise<ServerResponse>((resolve) => {
			answer = (_req, res) => resolve(res);
		});
		const get = open({ limits: { atOnce: 1 } });
		const nobody = new AbortController();
		const first = get("http://web.example/");
		const second = get("http://web.example/", { signal: nobody.signal });
		nobody.abort(new Error("gone"));
		await expect(second).rejects.toThrow("gone");
		(await arrived).end();
		expect(await first).toMatchObject({ status: 200 });
	});

	it.each(["http://127.0.0.1/", "http://web.example:22/", "http://ada:secret@web.example/", "ftp://web.example/"])(
		"%s is refused at once, though no place is free",
		async (address) => {
			answer = () => {};
			const nobody = new AbortController();
			const get = open({ limits: { atOnce: 1, waiting: 0 } });
			const first = get("http://web.example/", { signal: nobody.signal });
			await expect(get(address)).rejects.toMatchObject({ kind: "address_refused", status: 400 });
			nobody.abort(new Error("gone"));
			await expect(first).rejects.toThrow("gone");
		},
	);
});

it("takes no proxy from the environment", async () => {
	const proxy = net.createServer((socket) => socket.destroy());
	proxy.listen(0, "127.0.0.1");
	await once(proxy, "listening");
	let isAsked = false;
	proxy.on("connection", () => {
		isAsked = true;
	});
	const { port } = proxy.address() as net.AddressInfo;
	const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"];
	for (const name of names) vi.stubEnv(name, `http://127.0.0.1:${port}`);
	try {
		expect(await open()("http://web.example/")).toMatchObject({ status: 200 });
		expect(isAsked).toBe(false);
	} finally {
		vi.unstubAllEnvs();
		proxy.close();
	}
});

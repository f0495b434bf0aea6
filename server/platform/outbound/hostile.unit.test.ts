import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { hostileAddresses } from "../../testing/web/hostile-addresses.ts";
import { type MadeUpWeb, startMadeUpWeb, WEB_IPV4, WEB_IPV6 } from "../../testing/web/made-up-web.ts";
import { createOutbound, type Outbound, outboundLimits } from "./outbound.ts";

const LIMITS = outboundLimits(DEADLINES);

const PUBLIC_ORIGIN = "https://visualink.example";
const LINKS_ORIGIN = "https://v.example";
/** The addresses are what is tried here, not how often. */
const FREE = { all: Number.MAX_SAFE_INTEGER, account: Number.MAX_SAFE_INTEGER };
const UNRATIONED = {
	...LIMITS,
	...{ perUserAMinute: 100_000, perHost: FREE, perAddress: FREE, bytesPerAddress: FREE, apartMs: 0 },
};

let web: MadeUpWeb;
let outbound: Outbound;

/** Where a page of the made-up web sends on to, by its path. */
const REDIRECTS: Record<string, string> = {
	"/loopback": "http://127.0.0.1/admin",
	"/hex": "http://0x7f.1/",
	"/whole": "//2130706433/",
	"/mapped": "http://[::ffff:7f00:1]/",
	"/nat64": "http://[64:ff9b::7f00:1]/",
	"/compatible": "http://[::7f00:1]/",
	"/metadata": "http://169.254.169.254/latest/meta-data/",
	"/azure": "http://168.63.129.16/machine",
	"/localhost": "http://localhost/",
	"/own": "https://visualink.example/api/links",
	"/own-upper": "https://VISUALINK.example.:443/",
	"/private-name": "http://inside.example/",
	"/own-by-another-name": "http://mirror.example/",
	"/file": "file:///etc/passwd",
	"/ftp": "ftp://web.example/",
	"/script": "javascript:alert(1)",
	"/data": "data:text/html,hello",
	"/gopher": "gopher://web.example:6379/_FLUSHALL",
	"/redis": "http://web.example:6379/",
	"/credentials": "http://root:secret@web.example/",
	"/far": "/far/2",
	"/far/2": "/far/3",
	"/far/3": "http://then-loopback.example/",
	"/then-loopback": "http://127.0.0.1/",
};

beforeAll(async () => {
	web = await startMadeUpWeb({
		answer(req, res) {
			const { pathname } = new URL(req.url ?? "/", "http://web.example");
			const isLast = req.headers.host === "then-loopback.example";
			const location = isLast ? "http://127.0.0.1/" : REDIRECTS[pathname];
			if (location) return void res.writeHead(302, { Location: location }).end();
			if (pathname === "/refresh") res.setHeader("Refresh", "0; url=http://127.0.0.1/");
			res.end('<meta http-equiv="refresh" content="0; url=http://127.0.0.1/"><title>fine</title>');
		},
		names: {
			"inside.example": ["10.0.0.7"],
			"one-of-two.example": [WEB_IPV4, "127.0.0.1"],
			"one-of-two-v6.example": [WEB_IPV6, WEB_IPV4, "fd00::1"],
			"mapped.example": ["::ffff:127.0.0.1"],
			"zone.example": ["fe80::1%lo"],
			"nothing.example": [],
			"rebinding.example": { inTurn: [[WEB_IPV4], ["127.0.0.1"]] },
			"rebound.example": { inTurn: [["127.0.0.1"], [WEB_IPV4]] },
			"visualink.example": ["198.35.26.96"],
			"mirror.example": ["198.35.26.96"],
			"v.example": ["198.35.26.97"],
			"links-mirror.example": ["198.35.26.97"],
		},
	});
	outbound = createOutbound({
		wire: web.wire,
		publicOrigin: PUBLIC_ORIGIN,
		ownOrigins: [PUBLIC_ORIGIN, LINKS_ORIGIN],
		limits: UNRATIONED,
	});
});
afterAll(() => web.stop());

const get = (address: string) =>
	outbound.get({ url: new URL(address), userId: "ada", accept: "text/html", maxBytes: 1_000 });
const refused = { kind: "address_refused", status: 400 };

it("connects to none of 1,000 hostile addresses, and looks none of them up", async () => {
	const addresses = hostileAddresses(1_000);
	expect(new Set(addresses).size).toBe(1_000);
	const before = web.lookups.length;
	for (const address of addresses) await expect(get(address), address).rejects.toMatchObject(refused);
	expect(web.lookups.slice(before).filter((name) => !["visualink.example", "v.example"].includes(name))).toEqual([]);
	expect([web.dialled, web.canaries()]).toEqual([[], 0]);
});

it.each([
	"ftp://web.example/",
	"file:///etc/passwd",
	"javascript:alert(1)",
	"data:text/html,x",
	"blob:https://web.example/1",
	"http://ada@web.example/",
	"http://:secret@web.example/",
	"http://web.example:22/",
	"https://web.example:8443/",
	"https://visualink.example/",
	"https://visualink.example./go/a/b",
	"https://www.visualink.example/",
	"http://a.b.visualink.example/",
	"https://v.example/go/a/b",
])("%s is refused without a look-up", async (address) => {
	const before = [web.lookups.length, web.dialled.length];
	await expect(get(address)).rejects.toMatchObject(refused);
	expect([web.lookups.length, web.dialled.length]).toEqual(before);
});

describe("a name", () => {
	it.each(["inside", "one-of-two", "one-of-two-v6", "mapped", "zone", "nothing", "mirror", "links-mirror", "rebound"])(
		"%s.example is refused for its addresses",
		async (name) => {
			const before = web.dialled.length;
			await expect(get(`http://${name}.example/`)).rejects.toMatchObject(refused);
			expect([web.dialled.length, web.canaries()]).toEqual([before, 0]);
		},
	);

	it("that changes its address is connected to as it was judged", async () => {
		const { bytes } = await get("http://rebinding.example/");
		expect(bytes.toString()).toContain("fine");
		expect(web.dialled.at(-1)).toEqual({ address: WEB_IPV4, port: 80, host: "rebinding.example" });
		expect(web.lookups.filter((name) => name === "rebinding.example")).toHaveLength(1);
		// Each request is judged again: no connection is kept.
		await expect(get("http://rebinding.example/")).rejects.toMatchObject(refused);
		expect(web.canaries()).toBe(0);
	});
});

describe("a redirect", () => {
	const paths = Object.keys(REDIRECTS).filter((path) => !path.startsWith("/far/"));
	it.each(paths)("at %s leads nowhere", async (path) => {
		await expect(get(`http://web.example${path}`)).rejects.toMatchObject(refused);
		expect(web.canaries()).toBe(0);
		expect(web.dialled.filter(({ address }) => address !== WEB_IPV4)).toEqual([]);
	});

	it.each(["/", "/refresh"])("in the page or as Refresh is not followed (%s)", async (path) => {
		const { url } = await get(`http://web.example${path}`);
		expect(url.href).toBe(`http://web.example${path}`);
		expect(web.canaries()).toBe(0);
	});
});

describe("what leads to us", () => {
	const asked = { userId: "ada", accept: "text/html", maxBytes: 1_000 };
	const mirror = { ...asked, url: new URL("http://mirror.example/") };

	it("is refused too while nobody knows our own name any more", async () => {
		let isKnown = true;
		const resolve: MadeUpWeb["wire"]["resolve"] = async (name, signal) => {
			if (name === "visualink.example" && !isKnown) throw new Error("The name server is away");
			return web.wire.resolve(name, signal);
		};
		const wire = { ...web.wire, resolve };
		const { get } = createOutbound({
			wire,
			publicOrigin: PUBLIC_ORIGIN,
			ownOrigins: [PUBLIC_ORIGIN, LINKS_ORIGIN],
			limits: UNRATIONED,
		});
		const dialled = web.dialled.length;
		await expect(get(mirror)).rejects.toMatchObject(refused);
		isKnown = false;
		await expect(get(mirror)).rejects.toMatchObject(refused);
		expect(web.dialled).toHaveLength(dialled);
	});

	it("is refused where our own name is a number", async () => {
		const limits = UNRATIONED;
		for (const publicOrigin of ["http://198.35.26.96:3000", "https://[::ffff:198.35.26.96]"]) {
			const { get } = createOutbound({ wire: web.wire, publicOrigin, ownOrigins: [publicOrigin], limits });
			const dialled = web.dialled.length;
			await expect(get(mirror), publicOrigin).rejects.toMatchObject(refused);
			expect(web.dialled).toHaveLength(dialled);
		}
	});
});

import { request } from "node:http";
import net from "node:net";
import { json } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, emptyPng, noise, twoColours } from "#server/testing/corpora/images.ts";
import { IMAGE_OVER_HTTP, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE } from "#shared/links/images/image-file.ts";
import { API } from "#shared/platform/api-paths.ts";

const MAX = 5 * 1024 * 1024;
const TOO_LARGE = { kind: "too_large", message: "File size must be less than 5MB" };
const WRONG_TYPE = { kind: "unsupported_type", message: "Please select an image file" };
const INVALID = { kind: "invalid", message: "Invalid input" };

const app = useTestApp();
let owner: Subscriber;
let png: Buffer;

beforeAll(async () => {
	png = await twoColours({ width: 1200, height: 630 }).png().toBuffer();
	owner = await subscriber(app, "enterprise");
});

describe("a picture sent with a link", () => {
	it("is there, finished, when the link's answer is", async () => {
		const picture = await asFile(await noise({ width: 1500, height: 1000 }).png().toBuffer());
		const created = await createLink(owner, { image: picture, imageSource: "upload" });

		expect(created.imageUrl).toMatch(/^\/images\/[0-9a-f]{64}\.jpg$/);
		expect(created.imageSource).toBe("upload");
		const image = await app.browser().get(created.imageUrl ?? "");
		expect(image.status).toBe(200);
		expect(image.headers.get("content-type")).toBe("image/jpeg");
		expect((await image.arrayBuffer()).byteLength).toBeLessThanOrEqual(280_000);
	});

	it("stays when the form names it, goes when the form names none, and gives way to a new one", async () => {
		const { linkSlug, imageUrl } = await createLink(owner, { image: await asFile(png) });
		const edit = async (changes: Parameters<typeof linkForm>[0]) => {
			const answer = await owner.put(API.links.bySlug(linkSlug), linkForm(changes));
			expect(answer.status).toBe(200);
			return answer.json();
		};

		expect(await edit({ imageUrl: imageUrl ?? "" })).toMatchObject({ imageUrl, imageSource: "upload" });
		const other = await asFile(twoColours({ width: 800, height: 800 }));
		const replaced = await edit({ imageUrl: imageUrl ?? "", image: other });
		expect(replaced).toMatchObject({ imageUrl: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.jpg$/) });
		expect(replaced).not.toMatchObject({ imageUrl });
		expect(await edit({ imageUrl: "" })).toMatchObject({ imageUrl: null, imageSource: "upload" });
		// Shares made before still show the first image.
		expect((await app.browser().get(imageUrl ?? "")).status).toBe(200);
		expect(await edit({ imageUrl: imageUrl ?? "" })).toMatchObject({ imageUrl });
	});

	it("may be named by an https address, which is never fetched (E17)", async () => {
		let connections = 0;
		const there = net
			.createServer((socket) => socket.destroy())
			.on("connection", () => {
				connections += 1;
			});
		await new Promise<void>((listening) => there.listen(0, "127.0.0.1", listening));
		const { port } = there.address() as net.AddressInfo;

		const kept = await createLink(owner, { imageUrl: `https://127.0.0.1:${port}/ü.png` });
		expect(kept.imageUrl).toBe(`https://127.0.0.1:${port}/%C3%BC.png`);
		const edited = linkForm({ imageUrl: `https://127.0.0.1:${port}/other.png` });
		expect((await owner.put(API.links.bySlug(kept.linkSlug), edited)).status).toBe(200);
		const card = await fetch(kept.shortUrl, { headers: { "user-agent": "WhatsApp/2.23.20.0" } });
		expect(await card.text()).toContain(`https://127.0.0.1:${port}/other.png`);
		expect(await (await owner.get(API.links.all)).text()).toContain("other.png");

		expect(connections).toBe(0);
		await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
		expect(connections).toBe(1);
		await new Promise((closed) => there.close(closed));
	});

	it("may be named by no other address", async () => {
		for (const [imageUrl, message] of [
			["http://example.com/a.png", IMAGE_OVER_HTTP],
			[`/images/${"0".repeat(64)}.jpg`, "Invalid input"],
			["/images/x.jpg", "Invalid input"],
			["javascript:1", "Invalid input"],
		] as const) {
			const answer = await owner.post(API.links.all, linkForm({ imageUrl }));
			expect(answer.status).toBe(400);
			expect(await answer.json()).toMatchObject({ kind: "invalid", message });
		}
	});

	it("can't be a generated one yet, when creating and editing", async () => {
		const { linkSlug } = await createLink(owner);
		const form = () => linkForm({ imageSource: "ai" });
		expect((await owner.post(API.links.all, form())).status).toBe(400);
		expect((await owner.put(API.links.bySlug(linkSlug), form())).status).toBe(400);
	});

	it("may have 5 MB and no byte more (E1)", async () => {
		const padded = (length: number) => asFile(Buffer.concat([png, Buffer.alloc(length - png.length)]));
		expect((await owner.post(API.links.all, linkForm({ image: await padded(MAX) }))).status).toBe(201);
		for (const length of [MAX + 1, 2 * MAX]) {
			const answer = await owner.post(API.links.all, linkForm({ image: await padded(length) }));
			expect(answer.status).toBe(413);
			expect(await answer.json()).toMatchObject(TOO_LARGE);
		}
	});

	it("is judged by what it holds, not by its name or claimed type (E7)", async () => {
		expect((await createLink(owner, { image: await asFile(png, "text/html") })).imageUrl).not.toBeNull();
		const gif = await twoColours({ width: 40, height: 40 }).gif().toBuffer();
		const named = { kind: "unsupported_type", message: expect.stringMatching(/^GIF images can't be used/) };
		for (const [bytes, refusal] of [
			[gif, named],
			[Buffer.from("<svg/>"), WRONG_TYPE],
			[Buffer.alloc(0), WRONG_TYPE],
		] as const) {
			const answer = await owner.post(API.links.all, linkForm({ image: await asFile(bytes, "image/png") }));
			expect(answer.status).toBe(415);
			expect(await answer.json()).toMatchObject(refusal);
		}
	});

	it.each([
		["a bomb", () => emptyPng({ width: 30_000, height: 30_000 }), IMAGE_TOO_MANY_PIXELS],
		["cut off", () => png.subarray(0, png.length / 2), IMAGE_UNREADABLE],
	])("is refused when it is %s (E9, E10)", async (_, bytes, message) => {
		const person = await subscriber(app, "enterprise");
		const answer = await person.post(API.links.all, linkForm({ image: await asFile(bytes()) }));
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ kind: "invalid", message });
		expect(await (await person.get(API.links.all)).json()).toEqual([]);
	});

	it.each(["../../x.png", "x\r\nSet-Cookie: a=b.png", '"', "x".repeat(4096), "."])(
		"never gives its name: %j (E12)",
		async (name) => {
			const form = linkForm();
			form.append("image", await asFile(png), name);
			const created = await owner.post(API.links.all, form);
			expect(created.status).toBe(201);
			expect(await created.json()).toMatchObject({ imageUrl: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.jpg$/) });
		},
	);
});

describe("a multipart body", () => {
	const text = (name: string, value = "x") =>
		`--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const file = (name: string, headers = "") =>
		`--B\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n${headers}\r\nx\r\n`;
	const valid = text("title") + text("description") + text("targetUrl", "https://example.com/");
	const end = "--B--\r\n";
	const multipart = "multipart/form-data; boundary=B";

	it("that is whole is accepted", async () => {
		expect((await send(valid + end)).status).toBe(201);
	});

	it.each<[string, string, string?]>([
		["without a boundary", valid + end, "multipart/form-data"],
		["with an empty boundary", valid + end, "multipart/form-data; boundary="],
		["with an empty boundary in quotes", valid + end, 'multipart/form-data; boundary=""'],
		["with a boundary of spaces", valid + end, "multipart/form-data; boundary=  "],
		["with a boundary without its value", valid + end, "multipart/form-data; boundary"],
		["with an unfinished type", valid + end, "multipart/form-data;"],
		["with a boundary that nobody closes", valid + end, 'multipart/form-data; boundary="B'],
		// Its parser waits for the end of the file forever (multer 2.5.0, busboy 1.6.0).
		["with a file that begins after its end", `${end}--B\r\n${file("image").slice(0, -2)}`],
		["with a boundary of 5000 characters", valid + end, `multipart/form-data; boundary=${"B".repeat(5000)}`],
		["with 5000 parts", Array.from({ length: 5000 }, (_, n) => text(`field${n}`)).join("") + end],
		["with 50000 parts that are empty", "--B\r\n\r\n\r\n".repeat(50_000) + end],
		["with another boundary", valid + end, "multipart/form-data; boundary=C"],
		["cut off", valid],
		["cut off in a file", `${valid}--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nx`],
		["that is empty", ""],
		["with a part without a name", `${valid}--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`],
		["with a part without headers", `${valid}--B\r\n\r\nx\r\n${end}`],
		["with a broken part header", `${valid}--B\r\nContent-Disposition\r\n\r\nx\r\n${end}`],
		["with two pictures", valid + file("image") + file("image") + end],
		["with a file of another name", valid + file("picture") + end],
		["with 25 fields", valid + Array.from({ length: 22 }, (_, n) => text(`field${n}`)).join("") + end],
		["with 28 parts", Array.from({ length: 28 }, (_, n) => text(`field${n}`)).join("") + end],
		["with a long value", valid + text("imageUrl", "x".repeat(8193)) + end],
		["with a long name", valid + text("x".repeat(101)) + end],
		["with nested names", valid + text("a[b][c]") + end],
		["with an index", valid + text("a[4294967295]") + end],
		["with a list", valid + text("a[]") + end],
		["with a field twice", valid + text("title") + end],
		["with an unknown field twice", valid + text("x") + text("x") + end],
	])("%s is refused: 400 (E2, E3, D14, D15)", async (_, body, type = multipart) => {
		const answer = await send(body, type);
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject(INVALID);
	});

	it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"])(
		"with a field called %s changes nothing else (D13)",
		async (name) => {
			expect((await send(valid + text(name, "polluted") + end)).status).toBe(201);
			expect(Object.values({}.constructor.prototype)).not.toContain("polluted");
			expect(Object.getPrototypeOf({})).toBe(Object.prototype);
		},
	);

	function send(body: string, type = multipart): Promise<Response> {
		return fetch(app.origin + API.links.all, {
			method: "POST",
			headers: { cookie: cookieOf(owner), "content-type": type },
			body,
		});
	}
});

describe("a body of 100 MB (E6)", () => {
	const size = 100 * 1024 * 1024;

	it.each([
		["POST", API.links.all],
		["PUT", API.links.bySlug("any")],
	])("by a visitor is answered at once and not read: %s", async (method, path) => {
		const answer = await offer(size, { method, path });
		expect(answer).toMatchObject({ status: 401, connection: "close" });
		expect(answer.sent).toBeLessThan(size / 4);
	});

	it("by a visitor who does not say how much comes is answered at once and not read", async () => {
		const answer = await offer(size, { length: { "transfer-encoding": "chunked" } });
		expect(answer).toMatchObject({ status: 401, connection: "close" });
		expect(answer.sent).toBeLessThan(size / 4);
	});

	it.each([
		["in one picture", '--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'],
		["before any part", ""],
	])("by a subscriber who does not say how much comes is 413 and not read whole: %s", async (_, start) => {
		const length = { "transfer-encoding": "chunked" };
		const answer = await offer(size, { headers: { cookie: cookieOf(owner) }, length, start });
		expect(answer).toMatchObject({ status: 413, connection: "close", body: TOO_LARGE });
		expect(answer.sent).toBeLessThan(size / 4);
	});

	it("by a subscriber is 413 at once and not read", async () => {
		const answer = await offer(size, { headers: { cookie: cookieOf(owner) } });
		expect(answer).toMatchObject({ status: 413, connection: "close" });
		expect(answer.sent).toBeLessThan(size / 4);
	});
});

/** Sends as much of a large body as the server takes until it answers. */
function offer(
	size: number,
	{
		method = "POST",
		path = API.links.all as string,
		headers = {},
		length = { "content-length": String(size) } as Record<string, string>,
		start = "",
	},
) {
	return new Promise<{ status: number | undefined; connection: string | undefined; body: unknown; sent: number }>(
		(resolve, reject) => {
			const upload = request(app.origin + path, {
				method,
				headers: { ...headers, ...length, "content-type": "multipart/form-data; boundary=B" },
			});
			const chunk = Buffer.alloc(64 * 1024);
			let sent = 0;
			const pump = () => {
				while (sent < size && !upload.destroyed) {
					sent += chunk.length;
					if (!upload.write(chunk)) return void upload.once("drain", pump);
				}
			};
			upload.on("error", reject);
			upload.on("response", async (response) => {
				upload.removeAllListeners("error").on("error", () => undefined);
				const body = await json(response);
				resolve({ status: response.statusCode, connection: response.headers.connection, body, sent });
				upload.destroy();
			});
			upload.write(start);
			pump();
		},
	);
}

import { readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import os from "node:os";
import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import { IS_WHOLE, rounds, say } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { API } from "#shared/platform/api-paths.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const MB = 1024 * 1024;

const app = useTestApp();
let owner: Subscriber;

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
});

describe("uploads that are broken off (E5)", () => {
	it("leave no connection, file or memory behind, and the next one works", async () => {
		const times = rounds({ long: 1_000, short: 40 });
		// The first ones find the memory of later ones.
		for (let left = rounds({ long: 400, short: 20 }); left > 0; left -= 20) await breakOff(20);
		const before = await held();

		for (let left = times; left > 0; left -= 20) await breakOff(20);

		// Both ends of every connection are in this process; a few may be kept alive for a while.
		await until(async () => (await held()).descriptors <= before.descriptors + 4);
		const after = await held();
		expect(after.files).toEqual(before.files);
		if (IS_WHOLE) expect(after.memory - before.memory).toBeLessThan(100 * MB);
		const grown = `${after.descriptors - before.descriptors} descriptors, ${Math.round((after.memory - before.memory) / MB)} MB`;
		say(`E5: ${times} uploads broken off: ${grown}, 0 files`);
		const { imageUrl } = await createLink(owner, { image: await asFile(twoColours({ width: 60, height: 40 })) });
		expect((await app.browser().get(imageUrl ?? "")).status).toBe(200);
		expect(await (await owner.get(API.links.all)).json()).toHaveLength(1);
	});

	/** So many at once send half of what they say, and are gone. */
	async function breakOff(count: number): Promise<void> {
		const headers = {
			cookie: cookieOf(owner),
			"content-type": "multipart/form-data; boundary=B",
			"content-length": 9e5,
		};
		const one = () =>
			new Promise<void>((resolve) => {
				const upload = request(app.origin + API.links.all, { method: "POST", headers, agent: false });
				upload.on("error", () => undefined).on("close", resolve);
				upload.write('--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n');
				upload.write(Buffer.alloc(400_000), () => upload.destroy());
			});
		await Promise.all(Array.from({ length: count }, one));
	}

	async function held() {
		const files = await readdir(app.deps.config.dataDir, { recursive: true });
		const temporary = (await readdir(os.tmpdir())).filter((name) => /multer|upload/i.test(name));
		return { descriptors: descriptors(), memory: process.memoryUsage().rss, files: [...files, ...temporary].sort() };
	}

	/** Open files and sockets of this process; where the system does not tell, its sockets alone. */
	function descriptors(): number {
		if (process.platform === "linux") return readdirSync("/proc/self/fd").length;
		return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
	}
});

describe("50 uploads at once (E14)", () => {
	it("are made one or two at a time; beyond 20 in the queue they are told to come back; the public link goes on", async () => {
		const link = await createLink(owner);
		const picture = await asFile(await twoColours({ width: 5_000, height: 4_000 }).png().toBuffer());
		// Of one account, 8 are under way at most (P249).
		const owners = await Promise.all(Array.from({ length: 7 }, () => subscriber(app, "enterprise")));
		const seen = { left: 50, redirects: 0 };
		const visit = async () => {
			const { status } = await fetch(link.shortUrl, { redirect: "manual", headers: { "user-agent": CHROME } });
			expect(status).toBe(302);
			if (seen.left > 0) seen.redirects += 1;
		};
		const uploads = Array.from({ length: seen.left }, async (_, n) => {
			const answer = await (owners[n % owners.length] ?? owner).post(API.links.all, linkForm({ image: picture }));
			seen.left -= 1;
			await visit();
			return answer;
		});
		// As soon as the images are being made, and after each of them: visitors without a pause would slow them down.
		while (seen.left > 0 && seen.redirects <= 10) await visit();

		const answers = await Promise.all(uploads);
		const made = answers.filter((answer) => answer.status === 201);
		const refused = answers.filter((answer) => answer.status === 503);
		expect(made.length + refused.length).toBe(50);
		expect(made.length).toBeGreaterThanOrEqual(21);
		expect(refused.length).toBeGreaterThan(0);
		for (const answer of refused) {
			expect(answer.headers.get("retry-after")).toBe("5");
			expect(await answer.json()).toMatchObject({ kind: "unavailable" });
		}
		expect(seen.redirects).toBeGreaterThan(10);
		say(
			`E14: 50 uploads at once: ${made.length} made, ${refused.length} told to come back, ${seen.redirects} visitors sent on meanwhile`,
		);
	});
});

import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Link } from "#shared/links/links.table.ts";
import { views } from "#shared/public/views/views.table.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const app = useTestApp({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });
let link: Link;

beforeAll(async () => {
	const user = await insertUser(app.deps.db, "ada");
	link = await insertLink(app.deps.db, { userId: user.id, linkSlug: "engine" });
});

const get = (path: string, address: string, method = "GET") =>
	fetch(app.origin + path, {
		method,
		redirect: "manual",
		headers: { "User-Agent": CHROME, "Accept-Language": "en", "X-Forwarded-For": address },
	});

async function miss(address: string, times: number): Promise<number[]> {
	const statuses: number[] = [];
	for (let n = 0; n < times; n++) statuses.push((await get(`/go/ada/guess${n}`, address)).status);
	return statuses;
}

test("A19: the 301st miss of a minute is 429, hits go on, and other addresses are not touched", async () => {
	expect(new Set(await miss("198.51.100.7", 300))).toEqual(new Set([404]));
	const refused = await get("/go/ada/guess", "198.51.100.7");
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("retry-after"))).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60);
	expect(refused.headers.get("cache-control")).toBe("private, no-store");
	expect(refused.headers.get("x-robots-tag")).toBe("noindex");
	expect(await refused.text()).toContain("Too many tries");
	expect((await get("/go/ada/guess", "198.51.100.7", "HEAD")).status).toBe(429);

	for (let n = 0; n < 5; n++) expect((await get("/go/ada/engine", "198.51.100.7")).status).toBe(302);
	expect(await miss("198.51.100.8", 1)).toEqual([404]);
	const counted = await app.deps.db.select({ linkId: views.linkId }).from(views).where(eq(views.linkId, link.id));
	expect(counted).toHaveLength(5);
	expect(await app.deps.db.$count(views)).toBe(5);
});

import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { type LinkView, link } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const MANY = 10_000;

const app = useTestApp();
let owner: Subscriber;

beforeAll(async () => {
	owner = await subscriber(app);
	// Two by two made in the same moment, so that the order within one counts as well.
	for (let n = 0; n < MANY; n += 1000) await insertLinks(owner, n, 1000);
});

describe("the list of a large account (D20)", () => {
	it.each([API.links.all, API.links.deleted, `${API.links.all}?limit=1000`])(
		"%s comes in pages: no query reads more than 50 links (P232)",
		async (path) => {
			const person = path === API.links.deleted ? await withDeleted() : owner;
			const count = path === API.links.all ? MANY : 1_000;
			await (await person.get(API.links.all)).text();
			const query = vi.spyOn(app.deps.pool, "query");

			const response = await person.get(path);

			const found = link.array().parse(await response.json());
			const answers = await Promise.all(
				query.mock.results
					.filter((_, n) => isOfLinks(query.mock.calls[n]?.[0]))
					.map(({ value }) => value as Promise<{ rows: unknown[][] }>),
			);
			vi.restoreAllMocks();
			expect(response.status).toBe(200);
			expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
			expect(response.headers.get("cache-control")).toBe("private, no-store");
			expect(found.map(({ linkSlug }) => linkSlug)).toEqual(newestFirst(MANY).slice(0, count));
			const sizes = answers.map(({ rows }) => rows.length);
			expect(Math.max(...sizes)).toBe(50);
			expect(sizes).toHaveLength(count / 50);
		},
	);

	it("breaks the connection when a later page can't be read, so that no part looks whole (P232)", async () => {
		const query = app.deps.pool.query.bind(app.deps.pool) as (...asked: unknown[]) => unknown;
		let links = 0;
		vi.spyOn(app.deps.pool, "query").mockImplementation((...asked: unknown[]) => {
			if (isOfLinks(asked[0])) links += 1;
			if (isOfLinks(asked[0]) && links === 5) return Promise.reject(new Error("The database went away"));
			return query(...asked);
		});
		const response = await owner.get(API.links.all);
		expect(response.status).toBe(200);
		await expect(response.text()).rejects.toThrow();
		links = 4;
		const refused = await owner.get(API.links.all);
		vi.restoreAllMocks();
		expect([refused.status, await refused.json()]).toMatchObject([500, { kind: "internal" }]);
	});

	it("can be read page by page, and nothing is shown twice or left out", async () => {
		const found: LinkView[] = [];
		let next: string | undefined = `${API.links.all}?limit=999`;
		for (let pages = 0; next !== undefined && pages < 20; pages += 1) {
			const response: Response = await owner.get(next);
			const page = link.array().parse(await response.json());
			expect(page.length).toBeLessThanOrEqual(999);
			found.push(...page);
			next = /^<(.+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
		}
		expect(found.map(({ linkSlug }) => linkSlug)).toEqual(newestFirst(MANY));
	});

	it("knows deleted links apart, page by page too", async () => {
		const person = await subscriber(app);
		await insertLinks(person, 0, 4);
		await app.deps.pool.query("UPDATE links SET deleted = true, deleted_at = now() WHERE user_id = $1 AND id % 2 = 0", [
			person.user.id,
		]);
		const slugs = async (path: string) => {
			const response = await person.get(path);
			return {
				slugs: link
					.array()
					.parse(await response.json())
					.map((one) => one.linkSlug),
				response,
			};
		};

		const kept = await slugs(API.links.all);
		const deleted = await slugs(API.links.deleted);

		expect(kept.slugs).toHaveLength(2);
		expect([...kept.slugs, ...deleted.slugs].sort()).toEqual(["link-0", "link-1", "link-2", "link-3"]);
		const first = await slugs(`${API.links.deleted}?limit=1`);
		expect(first.slugs).toEqual([deleted.slugs[0]]);
		expect(first.response.headers.get("link")).toContain(`<${API.links.deleted}?limit=1&before=`);
	});

	it("gives nothing before a link of somebody else's", async () => {
		const stranger = await subscriber(app);
		await insertLinks(stranger, 0, 2);
		const [theirs] = link.array().parse(await (await owner.get(`${API.links.all}?limit=1`)).json());
		expect(await (await stranger.get(`${API.links.all}?before=${theirs?.id}`)).json()).toEqual([]);
	});

	it.each([
		"limit=0",
		"limit=1001",
		"limit=-1",
		"limit=x",
		"limit=1&limit=2",
		"before=x",
		"before=99999999999",
		"limit=",
	])("refuses ?%s", async (query) => {
		const response = await owner.get(`${API.links.all}?${query}`);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ kind: "invalid", message: "Invalid input" });
	});
});

/** Whether a query reads links with what they have. */
function isOfLinks(asked: unknown): boolean {
	const { text = "" } = asked as { text?: string };
	return text.includes('"target_url"') && text.includes('from "links"');
}

/** Someone whose newest 1,000 links are deleted. */
async function withDeleted(): Promise<Subscriber> {
	const person = await subscriber(app);
	await insertLinks(person, MANY - 1_000, 1_000);
	const query = "UPDATE links SET deleted = true, deleted_at = now() WHERE user_id = $1";
	await app.deps.pool.query(query, [person.user.id]);
	return person;
}

function newestFirst(count: number): string[] {
	return Array.from({ length: count }, (_, n) => `link-${count - 1 - n}`);
}

async function insertLinks({ user }: Subscriber, first: number, count: number): Promise<void> {
	const content = { title: "A title", description: "A description", targetUrl: "https://example.com/" };
	await app.deps.db.insert(links).values(
		Array.from({ length: count }, (_, n) => ({
			...content,
			userId: user.id,
			linkSlug: `link-${first + n}`,
			createdAt: new Date(Date.UTC(2020, 0) + Math.floor((first + n) / 2) * 1000),
		})),
	);
}

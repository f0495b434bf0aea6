import { describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp({ env: { RATE_LIMITS: "on" } });
let people = 0;

/** Someone whose session the process knows. */
async function someone({ links = 0 } = {}): Promise<Browser> {
	const email = `fair${++people}@example.com`;
	const person = await app.signedIn({ email });
	await app.deps.pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description)
		SELECT id, 'link' || n, 'https://example.com/' || n, 'Title', 'Description'
		FROM users, generate_series(1, $2::int) AS n WHERE email = $1`,
		[email, links],
	);
	await person.get(API.auth.user);
	return person;
}

/** How many of many requests were answered when another one was, and all their statuses. */
async function beside(times: number, send: () => Promise<Response>, other: () => Promise<Response>) {
	let answered = 0;
	const many = Array.from({ length: times }, async () => {
		const { status } = await send();
		answered += 1;
		return status;
	});
	const { status } = await other();
	const before = answered;
	return { before, status, statuses: await Promise.all(many) };
}

describe("60 requests of one account at once (P249, P250)", () => {
	it.each([
		["lists", API.links.search, 1_000],
		["cheap reads", API.stats.views, 10],
		["reads that are refused", "/api/links/by-slug/none", 0],
	])("do not keep another's list waiting: %s", async (_case, path, links) => {
		const [busy, other] = [await someone({ links }), await someone()];
		const { before, status, statuses } = await beside(
			60,
			() => busy.get(path),
			() => other.get(API.links.search),
		);
		expect(status).toBe(200);
		expect(statuses).toHaveLength(60);
		expect(before).toBeLessThan(30);
	});

	it("do not keep a visitor waiting", async () => {
		const busy = await someone({ links: 1_000 });
		const { before, status } = await beside(
			60,
			() => busy.get(API.links.search),
			() => app.browser().get(API.version),
		);
		expect(status).toBe(200);
		expect(before).toBeLessThan(30);
	});

	it("are all answered", async () => {
		const busy = await someone({ links: 10 });
		const answers = await Promise.all(Array.from({ length: 60 }, () => busy.get(API.links.search)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	});
});

it("of one account more than a hundred that wait are told to come back, in the form of every error (P250)", async () => {
	const busy = await someone({ links: 1_000 });
	const answers = await Promise.all(Array.from({ length: 400 }, () => busy.get(API.links.search)));
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(0);
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
	expect(await refused[0]?.json()).toMatchObject({
		kind: "too_many",
		message: "Too many requests at once. Please try again in a moment.",
	});
	expect(refused[0]?.headers.get("retry-after")).toBe("1");
	expect(refused[0]?.headers.get("x-request-id")).toMatch(/./);
});

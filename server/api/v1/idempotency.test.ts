import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { cookieOf } from "#server/testing/app/browser.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { type ApiLink, apiLink } from "#shared/api/v1/link.ts";
import { idempotencyKeys } from "#shared/links/idempotency-keys.table.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const START = new Date();
let at = START;
const app = useTestApp({ now: () => at });
let ada: Subscriber;
let program: ApiClient;

beforeEach(async () => {
	ada = await subscriber(app, "enterprise");
	program = await apiClient(app, ada);
});
afterEach(() => {
	at = START;
});

const BODY = { targetUrl: "https://example.com/", title: "A title", description: "A description" };

const create = (key: string, body: object = BODY) => program.post("/links", body, { "Idempotency-Key": key });
const count = () => app.deps.db.$count(links, eq(links.userId, ada.user.id));
const keys = () => app.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.userId, ada.user.id));

async function answerOf(response: Response, isReplayed: boolean) {
	expect(response.headers.get("idempotent-replayed")).toBe(isReplayed ? "true" : null);
	return { status: response.status, etag: response.headers.get("etag"), text: await response.text() };
}

async function refusalOf(response: Response) {
	return [response.status, apiError.parse(await response.json()).error.code];
}

describe("a request that is repeated with its Idempotency-Key (P644)", () => {
	test("is answered as the first was, to the letter, even once its link has changed or is deleted", async () => {
		const first = await answerOf(await create("one"), false);
		const { id } = apiLink.parse(JSON.parse(first.text));
		expect(first).toMatchObject({ status: 201 });
		expect(await answerOf(await create('"one"'), true)).toEqual(first);
		await program.patch(`/links/${id}`, { title: "Changed" });
		await program.delete(`/links/${id}`);
		expect(
			await answerOf(
				await create("one", { title: "A title", description: "A description", targetUrl: BODY.targetUrl }),
				true,
			),
		).toEqual(first);
		expect(await count()).toBe(1);
		at = new Date(START.getTime() + DAY_MS);
		expect((await answerOf(await create("one"), false)).text).not.toBe(first.text);
	});

	test("is refused with another body or on another route", async () => {
		const { id } = apiLink.parse(await (await create("one")).json());
		const others = [
			...[create("one", { ...BODY, title: "Another" }), program.post("/links/bulk", { links: [BODY] }, header("one"))],
			program.post(`/links/${id}/duplicate`, undefined, header("one")),
		];
		for (const other of others) expect(await refusalOf(await other)).toEqual([422, "idempotency_key_reused"]);
		expect(await count()).toBe(1);
	});

	test("is refused while the first runs, and creates one link, however many come at once", async () => {
		const pair: Promise<Response>[] = [];
		await app.deps.db.transaction(async (tx) => {
			// The first of them waits for its owner's row.
			await tx.select().from(users).where(eq(users.id, ada.user.id)).for("update");
			pair.push(create("at-once"), create("at-once"));
			const refused = await Promise.race(pair);
			expect(refused.headers.get("retry-after")).toBe("1");
			expect(await refusalOf(refused)).toEqual([409, "idempotency_key_in_use"]);
			expect(await refusalOf(await create("at-once", { ...BODY, title: "B" }))).toEqual([
				422,
				"idempotency_key_reused",
			]);
		});
		expect((await Promise.all(pair)).map(({ status }) => status).sort()).toEqual([201, 409]);
		const more = await Promise.all(Array.from({ length: 8 }, () => create("at-once")));
		expect(new Set(more.map(({ status }) => status))).toEqual(new Set([201]));
		expect(await count()).toBe(1);
	});

	test("waits at another process for the first, and gets its answer", async () => {
		const other = await startTestApp({ beside: app });
		const doors = [program, requestsWith(other, program.key)];
		// Mail about the key may wait for the account's row, too.
		const waiting = sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
			AND query LIKE '%for no key update%'`;
		try {
			const pair: Promise<Response>[] = [];
			await app.deps.db.transaction(async (tx) => {
				await tx.select().from(users).where(eq(users.id, ada.user.id)).for("update");
				pair.push(...doors.map((door) => door.post("/links", BODY, header("two"))));
				await until(async () => (await app.deps.db.execute(waiting)).rowCount === 2);
			});
			const answers = await Promise.all(pair);
			expect(answers.map(({ headers }) => headers.get("idempotent-replayed")).sort()).toEqual([null, "true"]);
			const [first, second] = await Promise.all(answers.map((each) => each.text()));
			expect(second).toBe(first);
			expect(await count()).toBe(1);
		} finally {
			await other.close();
		}
	});

	test("is answered although its slug and its external ID are taken by then, by its own link", async () => {
		const first = await answerOf(await create("slug", { ...BODY, slug: "mine", externalId: "mine" }), false);
		expect(await answerOf(await create("slug", { ...BODY, slug: "mine", externalId: "mine" }), true)).toEqual(first);
	});

	test("stores nothing of a request that was refused", async () => {
		for (const body of [
			{ ...BODY, targetUrl: "https://localhost/" },
			{ ...BODY, title: "" },
		])
			expect((await refusalOf(await create("refused", body)))[0]).toBe(400);
		await program.post("/links/bulk", { links: [{}] }, header("refused"));
		expect(await keys()).toBe(0);
		expect((await create("refused")).status).toBe(201);
	});

	test("of many links and of a duplicate is replayed, too", async () => {
		const { id } = apiLink.parse(await (await create("first")).json());
		const bulk = () => program.post("/links/bulk", { links: [BODY, {}, BODY] }, header("bulk"));
		const copy = () => program.post(`/links/${id}/duplicate`, undefined, header("copy"));
		for (const send of [bulk, copy]) {
			const first = await answerOf(await send(), false);
			expect(await answerOf(await send(), true)).toEqual(first);
		}
		expect(await count()).toBe(4);
	});

	test("has nothing in common with a form's or another account's key", async () => {
		const { id } = (await (await create("shared")).json()) as ApiLink;
		const headers = { Cookie: cookieOf(ada), ...header("shared") };
		const form = () => fetch(app.origin + API.links.all, { method: "POST", headers, body: linkForm() });
		const byForm = (await (await form()).json()) as { id: number };
		expect(byForm.id).not.toBe(id);
		expect(((await (await form()).json()) as { id: number }).id).toBe(byForm.id);
		expect(((await (await create("shared")).json()) as ApiLink).id).toBe(id);
		const grace = await apiClient(app, await subscriber(app, "pro"));
		const others = (await (await grace.post("/links", BODY, header("shared"))).json()) as ApiLink;
		expect(others.id).not.toBe(id);
	});
});

const header = (key: string) => ({ "Idempotency-Key": key });

import { once } from "node:events";
import { get, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { sessions } from "#shared/account/auth/sessions.table.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

/** How far the service's clock is ahead, how many requests it has looked up, and what queries of links wait for. */
const state = { aheadMs: 0, lookedUp: 0, ofLinks: 0, held: Promise.resolve() };
/** Queries of links that don't wait: after them, each download has begun, and has more to read. */
const NOT_HELD = 5;
const app = useTestApp({
	now: () => new Date(Date.now() + state.aheadMs),
	deps: ({ pool }) => {
		const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
		const counted = async (asked: { name?: string; text?: string }, ...rest: unknown[]) => {
			if (/from "?links"?/i.test(asked.text ?? "") && state.ofLinks++ >= NOT_HELD) await state.held;
			const answer = await query(asked, ...rest);
			if (asked.name === "user-of-session") state.lookedUp += 1;
			return answer;
		};
		return { pool: Object.assign(pool, { query: counted }) };
	},
});

let image: Blob;
beforeAll(async () => {
	image = await asFile(await noise({ width: 900, height: 500 }).jpeg({ quality: 100 }).toBuffer(), "image/jpeg");
});
let owner: Subscriber;
let link: LinkView;
beforeEach(async () => {
	state.aheadMs = 0;
	owner = await subscriber(app, "enterprise");
	link = await createLink(owner);
});

/** What ends, and the status of what it should have allowed. */
const ENDS: [string, () => Promise<unknown>, number][] = [
	["the session ends", endSession, 401],
	["the account is disabled", () => setOwner({ disabledAt: new Date() }), 403],
	["the plan ends", () => app.deps.db.delete(subscriptions).where(eq(subscriptions.userId, owner.user.id)), 403],
];
const setOwner = (values: Partial<typeof users.$inferInsert>) =>
	app.deps.db.update(users).set(values).where(eq(users.id, owner.user.id));
/** Without news, as it were by hand. */
function endSession() {
	const isTheirs = sql`${sessions.sess}::json #>> '{passport,user}' = ${owner.user.id}`;
	return app.deps.db.delete(sessions).where(isTheirs);
}

type Body = { method: string; path: string; type: string; bytes: Buffer };

/** Sends half of a body; `hasArrived` tells when the service has got on with it. @returns what sends the rest */
async function half({ method, path, type, bytes }: Body, hasArrived: (there: Socket) => boolean) {
	const headers = { Cookie: cookieOf(owner), "Content-Type": type, "Content-Length": bytes.length };
	const accepted = once(app.server, "connection") as Promise<[Socket]>;
	const sent = request(app.origin + path, { method, headers, agent: false });
	sent.write(bytes.subarray(0, bytes.length / 2));
	const [there] = await accepted;
	await until(() => hasArrived(there));
	return async (): Promise<number | undefined> => {
		const answered = once(sent, "response") as Promise<[IncomingMessage]>;
		sent.end(bytes.subarray(bytes.length / 2));
		const [answer] = await answered;
		await text(answer);
		return answer.statusCode;
	};
}

/** More than Node takes of a body that nobody reads: the guards before it have let it through. */
const isBeingRead = ({ bytesRead }: Socket) => bytesRead > 150_000;

async function formOf(method: string, path: string, fields: FormData): Promise<Body> {
	const whole = new Response(fields);
	const type = whole.headers.get("content-type") ?? "";
	return { method, path, type, bytes: Buffer.from(await whole.arrayBuffer()) };
}

function fileOf(): Body {
	const row = `https://example.com/,Title,Description,${"x".repeat(2_000)}\r\n`;
	const bytes = Buffer.from(`target_url,title,description,notes\r\n${row.repeat(200)}`);
	return { method: "POST", path: API.imports.all, type: "text/csv", bytes };
}

const UPLOADS: [string, () => Body | Promise<Body>][] = [
	["a new link", () => formOf("POST", API.links.all, linkForm({ image }))],
	["an edited link", () => formOf("PUT", API.links.bySlug(link.linkSlug), linkForm({ image }))],
	["a card", () => formOf("PUT", API.links.card(link.id, "x"), linkForm({ image }))],
	["an imported file", fileOf],
];

it.each(
	UPLOADS.flatMap(([what, body]) => ENDS.map(([ending, end, status]) => [what, ending, body, end, status] as const)),
)("%s is refused if %s before all of it has arrived (P471)", async (_what, _ending, body, end, status) => {
	const finish = await half(await body(), isBeingRead);
	await end();
	expect(await finish()).toBe(status);
});

it("a body that arrives slowly is saved as ever (P471)", async () => {
	const finish = await half(fileOf(), isBeingRead);
	expect(await finish()).toBe(201);
});

const archive = () => JSON.stringify({ change: "archive", ids: [link.id] });

it("a change is refused if the session ends before all of it has arrived (P471)", async () => {
	const body = { method: "POST", path: API.links.changes, type: "application/json", bytes: Buffer.from(archive()) };
	const before = state.lookedUp;
	const finish = await half(body, () => state.lookedUp > before);
	await endSession();
	expect(await finish()).toBe(401);
});

it("a request that waits for others of its account is refused if the session ends meanwhile (P471)", async () => {
	// As many as are answered at once.
	const others: Awaited<ReturnType<typeof half>>[] = [];
	while (others.length < 8)
		others.push(await half(await formOf("POST", API.links.all, linkForm({ image })), isBeingRead));
	const before = state.lookedUp;
	const waiting = owner.delete(API.links.byId(link.id));
	await until(() => state.lookedUp > before);
	await endSession();
	for (const finish of others) expect(await finish()).toBe(401);
	expect((await waiting).status).toBe(401);
});

it.each([API.links.csv, API.account.data, API.links.all])(
	"a download of %s breaks off once its session has ended (P471)",
	async (path) => {
		await app.deps.pool.query(
			`INSERT INTO links (user_id, link_slug, target_url, title, description)
			SELECT $1, 'link' || n, 'https://example.com/' || repeat('x', 2000), 'Title', 'Text' FROM generate_series(1, 3000) AS n`,
			[owner.user.id],
		);
		let release = () => {};
		state.held = new Promise((resolve) => {
			release = resolve;
		});
		state.ofLinks = 0;
		const download = async () => {
			const asked = get(app.origin + path, { headers: { Cookie: cookieOf(owner) }, agent: false });
			return (await once(asked, "response"))[0] as IncomingMessage;
		};
		const cut = await download();
		// In this order: a look-up that is due before the session has ended would count for another minute.
		await endSession();
		state.aheadMs += 60_000;
		release();
		await expect(text(cut)).rejects.toThrow("aborted");
	},
);

import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import { rounds, say, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { nodeOptionsTo } from "#server/testing/web/worker-detours.ts";
import { type Answer, type Receivers, startReceivers, verified } from "#server/testing/webhooks/receivers.ts";
import { newWebhook } from "#shared/api/webhooks/webhook.ts";
import { API } from "#shared/platform/api-paths.ts";

const EVENTS = rounds({ long: 10_000, short: 300 });
const KILLS = rounds({ long: 50, short: 3 });
const MANY_DUE = 100_000;
/** Of the accounts by turns: three are delivered to, at once, slowly, and on the second try; the others never are. */
const KINDS = ["fast", "slow", "flaky", "dead", "redirecting", "private"] as const;
type Kind = (typeof KINDS)[number];
const DELIVERED: readonly Kind[] = ["fast", "slow", "flaky"];

let receivers: Receivers;
const app = useTestApp(async () => {
	receivers = await startReceivers();
	return { deps: receivers.deps };
});
let dataDir: string;
let service: Awaited<ReturnType<typeof startKillableService>>;

beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-webhooks-"));
	service = await startKillableService({
		...{ PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: app.deps.databaseUrl },
		...{ RATE_LIMITS: "off", LOG_LEVEL: "fatal" },
		NODE_OPTIONS: nodeOptionsTo(receivers.port, [{ names: "\\.hooks\\.example$", addresses: "7.10" }]),
	});
});
afterAll(async () => {
	await service.stop();
	await receivers.stop();
	await rm(dataDir, { recursive: true, force: true });
});

type Hooked = { kind: Kind; owner: Subscriber; host: string; secret: string; id: number };

async function hooked(kind: Kind, answer: Answer): Promise<Hooked> {
	const owner = await subscriber(app, "pro");
	const { host, url } = receivers.endpoint(answer);
	const made = await owner.post(API.webhooks.all, { url, events: ["link.created"] });
	const { secret, id } = newWebhook.parse(await made.json());
	return { kind, owner, host, secret, id };
}

const ANSWERS: Record<Kind, Answer> = {
	fast: {},
	slow: { afterMs: 300 },
	flaky: { failsFirst: true },
	dead: "hangs up",
	redirecting: { status: 302, headers: { Location: "http://r1.hooks.example/" } },
	private: {},
};

/** Links written as an import writes them: the triggers raise their events. */
async function addLinks({ owner }: Hooked, from: number, count: number): Promise<void> {
	await app.deps.db.execute(sql`INSERT INTO links (user_id, link_slug, target_url, title, description)
		SELECT ${owner.user.id}, 's' || n, 'https://example.com/', 'T', 'D' FROM generate_series(${from}::int, ${from + count - 1}) AS n`);
}

async function statesOf({ id }: Pick<Hooked, "id">): Promise<Record<string, number>> {
	const { rows } = await app.deps.db.execute<{ state: string; count: number }>(sql`
		SELECT state, count(*)::int AS count FROM webhook_deliveries WHERE webhook_id = ${id} GROUP BY state`);
	return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

it(
	`${EVENTS} events survive ${KILLS} kills of a sender: each is delivered and verified, or still tried (P662, P663)`,
	async () => {
		const all = await Promise.all(KINDS.map((kind) => hooked(kind, ANSWERS[kind])));
		const hidden = all.find(({ kind }) => kind === "private");
		await app.deps.db.execute(sql`UPDATE webhooks SET url = 'http://10.0.0.1/' WHERE id = ${hidden?.id}`);
		const perAccount = Math.ceil(EVENTS / KINDS.length);
		const perKill = Math.ceil(perAccount / (KILLS + 1));
		for (let added = 0; added < perAccount; added += perKill) {
			const seen = receivers.received.length;
			for (const each of all) await addLinks(each, added, Math.min(perKill, perAccount - added));
			await until(() => receivers.received.length > seen);
			if (added + perKill < perAccount) await service.kill();
		}
		const delivered = all.filter(({ kind }) => DELIVERED.includes(kind));
		const limitMs = TORTURE_TIMEOUT_MS - 20_000;
		await until(async () => {
			const states = await Promise.all(delivered.map(statesOf));
			return states.every((each) => each.delivered === perAccount);
		}, limitMs);
		const tries = receivers.received.length;
		for (const { host, secret } of delivered) {
			const events = receivers.at(host).map((each) => verified(secret, each));
			expect(new Set(events.map(({ data }) => data.id)).size).toBe(perAccount);
		}
		for (const each of all.filter(({ kind }) => !DELIVERED.includes(kind))) {
			const { waiting = 0, failed = 0, ...others } = await statesOf(each);
			expect([each.kind, waiting + failed, others]).toEqual([each.kind, perAccount, {}]);
		}
		expect(hidden && receivers.at(hidden.host)).toEqual([]);
		for (const { kind, host } of delivered) say(`${kind}: 95% of deliveries within ${receivers.p95(host)} ms`);
		say(`${tries} requests were received for ${delivered.length * perAccount} events that could arrive`);
	},
	TORTURE_TIMEOUT_MS,
);

it(
	`an endpoint with ${MANY_DUE} due deliveries holds up no other (P664)`,
	async () => {
		const crowded = await hooked("slow", { afterMs: 1_000 });
		const other = await hooked("fast", {});
		await app.deps.db.execute(sql`WITH event AS (
				INSERT INTO webhook_events (user_id, type, body) VALUES (${crowded.owner.user.id}, 'link.created', '{}') RETURNING id)
			INSERT INTO webhook_deliveries (webhook_id, event_id, due_at)
				SELECT ${crowded.id}, event.id, now() - interval '1 hour' FROM event, generate_series(1, ${MANY_DUE})`);
		await app.deps.db.execute(sql`SELECT pg_notify('link_changed', '!webhooks')`);
		await until(() => receivers.at(crowded.host).length > 0);
		for (let n = 0; n < 10; n += 1) {
			await addLinks(other, n, 1);
			await until(() => receivers.at(other.host).length === n + 1);
		}
		// What it has due would take hours: the other's ten came in turns between a few of them.
		expect(receivers.at(crowded.host).length).toBeLessThan(200);
		expect((await crowded.owner.delete(API.webhooks.one(crowded.id))).status).toBe(204);
	},
	TORTURE_TIMEOUT_MS,
);

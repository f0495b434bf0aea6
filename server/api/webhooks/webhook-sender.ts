import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Logger } from "pino";
import type { Poster } from "#server/platform/outbound/outbound.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { type Outcome, outcomeOf, outcomeOfError } from "./delivery-outcome.ts";
import { type Claimed, claimDue, dropWaiting, type WaitingEndpoint, waitingEndpoints } from "./due-deliveries.ts";
import { createEndpointRounds } from "./endpoint-rounds.ts";
import type { EventBodies } from "./event-bodies.ts";
import { createSendTurns, SENDS } from "./send-turns.ts";
import { signedHeaders } from "./webhook-signature.ts";
import { type Sent, writeOutcomes } from "./write-outcomes.ts";

/** Longer than a send takes with all its waits: only a process that was killed, or paused, lets a lease run out. */
const LEASE_OVER_POST_MS = 10_000;
/** Between runs while there is much to send: outcomes are written together. */
const APART_MS = 50;
/** Runs that nothing woke: a lost notification, another process's lease. */
const IDLE_MS = 30_000;
const RETRY_MS = 1_000;
/** How long a stop waits for answers; what has none is sent again by another process. */
const STOP_MS = 2_000;
const ANSWER_BYTES = 2_048;
const PLAN_MS = 1_000;
const ACCOUNTS = 2_000;
/** Endpoints that a run looks at; the next one goes on after them. */
const ENDPOINTS = 1_000;

const OFF = "The webhook was turned off";
const NO_PLAN = "The plan doesn't include webhooks";
const DISABLED = "The account is disabled";

type Options = {
	pool: pg.Pool;
	poster: Poster;
	bodiesOf: EventBodies;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	/** Called for each try that was written. */
	written: (sent: readonly Sent[]) => void;
	postMs: number;
	now: () => Date;
	log: Pick<Logger, "warn">;
};

/** Sends what is due, under leases that other processes take up after a kill (docs/decisions/0126). */
export function createWebhookSender(options: Options) {
	const { pool, poster, bodiesOf, activeSubscription, written, postMs, now, log } = options;
	const leaseMs = postMs + LEASE_OVER_POST_MS;
	const turns = createSendTurns();
	const read = (after: number, atMost: number) => waitingEndpoints(pool, after, atMost);
	const rounds = createEndpointRounds({ read, atOnce: ENDPOINTS });
	const entitled = new LRUCache<string, true>({ max: ACCOUNTS, ttl: PLAN_MS });
	const underWay = new Set<Promise<void>>();
	let giveUp = new AbortController();
	let ended: Sent[] = [];
	let ranAt = 0;

	const work = repeat({
		async work(stopping) {
			const tooSoonMs = ranAt + APART_MS - performance.now();
			if (tooSoonMs > 0) await delay(tooSoonMs, undefined, { signal: stopping }).catch(() => undefined);
			ranAt = performance.now();
			await writeEnded();
			return stopping.aborted ? undefined : await sendDue();
		},
		everyMs: IDLE_MS,
		retryMs: RETRY_MS,
		failed: (error) => log.warn({ err: error }, "webhooks were not sent; trying again"),
	});

	function wake(): void {
		rounds.wake();
		work.wake();
	}

	async function writeEnded(): Promise<void> {
		const some = ended;
		if (some.length === 0) return;
		// Others end meanwhile.
		ended = [];
		try {
			await writeOutcomes(pool, some);
		} catch (error) {
			ended = [...some, ...ended];
			throw error;
		}
		written(some);
	}

	/** @returns milliseconds until something else is due */
	async function sendDue(): Promise<number> {
		const at = now();
		const endpoints = await rounds.next();
		const due: WaitingEndpoint[] = [];
		let nextAt = at.getTime() + IDLE_MS;
		for (const endpoint of endpoints) {
			const from = Math.max(endpoint.dueAt.getTime(), endpoint.pausedUntil?.getTime() ?? 0);
			// Thousands may wait for later: their plans aren't looked up yet.
			if (from > at.getTime() && endpoint.offReason === null) {
				nextAt = Math.min(nextAt, from);
				continue;
			}
			const refusal = await refusalOf(endpoint);
			if (refusal === null) due.push(endpoint);
			else if (await dropWaiting(pool, endpoint.id, refusal)) nextAt = at.getTime();
		}
		const room = turns.roomFor(due);
		if (room.size > 0) await claim(new Map(due.map((each) => [each.id, each])), room, at);
		// What has no turn yet is looked at again when a send ends.
		const round = rounds.done(nextAt);
		if (round === null) return 0;
		turns.keepOnly(round.ids);
		return Math.max(round.dueAt - at.getTime(), 0);
	}

	async function refusalOf({ userId, offReason, isDisabled }: WaitingEndpoint): Promise<string | null> {
		if (offReason !== null) return OFF;
		if (isDisabled) return DISABLED;
		if (entitled.has(userId)) return null;
		if (!planHas((await activeSubscription(userId))?.planId, "api")) return NO_PLAN;
		entitled.set(userId, true);
		return null;
	}

	async function claim(endpoints: Map<number, WaitingEndpoint>, room: Map<number, number>, at: Date): Promise<void> {
		const until = new Date(at.getTime() + leaseMs);
		const claimed = await claimDue(pool, { room, newFirst: turns.newFirst(room.keys()), at, until });
		const bodies = await bodiesFor(claimed);
		for (const delivery of claimed) {
			const endpoint = endpoints.get(delivery.webhookId);
			const body = bodies.get(delivery.eventId);
			if (!endpoint || body === undefined) continue;
			const sending = send(endpoint, delivery, body).finally(() => {
				underWay.delete(sending);
				wake();
			});
			underWay.add(sending);
		}
	}

	/** One that can't be made holds up nobody: its lease runs out, and it is tried once more. */
	async function bodiesFor(claimed: readonly Claimed[]): Promise<Map<string, string>> {
		const ids = claimed.map(({ eventId }) => eventId);
		try {
			return await bodiesOf(ids);
		} catch (error) {
			log.warn({ err: error }, "bodies of events were not made; trying them one by one");
			const each = await Promise.allSettled(ids.map((id) => bodiesOf([id])));
			return new Map(each.flatMap((made) => (made.status === "fulfilled" ? [...made.value] : [])));
		}
	}

	async function send(endpoint: WaitingEndpoint, delivery: Claimed, body: string): Promise<void> {
		const end = turns.begin(endpoint, delivery.attempts === 0);
		const startedAt = performance.now();
		const outcome = await outcomeFrom(endpoint, delivery, body);
		end(outcome.isSuccess, performance.now() - startedAt);
		ended.push({ delivery, userId: endpoint.userId, outcome, at: now() });
	}

	async function outcomeFrom(endpoint: WaitingEndpoint, delivery: Claimed, body: string): Promise<Outcome> {
		const { eventId, attempts } = delivery;
		const headers = signedHeaders(endpoint, { eventId, body, at: now() });
		const { signal } = giveUp;
		try {
			const request = { url: new URL(endpoint.url), headers, body, maxBytes: ANSWER_BYTES, signal };
			return outcomeOf(await poster.post(request), attempts);
		} catch (error) {
			return outcomeOfError(error, attempts);
		}
	}

	return {
		start() {
			giveUp = new AbortController();
			// All sends listen for it.
			setMaxListeners(SENDS.all + 1, giveUp.signal);
			work.start();
		},
		wake,
		async stop(): Promise<void> {
			await work.stop();
			const patience = new AbortController();
			await Promise.race([
				Promise.all(underWay),
				delay(STOP_MS, undefined, { signal: patience.signal }).catch(() => {}),
			]);
			patience.abort();
			giveUp.abort(new Error("the process stops"));
			await Promise.all(underWay);
			await writeEnded().catch((error: unknown) => log.warn({ err: error }, "outcomes of webhooks were not written"));
		},
	};
}

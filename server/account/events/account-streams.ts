import type { ServerResponse } from "node:http";
import type pg from "pg";
import type { Logger } from "pino";
import { ACCOUNT_CHANNEL, type AccountNotification } from "#server/platform/db/account-notifications.ts";
import { createListener } from "#server/platform/db/listener.ts";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { createMergedChanges } from "./merged-changes.ts";

/** Shorter than what proxies wait for the next byte: nginx waits 60 s. */
const HEARTBEAT_MS = 20_000;
/** A stream ends after this time, and its browser comes back. */
const LIFE_MS = 15 * 60_000;
/** Of one account in this process; a browser has one. */
const STREAMS_OF_ACCOUNT = 12;
/** An account's streams get its changes merged, once in this time. */
const MERGED_MS = 1_000;
/** Bytes that a client may leave unread. */
const UNREAD_MAX = 64 * 1_024;

type Asked = { user: string; session: string; res: ServerResponse };
type Stream = Asked & { mayGoOn: boolean };

export type AccountStreams = ReturnType<typeof createAccountStreams>;

type Options = {
	pool: pg.Pool;
	/** The users behind those of these sessions that have not ended, by session. */
	ownersOf: (sessions: string[]) => Promise<Map<string, Pick<User, "id" | "disabledAt">>>;
	log: Pick<Logger, "warn">;
};

/**
 * Server-sent events of accounts (P402): each change that any process publishes goes to its account's streams. `LISTEN`
 * starts with the first stream. A stream ends with its session (P470).
 */
export function createAccountStreams({ pool, ownersOf, log }: Options) {
	const streams = new Map<string, Set<Stream>>();
	let heartbeat: NodeJS.Timeout | undefined;
	let listening: Promise<void> | null = null;
	let wasLost = false;
	let isStopped = false;

	const changes = createMergedChanges({
		perMs: MERGED_MS,
		deliver: (user, some) => {
			const text = some.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`).join("");
			for (const { res } of streams.get(user) ?? []) send(res, text);
		},
	});
	const listener = createListener({
		...{ pool, channel: ACCOUNT_CHANNEL, log },
		lostMessage: "changes of accounts are not heard; trying again",
		heard: (payload) => {
			const { user, change } = JSON.parse(payload) as AccountNotification;
			if (change === undefined) lookOver(streams.get(user) ?? []);
			else if (streams.has(user)) changes.add(user, change);
		},
		hearing: (isHearing) => {
			// Changes in between are lost, so screens that show any reload.
			if (isHearing && wasLost) {
				sendAll("event: gap\ndata:\n\n");
				lookOver(all());
			}
			wasLost = !isHearing;
		},
	});

	function all(): Stream[] {
		return [...streams.values()].flatMap((some) => [...some]);
	}

	function sendAll(text: string): void {
		for (const { res } of all()) send(res, text);
	}

	/** Ends those whose session has ended, or whose account was disabled. */
	async function endThoseThatMayNot(some: Stream[]): Promise<void> {
		if (some.length === 0) return;
		const owners = await ownersOf(some.map(({ session }) => session));
		for (const stream of some) {
			const owner = owners.get(stream.session);
			if (owner?.id === stream.user && owner.disabledAt === null) continue;
			stream.mayGoOn = false;
			if (stream.res.headersSent) stream.res.end();
		}
	}

	function lookOver(some: Iterable<Stream>): void {
		endThoseThatMayNot([...some]).catch((error: unknown) => {
			// Until the database is back nothing is published.
			if (!isUnreachable(error)) log.warn({ err: error }, "event streams could not be looked over; they will be");
		});
	}

	function heartbeatOfAll(): void {
		sendAll(":\n\n");
		// A session may end without news: it expires, or its row is deleted by hand.
		lookOver(all());
	}

	/** Opens a stream for an account; of HEAD only the headers are sent. @throws AppError "too_many", "unauthenticated" */
	async function open(asked: Asked): Promise<void> {
		const { user, res } = asked;
		const own = streams.get(user) ?? new Set();
		if (own.size >= STREAMS_OF_ACCOUNT) throw new AppError("too_many", "Too many open event streams");
		if (res.req.method === "HEAD") {
			setHeaders(res);
			res.end();
			return;
		}
		const stream: Stream = { ...asked, mayGoOn: true };
		streams.set(user, own);
		own.add(stream);
		const life = setTimeout(() => res.end(), LIFE_MS).unref();
		res.once("close", () => {
			clearTimeout(life);
			own.delete(stream);
			if (own.size === 0 && streams.get(user) === own) streams.delete(user);
		});
		heartbeat ??= setInterval(heartbeatOfAll, HEARTBEAT_MS).unref();
		listening ??= listener.start();
		await listening;
		// What has ended since the request was looked up was not news of this stream yet.
		await endThoseThatMayNot([stream]);
		if (!stream.mayGoOn) throw new AppError("unauthenticated", "Unauthorized");
		if (isStopped) res.shouldKeepAlive = false;
		setHeaders(res);
		res.write("retry: 3000\n\n");
		if (isStopped) res.end();
	}

	/** Ends every stream: a process that stops waits for what is under way. */
	function endAll(): void {
		isStopped = true;
		changes.stop();
		clearInterval(heartbeat);
		for (const { res } of all()) if (res.headersSent) res.end();
	}

	return {
		open,
		endAll,
		start: () => {},
		async stop(): Promise<void> {
			endAll();
			await listener.stop();
		},
	};
}

function setHeaders(res: ServerResponse): void {
	res.setHeader("Content-Type", "text/event-stream");
	// nginx would keep it until it is full.
	res.setHeader("X-Accel-Buffering", "no");
}

function send(res: ServerResponse, text: string): void {
	if (!res.headersSent || res.writableEnded) return;
	if (res.writableLength > UNREAD_MAX) res.destroy();
	else res.write(text);
}

import type { ServerResponse } from "node:http";
import type pg from "pg";
import type { Logger } from "pino";
import { ACCOUNT_CHANNEL, type AccountNews } from "#server/db/account-news.ts";
import { createListener } from "#server/db/listener.ts";
import { AppError } from "#server/http/app-error.ts";
import { createMergedChanges } from "./merged-changes.ts";

/** Shorter than what proxies wait for the next byte: nginx waits 60 s. */
const HEARTBEAT_MS = 20_000;
/** A stream ends after this time, and its browser comes back, so that one whose session has ended does not go on. */
const LIFE_MS = 15 * 60_000;
/** Of one account in this process; a browser has one. */
const STREAMS_OF_ACCOUNT = 12;
/** An account's streams get its changes merged, once in this time. */
const MERGED_MS = 1_000;
/** Bytes that a client may leave unread. */
const UNREAD_MAX = 64 * 1_024;

export type AccountStreams = ReturnType<typeof createAccountStreams>;

/**
 * Server-sent events of accounts (P402): each change that any process publishes goes to its account's streams. `LISTEN`
 * starts with the first stream.
 */
export function createAccountStreams({ pool, log }: { pool: pg.Pool; log: Pick<Logger, "warn"> }) {
	const streams = new Map<string, Set<ServerResponse>>();
	let heartbeat: NodeJS.Timeout | undefined;
	let listening: Promise<void> | null = null;
	let wasLost = false;
	let isStopped = false;

	const changes = createMergedChanges({
		perMs: MERGED_MS,
		deliver: (user, some) => {
			const text = some.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`).join("");
			for (const stream of streams.get(user) ?? []) send(stream, text);
		},
	});
	const listener = createListener({
		...{ pool, channel: ACCOUNT_CHANNEL, log },
		lostMessage: "changes of accounts are not heard; trying again",
		heard: (payload) => {
			const { user, change } = JSON.parse(payload) as AccountNews;
			if (streams.has(user)) changes.add(user, change);
		},
		hearing: (isHearing) => {
			// Changes in between are lost, so screens that show any reload.
			if (isHearing && wasLost) sendAll("event: gap\ndata:\n\n");
			wasLost = !isHearing;
		},
	});

	function sendAll(text: string): void {
		for (const some of streams.values()) for (const stream of some) send(stream, text);
	}

	/** Opens a stream for an account. @throws AppError "too_many" */
	async function open(user: string, res: ServerResponse): Promise<void> {
		const own = streams.get(user) ?? new Set();
		if (own.size >= STREAMS_OF_ACCOUNT) throw new AppError("too_many", "Too many open event streams");
		streams.set(user, own);
		own.add(res);
		const life = setTimeout(() => res.end(), LIFE_MS).unref();
		res.once("close", () => {
			clearTimeout(life);
			own.delete(res);
			if (own.size === 0 && streams.get(user) === own) streams.delete(user);
		});
		heartbeat ??= setInterval(() => sendAll(":\n\n"), HEARTBEAT_MS).unref();
		listening ??= listener.start();
		await listening;
		if (isStopped) res.shouldKeepAlive = false;
		res.setHeader("Content-Type", "text/event-stream");
		// nginx would keep it until it is full.
		res.setHeader("X-Accel-Buffering", "no");
		res.write("retry: 3000\n\n");
		if (isStopped) res.end();
	}

	/** Ends every stream: a process that stops waits for what is under way. */
	function endAll(): void {
		isStopped = true;
		changes.stop();
		clearInterval(heartbeat);
		for (const some of streams.values()) for (const stream of some) if (stream.headersSent) stream.end();
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

function send(stream: ServerResponse, text: string): void {
	if (!stream.headersSent || stream.writableEnded) return;
	if (stream.writableLength > UNREAD_MAX) stream.destroy();
	else stream.write(text);
}

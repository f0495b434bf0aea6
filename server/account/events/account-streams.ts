import type { ServerResponse } from "node:http";
import type pg from "pg";
import type { Logger } from "pino";
import { ACCOUNT_CHANNEL, type AccountNotification } from "#server/platform/db/account-notifications.ts";
import { createListener } from "#server/platform/db/listener.ts";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { createMergedChanges } from "./merged-changes.ts";

/** Shorter than proxies' read timeouts: nginx waits 60 s. */
const HEARTBEAT_MS = 20_000;
/** A stream ends after this, and the browser reconnects. */
const LIFE_MS = 15 * 60_000;
const STREAMS_OF_ACCOUNT = 12;
const MERGED_MS = 1_000;
const UNREAD_MAX = 64 * 1_024;

type Asked = { user: string; session: string; res: ServerResponse };
type Stream = Asked & { mayGoOn: boolean };

export type AccountStreams = ReturnType<typeof createAccountStreams>;

type Options = {
	pool: pg.Pool;
	ownersOf: (sessions: string[]) => Promise<Map<string, Pick<User, "id" | "disabledAt">>>;
	log: Pick<Logger, "warn">;
};

/** Server-sent events of accounts, from any process's changes (P402). A stream ends with its session (P470). */
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
			// Changes in between are lost, so open screens reload.
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
			// While the database is down nothing is published.
			if (!isUnreachable(error)) log.warn({ err: error }, "event streams could not be looked over; they will be");
		});
	}

	function heartbeatOfAll(): void {
		sendAll(":\n\n");
		// Sessions may end without notification: by expiry, or a row deleted by hand.
		lookOver(all());
	}

	/** Opens a stream; HEAD gets only the headers. @throws AppError "too_many", "unauthenticated" */
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
		// The session may have ended between the request's look-up and the stream's registration.
		await endThoseThatMayNot([stream]);
		if (!stream.mayGoOn) throw new AppError("unauthenticated", "Unauthorized");
		if (isStopped) res.shouldKeepAlive = false;
		setHeaders(res);
		res.write("retry: 3000\n\n");
		if (isStopped) res.end();
	}

	/** Ends every stream, because a stopping process waits for open requests. */
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
	// nginx would buffer it.
	res.setHeader("X-Accel-Buffering", "no");
}

function send(res: ServerResponse, text: string): void {
	if (!res.headersSent || res.writableEnded) return;
	if (res.writableLength > UNREAD_MAX) res.destroy();
	else res.write(text);
}

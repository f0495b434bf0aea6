import type pg from "pg";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { MOST_TIMES, withinOwnTime } from "#server/platform/work/own-time.ts";
import { DatabaseClient } from "./database-client.ts";

/** Milliseconds for a new connection (the pool has its own for a free one), and for a health check. */
export type AnsweringConfig = pg.ClientConfig & { connectMs?: number; answerMs?: number };

export type Probe = {
	/** Whether the database answers in time. One caller at a time. */
	check(): Promise<boolean>;
	/** Connects before the first check. @throws if that fails */
	open(): Promise<void>;
	withinMs: number;
	stop(): void;
};

type Asked = { client: DatabaseClient; connected: Promise<unknown>; isConnected: boolean };

/** A health check on its own connection, so that it never waits behind other work. */
export function createProbe({ answerMs: withinMs = DEADLINES.databaseAnswer, ...config }: AnsweringConfig): Probe {
	let asked: Asked | null = null;

	async function ask(): Promise<true> {
		asked ??= open();
		await asked.connected;
		await asked.client.query("SELECT 1");
		return true;
	}

	function open(): Asked {
		// Outlives several checks: on a busy machine none would succeed if each reconnected.
		const client = new DatabaseClient({
			...config,
			answerMs: withinMs,
			connectionTimeoutMillis: MOST_TIMES * withinMs,
		});
		const opened: Asked = { client, connected: client.connect(), isConnected: false };
		opened.connected.then(
			() => {
				opened.isConnected = true;
			},
			() => letGo(opened),
		);
		client.on("error", () => letGo(opened));
		return opened;
	}

	function letGo(lost: Asked | null): void {
		if (asked === lost) asked = null;
		lost?.client.doubt();
		lost?.client.end().catch(() => {});
	}

	return {
		async check() {
			// A starved process says nothing about the database.
			const answered = await withinOwnTime(
				withinMs,
				ask().catch(() => false),
				() => false,
			);
			if (!answered && asked?.isConnected) letGo(asked);
			return answered;
		},
		async open() {
			asked ??= open();
			await asked.connected;
		},
		withinMs,
		stop: () => letGo(asked),
	};
}

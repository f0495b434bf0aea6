import pg from "pg";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { MOST_TIMES, withinOwnTime } from "#server/platform/work/own-time.ts";

/**
 * `connectMs`: how long a new connection may take; the time to wait for a free one is the pool's. `answerMs`: how long the
 * simplest question may take, making a connection included. Both in milliseconds.
 */
export type AnsweringConfig = pg.ClientConfig & { connectMs?: number; answerMs?: number };

export type Probe = {
	/** Whether the database answers at once. One caller at a time. */
	check(): Promise<boolean>;
	/** Connects before the pulse is felt. @throws when that fails */
	open(): Promise<void>;
	/** What `feel` waits for, at most. */
	withinMs: number;
	stop(): void;
};

type Asked = { client: pg.Client; connected: Promise<unknown>; isConnected: boolean };

/** Asks the database the simplest question on a connection of its own, so that it never waits behind other work. */
export function createProbe({ answerMs: withinMs = DEADLINES.databaseAnswer, ...config }: AnsweringConfig): Probe {
	let asked: Asked | null = null;

	async function ask(): Promise<true> {
		asked ??= open();
		await asked.connected;
		await asked.client.query("SELECT 1");
		return true;
	}

	function open(): Asked {
		// Outlasts several looks: on a busy machine, none would succeed if each look began again. By the clock, so that no
		// connection stays that nobody waits for.
		const client = new pg.Client({ ...config, connectionTimeoutMillis: MOST_TIMES * withinMs });
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
		lost?.client.end().catch(() => {});
	}

	return {
		async check() {
			// A process that gets little time says nothing of the database.
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

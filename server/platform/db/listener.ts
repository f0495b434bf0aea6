import type pg from "pg";
import type { Logger } from "pino";

const RETRY_MS = 500;
const HEARTBEAT_MS = 5_000;

export type Listener = { start(): Promise<void>; stop(): Promise<void> };

type Options = {
	pool: pg.Pool;
	channel: string;
	heard: (payload: string) => void;
	/** Called when notifications start or stop arriving; those in between are lost. */
	hearing: (isHearing: boolean) => void;
	log: Pick<Logger, "warn">;
	lostMessage: string;
};

/** Receives PostgreSQL notifications on its own connection, and reconnects. */
export function createListener({ pool, channel, heard, hearing, log, lostMessage }: Options): Listener {
	let listener: pg.PoolClient | null = null;
	let heartbeat: NodeJS.Timeout | undefined;
	let retry: NodeJS.Timeout | undefined;
	let isStopped = false;

	async function listen(): Promise<void> {
		try {
			const client = await pool.connect();
			if (isStopped) return client.release(true);
			listener = client;
			client.on("notification", notified);
			client.once("error", lost);
			client.once("end", lost);
			await client.query(`LISTEN ${channel}`);
			if (listener !== client) return;
			hearing(true);
			heartbeat = setInterval(() => client.query(`SELECT 1 /* ${channel} */`).catch(lost), HEARTBEAT_MS);
		} catch (error) {
			lost(error);
		}
	}

	function notified({ payload = "" }: pg.Notification): void {
		heard(payload);
	}

	function lost(error: unknown): void {
		letGo(true);
		hearing(false);
		if (isStopped || retry !== undefined) return;
		log.warn({ err: error }, lostMessage);
		retry = setTimeout(() => {
			retry = undefined;
			void listen();
		}, RETRY_MS);
	}

	function letGo(isBroken: boolean): void {
		clearInterval(heartbeat);
		const client = listener;
		listener = null;
		if (client === null) return;
		client.off("notification", notified);
		client.off("error", lost);
		client.off("end", lost);
		client.release(isBroken);
	}

	return {
		start: listen,
		async stop() {
			isStopped = true;
			clearTimeout(retry);
			// A listening connection can't be reused.
			letGo(true);
		},
	};
}

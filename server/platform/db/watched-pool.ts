import pg from "pg";
import type { Logger } from "pino";
import { openConnections } from "./open-connections.ts";
import { type AnsweringConfig, createProbe, type Probe } from "./probe.ts";
import { DatabaseUnavailableError } from "./unreachable.ts";

/** How long work may wait before a health check, in milliseconds. */
const PATIENCE_MS = 300;
const RETRY_MS = 250;

type Work = { since: number; giveUp: () => void };
type Callback = Parameters<pg.Pool["connect"]>[0];

/**
 * A pool with a circuit breaker: slow work triggers a health check. While it succeeds, work queues; once it fails, all
 * work fails until it recovers.
 */
export class WatchedPool extends pg.Pool {
	readonly #probe: Probe;
	readonly #log: Logger;
	readonly #underWay = new Set<Work>();
	#isDown = false;
	#timer: NodeJS.Timeout | undefined;

	constructor(options: pg.PoolConfig & AnsweringConfig, { log }: { log: Logger }) {
		super(options);
		this.#log = log;
		this.#probe = createProbe(options);
	}

	get isUnavailable(): boolean {
		return this.#isDown;
	}

	/**
	 * Opens connections early: on a busy machine connecting may outlast the probe, and the database would seem down.
	 */
	async open(connections: number): Promise<void> {
		await this.#probe.open();
		await openConnections(this, connections);
	}

	override connect(): Promise<pg.PoolClient>;
	override connect(callback: NonNullable<Callback>): void;
	override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
		const connected = this.#connect();
		if (callback === undefined) return connected;
		connected.then(
			(client) => callback(undefined, client, client.release),
			(error) => callback(error, undefined, () => {}),
		);
		return undefined;
	}

	override end(): Promise<void>;
	override end(callback: () => void): void;
	override end(callback?: () => void): Promise<void> | undefined {
		clearTimeout(this.#timer);
		this.#probe.stop();
		return callback === undefined ? super.end() : void super.end(callback);
	}

	#connect(): Promise<pg.PoolClient> {
		if (this.#isDown) return Promise.reject(new DatabaseUnavailableError(this.#probe.withinMs));
		return new Promise((resolve, reject) => {
			const wait = this.#begin(() => reject(new DatabaseUnavailableError(this.#probe.withinMs)));
			super.connect().then(
				// The caller has given up; the connection comes too late.
				(client) => (this.#underWay.delete(wait) ? resolve(this.#lend(client)) : client.release()),
				(error) => {
					this.#underWay.delete(wait);
					reject(error);
				},
			);
		});
	}

	/** A broken connection returns itself: not every borrower does. */
	#lend(client: pg.PoolClient): pg.PoolClient {
		const giveBack = client.release;
		const use = this.#begin(() => void endNow(client));
		const broke = () => client.release(true);
		client.once("end", broke);
		client.release = (error) => {
			client.off("end", broke);
			client.release = () => {};
			this.#underWay.delete(use);
			giveBack(error);
		};
		return client;
	}

	#begin(giveUp: () => void): Work {
		const work = { since: performance.now(), giveUp };
		this.#underWay.add(work);
		this.#timer ??= this.#lookIn(PATIENCE_MS);
		return work;
	}

	#lookIn(milliseconds: number): NodeJS.Timeout {
		return setTimeout(() => void this.#look(), milliseconds).unref();
	}

	async #look(): Promise<void> {
		const next = this.#isDown ? 0 : this.#untilSuspicious();
		if (next === 0) await this.#checkHealth();
		if (this.ending) return;
		const isIdle = !this.#isDown && this.#underWay.size === 0;
		this.#timer = isIdle ? undefined : this.#lookIn(next || (this.#isDown ? RETRY_MS : PATIENCE_MS));
	}

	#untilSuspicious(): number {
		const [oldest] = this.#underWay;
		return oldest ? Math.max(0, Math.ceil(PATIENCE_MS - (performance.now() - oldest.since))) : PATIENCE_MS;
	}

	async #checkHealth(): Promise<void> {
		const isUnavailable = !(await this.#probe.check());
		if (this.ending) return;
		if (isUnavailable !== this.#isDown)
			this.#log.warn(isUnavailable ? "the database does not answer" : "the database answers again");
		this.#isDown = isUnavailable;
		if (!isUnavailable) return;
		const givenUp = [...this.#underWay];
		this.#underWay.clear();
		for (const work of givenUp) work.giveUp();
	}
}

/** The query fails at once; uncommitted changes are rolled back. */
async function endNow(client: pg.PoolClient): Promise<void> {
	await (client as unknown as pg.Client).end().catch(() => {});
}

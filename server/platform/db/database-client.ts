import pg from "pg";
import { codeOf } from "#server/platform/work/error-code.ts";
import { cut, type Host, type Primary, primaryOf } from "./primary.ts";
import { NoPrimaryError } from "./unreachable.ts";

/** PostgreSQL's for a write on a standby. */
const READ_ONLY = "25006";

/** @property answerMs how long a host may take to say whether it is the primary */
type ClientConfig = pg.ClientConfig & { answerMs?: number };
type Callback = (error: Error | null) => void;

/**
 * A connection to the primary of `DATABASE_URL`, which may name several hosts (P690). Refused writes end it, so that the
 * next one finds the primary.
 */
export class DatabaseClient extends pg.Client {
	readonly #primary: Primary | null;
	readonly #answerMs: number | undefined;
	#host: Host | undefined;

	constructor(config: ClientConfig) {
		const primary = primaryOf(config.connectionString ?? "");
		// Which of the hosts, `connect` decides; all else is the same for each.
		super(primary ? { ...config, connectionString: primary.anyAddress } : config);
		this.#primary = primary;
		this.#answerMs = config.answerMs;
		this.connection.on("errorMessage", (error: unknown) => {
			if (codeOf(error) === READ_ONLY) cut(this);
		});
	}

	override connect(): Promise<pg.Client>;
	override connect(callback: Callback): void;
	override connect(callback?: Callback): Promise<pg.Client> | undefined {
		if (!this.#primary) return callback ? void super.connect(callback) : super.connect();
		const connected = this.#connectTo(this.#primary);
		if (!callback) return connected;
		connected.then(() => callback(null), callback);
		return undefined;
	}

	/** Has the hosts asked again before the next connection: this one's may not be the primary any longer. */
	doubt(): void {
		if (this.#host) this.#primary?.doubt(this.#host);
	}

	async #connectTo(primary: Primary): Promise<pg.Client> {
		const found = await primary.find(this.#answerMs);
		this.#host = found;
		this.host = found.host;
		this.port = found.port;
		this.on("error", () => this.doubt());
		try {
			await super.connect();
			await this.#requirePrimary(found);
		} catch (error) {
			this.doubt();
			throw error;
		}
		primary.connected(this, found);
		return this;
	}

	/** It may have been demoted since it was found. */
	async #requirePrimary({ address }: Host): Promise<void> {
		const { rows } = await this.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
		if (rows[0]?.standby === false) return;
		this.end().catch(() => {});
		throw new NoPrimaryError([{ address, reason: null }]);
	}
}

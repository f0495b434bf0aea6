import { createHash } from "node:crypto";
import {
	answeredWithKey,
	type Headed,
	idempotencyKeyOf,
	type Joined,
	keepKey,
} from "#server/links/idempotency-keys.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";

type Options = { db: Db; now: () => Date };
type Call = { user: Pick<User, "id">; req: Headed; params?: unknown; body?: unknown };
type Made = Parameters<Joined["end"]>[1];
type Work<Body> = {
	/** Creates; joins its transaction to what it is given. */
	work: (joined: Joined) => Promise<unknown>;
	/** The answer, read in that transaction. */
	present: (tx: Tx, made: Made) => Promise<Body>;
};
type Answered<Body> = { body: Body; headers?: Record<string, string> };

/** The request was answered before; ends a transaction that has written nothing. */
class Replayed extends Error {
	readonly answer: string;

	constructor(answer: string) {
		super("answered before");
		this.answer = answer;
	}
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Creates the replay of answers by `Idempotency-Key` (P644): key, links and answer are one transaction. */
export function createIdempotency({ db, now }: Options) {
	/** Hashes of what runs in this process, by account and key. */
	const running = new Map<string, string>();

	/**
	 * @param route its name, which a key belongs to
	 * @throws AppError "idempotency_key_reused" for another content, "idempotency_key_in_use" while the first runs
	 */
	async function answerOnce<Body>(call: Call, route: string, { work, present }: Work<Body>): Promise<Answered<Body>> {
		const key = idempotencyKeyOf(call.req);
		const contentHash = hashOf([route, call.params, call.body]);
		// No client can send a space, so that forms and programs never share a key.
		const asked = key === null ? null : { userId: call.user.id, key: `v1 ${key}`, at: now() };
		const answered: { body?: Body } = {};

		async function replay(reader: Pick<Db, "select">): Promise<void> {
			const earlier = asked && (await answeredWithKey(reader, asked));
			if (earlier?.answer == null) return;
			throw earlier.contentHash === contentHash ? new Replayed(earlier.answer) : reused();
		}

		async function run(): Promise<Answered<Body>> {
			await work({
				// It may have been answered meanwhile, also by another process.
				begin: replay,
				async end(tx, made) {
					answered.body = await present(tx, made);
					const isStored = asked !== null && made.some((each) => typeof each === "number");
					if (isStored) await keepKey(tx, asked, { linkId: null, answer: JSON.stringify(answered.body), contentHash });
				},
			});
			return { body: answered.body as Body };
		}

		try {
			await replay(db);
			return await (asked ? alone(JSON.stringify([asked.userId, asked.key]), contentHash, run) : run());
		} catch (error) {
			if (!(error instanceof Replayed)) throw error;
			return { body: JSON.parse(error.answer) as Body, headers: { "Idempotent-Replayed": "true" } };
		}
	}

	async function alone<T>(name: string, contentHash: string, run: () => Promise<T>): Promise<T> {
		const first = running.get(name);
		if (first !== undefined) throw first === contentHash ? inUse() : reused();
		running.set(name, contentHash);
		try {
			return await run();
		} finally {
			running.delete(name);
		}
	}

	return { answerOnce };
}

function hashOf(content: unknown): string {
	return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

function inUse(): AppError {
	const message = "The first request with this Idempotency-Key is still running. Try again in a second.";
	return new AppError("idempotency_key_in_use", message, { retryAfterSeconds: 1 });
}

function reused(): AppError {
	return new AppError("idempotency_key_reused", "This Idempotency-Key was used for another request");
}

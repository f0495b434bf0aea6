import connectPgSimple, { type PGStoreOptions } from "connect-pg-simple";
import session, { type SessionData } from "express-session";
import type pg from "pg";
import { ACCOUNT_CHANNEL } from "#server/platform/db/account-notifications.ts";

export type SessionStore = session.Store & { close(): void };

const PgStore = connectPgSimple(session);

/** A session store that only updates rows: the package's would re-insert a session ended during a request. */
export function createSessionStore({ pool, ...options }: PGStoreOptions & { pool: pg.Pool }): SessionStore {
	const read = new WeakSet<object>();

	class Store extends PgStore {
		override createSession(...[req, data]: Parameters<session.Store["createSession"]>) {
			const found = super.createSession(req, data);
			read.add(found);
			return found;
		}

		override set(sid: string, data: SessionData, done: (error?: unknown) => void = () => undefined): void {
			if (!read.has(data)) {
				super.set(sid, data, done);
				return;
			}
			const endsAt = new Date(data.cookie.expires ?? 0).getTime() / 1000;
			pool
				.query("UPDATE sessions SET sess = $2, expire = to_timestamp($3) WHERE sid = $1", [sid, data, endsAt])
				.then(() => done(), done);
		}

		/** The same statement notifies every process to end the session's streams (P470). */
		override destroy(sid: string, done: (error?: unknown) => void = () => undefined): void {
			const statement = `WITH ended AS (DELETE FROM sessions WHERE sid = $1 RETURNING sess::json #>> '{passport,user}' AS id)
				SELECT pg_notify($2, json_build_object('user', id)::text) FROM ended WHERE id IS NOT NULL`;
			pool.query(statement, [sid, ACCOUNT_CHANNEL]).then(() => done(), done);
		}
	}
	return new Store({ ...options, pool: planningOnce(pool), tableName: "sessions", createTableIfMissing: false });
}

/** Wraps a pool's `query` to name the session look-up, so that PostgreSQL plans it once per connection. */
function planningOnce(pool: pg.Pool): pg.Pool {
	const query = (text: string, values: unknown[]) =>
		pool.query(text.startsWith("SELECT sess ") ? { name: "session", text, values } : { text, values });
	return { query } as pg.Pool;
}

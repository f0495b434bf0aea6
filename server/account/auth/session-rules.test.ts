import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { DatabaseUnavailableError } from "#server/platform/db/unreachable.ts";
import { type Browser, cookieOf } from "#server/testing/app/browser.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { rounds, say } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const COOKIE = "visualink";
const DAY_MS = 24 * 60 * 60 * 1000;

const app = useTestApp();

const rowsOf = async (sid: string) =>
	(await app.deps.pool.query("SELECT sess, expire::text FROM sessions WHERE sid = $1", [sid])).rows;
/** The id in a session's signed cookie. */
const sidOf = ({ cookies }: Browser) => /^s:([^.]+)/.exec(decodeURIComponent(cookies.get(COOKIE) ?? ""))?.[1] ?? "";
const isSignedIn = async (browser: Browser) => (await browser.get(API.auth.user)).status === 200;

describe("a sign-in that somebody else began, or that nobody began (C3)", () => {
	it("makes no session", async () => {
		const email = "forged@example.com";
		const codeAndState = async () => {
			const other = app.browser();
			const start = await other.get(`${API.auth.google}?login_hint=${email}`);
			const authorize = await other.get(start.headers.get("location") ?? "");
			return new URL(authorize.headers.get("location") ?? "").searchParams;
		};
		const forgeries: ((query: URLSearchParams) => void)[] = [
			() => undefined,
			(query) => query.delete("state"),
			(query) => query.set("state", ""),
			(query) => query.set("state", randomUUID()),
			(query) => query.append("state", query.get("state") ?? ""),
			(query) => query.set("state", `${query.get("state")}x`),
			(query) => query.set("state", (query.get("state") ?? "").slice(0, -1)),
			(query) => query.set("state", (query.get("state") ?? "").toUpperCase().toLowerCase()),
		];
		const tries = rounds({ long: 200, short: 32 });
		for (let n = 0; n < tries; n += 1) {
			const query = await codeAndState();
			forgeries[n % forgeries.length]?.(query);
			const victim = app.browser();
			// Half of the victims have begun a sign-in of their own.
			if (n % 2 === 0) await victim.get(`${API.auth.google}?login_hint=victim@example.com`);
			const answer = await victim.get(`${API.auth.googleCallback}?${query}`);
			expect(answer.status).toBe(302);
			expect(answer.headers.get("location")).toBe("/?auth_error=state");
			expect(await isSignedIn(victim)).toBe(false);
		}
		const { rowCount } = await app.deps.pool.query("SELECT 1 FROM sessions WHERE sess::text LIKE '%passport%'");
		expect(rowCount).toBe(0);
		say(`C3: ${tries} forged sign-ins: 0 sessions`);
	});
});

describe("many requests of one session at once (C18)", () => {
	it("can't bring it back once it has ended", async () => {
		const times = rounds({ long: 200, short: 5 });
		for (let round = 0; round < times; round += 1) {
			const person = await app.signedIn({ email: "busy@example.com", consent: false });
			const cookie = person.cookies.get(COOKIE) ?? "";
			const sid = sidOf(person);
			// Not the first, as those before it have read the session. Beginning another sign-in writes to it.
			const end = (round * 7 + 6) % 50;
			const requests = Array.from({ length: 50 }, (_, n) =>
				person.get(n === end ? API.auth.logout : n % 2 === 0 ? API.auth.google : API.auth.user),
			);
			for (const answer of await Promise.all(requests)) expect([200, 302, 401]).toContain(answer.status);
			expect(await rowsOf(sid), `round ${round}`).toEqual([]);
			person.cookies.set(COOKIE, cookie);
			expect(await isSignedIn(person)).toBe(false);
		}
		say(`C18: ${times} sign-outs among 50 requests: 0 sessions came back`);
	});

	it("lose no sign-in", async () => {
		const times = rounds({ long: 200, short: 5 });
		for (let round = 0; round < times; round += 1) {
			const person = app.browser();
			const start = await person.get(`${API.auth.google}?login_hint=busy@example.com`);
			const authorize = await person.get(start.headers.get("location") ?? "");
			const [end] = await Promise.all([
				person.get(authorize.headers.get("location") ?? ""),
				...Array.from({ length: 49 }, () => person.get(API.auth.user)),
			]);
			expect(end?.headers.get("location")).toBe("/admin");
			expect(await isSignedIn(person), `round ${round}`).toBe(true);
		}
	});
});

describe("a sign-in that nobody finishes", () => {
	const MINUTES_MS = 60_000;
	const endsInMs = async (sid: string) => {
		const [row] = await rowsOf(sid);
		return new Date(`${row.expire.replace(" ", "T")}Z`).getTime() - Date.now();
	};

	it("leaves nothing after eleven minutes", async () => {
		// The store's rounds are as far apart as they can be.
		const random = vi.spyOn(Math, "random").mockReturnValue(0.999_999);
		const timers = vi.spyOn(globalThis, "setTimeout");
		const other = await startTestApp();
		const visitor = other.browser();
		await visitor.get(API.auth.google);
		const [prune = () => {}, waitMs = Number.NaN] =
			timers.mock.calls.find(([callback]) => String(callback).includes("pruneSessions")) ?? [];
		timers.mockRestore();
		random.mockRestore();

		const { pool } = other.deps;
		const { rows } = await pool.query(
			"SELECT extract(epoch FROM expire - now() AT TIME ZONE 'UTC') * 1000 AS ms FROM sessions",
		);
		expect(rows).toHaveLength(1);
		expect(Number(rows[0].ms) + waitMs).toBeLessThanOrEqual(11 * MINUTES_MS);

		await pool.query("UPDATE sessions SET expire = now() AT TIME ZONE 'UTC' - interval '1 second'");
		(prune as () => void)();
		await until(async () => (await pool.query("SELECT 1 FROM sessions")).rowCount === 0);
		await other.close();
	});

	it("ends soon however often it begins or fails", async () => {
		const visitor = app.browser();
		for (let n = 0; n < 3; n += 1) {
			await visitor.get(API.auth.google);
			await visitor.get(`${API.auth.googleCallback}?code=x&state=y`);
			expect(await endsInMs(sidOf(visitor))).toBeLessThan(10.5 * MINUTES_MS);
		}
	});

	it("does not begin where its session can't be stored: 503, and the next try works", async () => {
		const { pool } = app.deps;
		const query = pool.query.bind(pool) as (...call: unknown[]) => Promise<unknown>;
		const broken = vi.spyOn(pool, "query").mockImplementation((...call: unknown[]) => {
			const [{ text = "" } = {}] = call as [{ text?: string }?];
			return text.startsWith("INSERT INTO") ? Promise.reject(new DatabaseUnavailableError(900)) : query(...call);
		});
		const visitor = app.browser();
		const { status, headers } = await visitor.get(`${API.auth.google}?login_hint=late@example.com`);
		broken.mockRestore();
		expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
		await visitor.follow(await visitor.get(`${API.auth.google}?login_hint=late@example.com`));
		expect(await isSignedIn(visitor)).toBe(true);
	});

	it("takes nothing from somebody who is signed in already, and gives a full session once it is finished", async () => {
		const person = await app.signedIn({ email: "again@example.com" });
		await person.get(API.auth.google);
		expect(await endsInMs(sidOf(person))).toBeGreaterThan(29 * DAY_MS);
		expect(await isSignedIn(person)).toBe(true);

		const visitor = app.browser();
		await visitor.get(API.auth.google);
		const before = sidOf(visitor);
		await visitor.follow(await visitor.get(`${API.auth.google}?login_hint=again@example.com`));
		expect(await rowsOf(before)).toEqual([]);
		expect(await endsInMs(sidOf(visitor))).toBeGreaterThan(29 * DAY_MS);
	});
});

it("a HEAD of the address of signing out signs nobody out", async () => {
	const person = await app.signedIn({ email: "head@example.com" });
	for (const path of [API.auth.logout, API.auth.logout.toUpperCase(), `${API.auth.logout}/`]) {
		const answer = await fetch(app.origin + path, {
			method: "HEAD",
			redirect: "manual",
			headers: { cookie: cookieOf(person) },
		});
		expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
		expect(answer.headers.getSetCookie()).toEqual([]);
		expect(await isSignedIn(person)).toBe(true);
	}
	expect((await person.get(API.auth.logout)).status).toBe(302);
	expect(await isSignedIn(person)).toBe(false);
});

describe("a session's row", () => {
	it("ends to the second, whatever time zone the database is in (C14)", async () => {
		const { pool, databaseUrl } = app.deps;
		await pool.query(`ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET TimeZone = 'Asia/Tokyo'`);
		await pool.query(
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
		);
		const person = await app.signedIn({ email: "tokyo@example.com" });
		const sid = sidOf(person);

		const [row] = await rowsOf(sid);
		const endsInMs = new Date(`${row.expire.replace(" ", "T")}Z`).getTime() - Date.now();
		expect(endsInMs).toBeGreaterThan(30 * DAY_MS - 20_000);
		expect(endsInMs).toBeLessThanOrEqual(30 * DAY_MS + 1_000);

		const endAt = (seconds: number) =>
			pool.query("UPDATE sessions SET expire = (now() AT TIME ZONE 'UTC') + $2 * interval '1 second' WHERE sid = $1", [
				...[sid, seconds],
			]);
		await endAt(60);
		expect(await isSignedIn(person)).toBe(true);
		await endAt(-1);
		expect(await isSignedIn(person)).toBe(false);
	});

	it("stays small however much a visitor asks it to keep (C15)", async () => {
		const returnTo = `/admin?${"%F0%9F%98%80".repeat(200)}`;
		for (const path of [returnTo.slice(0, 512), returnTo, `/admin?${"a".repeat(505)}`]) {
			const person = app.browser();
			for (let n = 0; n < 5; n += 1)
				await person.get(`${API.auth.google}?returnTo=${encodeURIComponent(path)}&login_hint=long@example.com`);
		}
		const { rows } = await app.deps.pool.query("SELECT max(octet_length(sess::text)) AS longest FROM sessions");
		expect(rows[0].longest).toBeGreaterThan(500);
		expect(rows[0].longest).toBeLessThan(8192);
	});

	it("is gone once its person's account is gone (C16)", async () => {
		const person = await app.signedIn({ email: "gone@example.com", consent: false });
		await app.deps.pool.query("DELETE FROM users WHERE email = 'gone@example.com'");
		expect(await isSignedIn(person)).toBe(false);
		const [row] = await rowsOf(sidOf(person));
		expect(row?.sess.passport?.user).toBeUndefined();
	});
});

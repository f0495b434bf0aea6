import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LINKS_NAMED } from "#server/platform/db/account-notifications.ts";
import { createViewNotifications } from "./view-notifications.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function notificationsOf() {
	const told: unknown[] = [];
	const pool = { query: async ({ values }: { values: [string, string[]] }) => void told.push(...values[1]) };
	const notifications = createViewNotifications({
		pool: pool as never,
		log: { warn: (...said: unknown[]) => told.push(said) },
	});
	return { notifications, changes: () => told.map((each) => JSON.parse(String(each)) as object) };
}

it("tells an account of its views once in three seconds, by their links (P402)", async () => {
	const { notifications, changes } = notificationsOf();
	notifications.stored([
		{ userId: "ada", linkId: 1 },
		{ userId: "bob", linkId: 7 },
	]);
	notifications.stored([{ userId: "ada", linkId: 2 }]);
	notifications.stored([{ userId: "ada", linkId: 1 }]);
	await vi.advanceTimersByTimeAsync(2_999);
	expect(changes()).toEqual([]);
	await vi.advanceTimersByTimeAsync(1);
	expect(changes()).toEqual([
		{ user: "ada", change: { kind: "views", links: [1, 2] } },
		{ user: "bob", change: { kind: "views", links: [7] } },
	]);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(changes()).toHaveLength(2);
});

it("names no links where they are too many for one event, and tells nothing once it is stopped (P402)", async () => {
	const { notifications, changes } = notificationsOf();
	notifications.stored(Array.from({ length: LINKS_NAMED + 1 }, (_, linkId) => ({ userId: "ada", linkId })));
	await vi.advanceTimersByTimeAsync(3_000);
	expect(changes()).toEqual([{ user: "ada", change: { kind: "views", links: null } }]);
	notifications.stored([{ userId: "ada", linkId: 1 }]);
	await notifications.stop();
	await vi.advanceTimersByTimeAsync(3_000);
	expect(changes()).toHaveLength(1);
});

it("sends one statement at a time, and goes on after one that failed (P437)", async () => {
	const statements: string[][] = [];
	const warn = vi.fn();
	let end = (_error?: Error) => {};
	const query = ({ values }: { values: [string, string[]] }) => {
		statements.push(values[1]);
		return new Promise<void>((resolve, reject) => {
			end = (error) => (error ? reject(error) : resolve());
		});
	};
	const notifications = createViewNotifications({ pool: { query } as never, log: { warn } });
	notifications.stored([{ userId: "ada", linkId: 1 }]);
	await vi.advanceTimersByTimeAsync(3_000);
	notifications.stored([{ userId: "ada", linkId: 2 }]);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(statements).toHaveLength(1);
	end(new Error("The database is away"));
	await vi.advanceTimersByTimeAsync(3_000);
	expect(warn).toHaveBeenCalledOnce();
	expect(statements.slice(1)).toEqual([[JSON.stringify({ user: "ada", change: { kind: "views", links: [2] } })]]);
	end();
	await notifications.stop();
});

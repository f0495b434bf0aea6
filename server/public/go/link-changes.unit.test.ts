import { EventEmitter } from "node:events";
import type pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLinkChanges } from "./link-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One connection of a pool, which a test breaks. */
class FakeClient extends EventEmitter {
	queries: string[] = [];
	released: unknown[] = [];
	answer: (query: string) => Promise<void> = async () => {};
	query(text: string): Promise<void> {
		this.queries.push(text);
		return this.answer(text);
	}
	release(isBroken: boolean): void {
		this.released.push(isBroken);
	}
}

function rig({ connect }: { connect?: (client: FakeClient) => Promise<FakeClient> } = {}) {
	const clients: FakeClient[] = [];
	const done: string[] = [];
	const said: string[] = [];
	const pool = {
		connect: () => {
			const client = new FakeClient();
			clients.push(client);
			return connect ? connect(client) : Promise.resolve(client);
		},
	} as unknown as pg.Pool;
	const linkCache = {
		invalidate: (userSlug: string, linkSlug: string) => void done.push(`forget ${userSlug} ${linkSlug}`),
		invalidateOwner: (userSlug: string) => void done.push(`forget all of ${userSlug}`),
		invalidateAll: () => void done.push("forget all"),
		isSubscribed: (heard: boolean) => void done.push(heard ? "hears" : "is deaf"),
	};
	const domains = {
		changed: (host: string) => void done.push(`read ${host}`),
		changedAny: () => void done.push("read all"),
		isSubscribed: () => {},
	};
	const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
	const wakeWebhooks = () => {};
	return { changes: createLinkChanges({ pool, linkCache, domains, wakeWebhooks, log }), clients, done, said };
}

describe("what the database tells", () => {
	test.each([
		["of one link", "ada/my-link", ["forget ada my-link"]],
		["of all", "", ["forget all", "read all"]],
		["without a word", undefined, ["forget all", "read all"]],
		["of nobody's link", "/my-link", ["forget all", "read all"]],
		["of an owner's new name", "ada/", ["forget all of ada"]],
		["of an account's domain", "@go.brand.example", ["read go.brand.example"]],
	])("%s", async (_, payload, wanted) => {
		const { changes, clients, done } = rig();
		await changes.start();
		expect(clients[0]?.queries).toEqual(["LISTEN link_changed"]);
		clients[0]?.emit("notification", { payload });
		expect(done).toEqual(["hears", ...wanted]);
		await changes.stop();
	});
});

describe("a connection that is lost", () => {
	test.each(["error", "end"])(
		"by its %s is known at once, said, given up, and replaced half a second later",
		async (event) => {
			const { changes, clients, done, said } = rig();
			await changes.start();
			const [first] = clients;
			first?.emit(event, new Error("gone"));
			// Both come, in either order.
			expect(() => first?.emit("end")).not.toThrow();
			expect(done).toEqual(["hears", "is deaf"]);
			expect(first?.released).toEqual([true]);
			expect(said).toEqual(["changes of links are not heard; trying again"]);
			await vi.advanceTimersByTimeAsync(499);
			expect(clients).toHaveLength(1);
			await vi.advanceTimersByTimeAsync(1);
			expect(done).toEqual(["hears", "is deaf", "hears"]);
			first?.emit("notification", { payload: "ada/late" });
			clients[1]?.emit("notification", { payload: "ada/link" });
			expect(done.at(-1)).toBe("forget ada link");
			expect(done).not.toContain("forget ada late");
			await vi.advanceTimersByTimeAsync(10_000);
			expect(clients).toHaveLength(2);
			await changes.stop();
		},
	);

	test("silently is found out within five seconds", async () => {
		const { changes, clients, done } = rig();
		await changes.start();
		const [first] = clients;
		await vi.advanceTimersByTimeAsync(5_000);
		expect(first?.queries).toEqual(["LISTEN link_changed", "SELECT 1 /* link_changed */"]);
		if (first) first.answer = () => Promise.reject(new Error("timeout"));
		await vi.advanceTimersByTimeAsync(5_000);
		expect(done).toEqual(["hears", "is deaf"]);
		await vi.advanceTimersByTimeAsync(10_500);
		expect(done).toEqual(["hears", "is deaf", "hears"]);
		expect(first?.queries).toHaveLength(3);
		await changes.stop();
	});

	test("twice over, by its end and by what was being asked on it, is tried again once", async () => {
		const { changes, clients, done, said } = rig();
		await changes.start();
		const [first] = clients;
		let fail = (_error: Error) => {};
		if (first) {
			first.answer = () =>
				new Promise((_, reject) => {
					fail = reject;
				});
		}
		await vi.advanceTimersByTimeAsync(5_000);
		first?.emit("end");
		fail(new Error("Connection terminated"));
		await vi.advanceTimersByTimeAsync(499);
		expect(said).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(clients).toHaveLength(2);
		expect(done.filter((each) => each === "hears")).toHaveLength(2);
		await changes.stop();
	});

	test("while it is asked to listen is not taken for one that hears", async () => {
		const { changes, clients, done } = rig({
			connect: async (client) => {
				client.answer = async () => void client.emit("error", new Error("gone"));
				return client;
			},
		});
		await changes.start();
		expect(done).toEqual(["is deaf"]);
		expect(clients[0]?.released).toEqual([true]);
		await changes.stop();
		expect(vi.getTimerCount()).toBe(0);
	});
});

test("a database that is away at the start is tried again until it is there", async () => {
	let tries = 0;
	const { changes, clients, done } = rig({
		connect: (client) => (++tries < 3 ? Promise.reject(new Error("away")) : Promise.resolve(client)),
	});
	await changes.start();
	expect(done).toEqual(["is deaf"]);
	await vi.advanceTimersByTimeAsync(1_000);
	expect(done).toEqual(["is deaf", "is deaf", "hears"]);
	expect(clients).toHaveLength(3);
	await changes.stop();
});

describe("stopping", () => {
	test("gives the connection up, and nothing is asked or tried again", async () => {
		const { changes, clients, said } = rig();
		await changes.start();
		await changes.stop();
		expect(clients[0]?.released).toEqual([true]);
		expect(clients[0]?.eventNames()).toEqual([]);
		expect(vi.getTimerCount()).toBe(0);
		expect(said).toEqual([]);
	});

	test("ends the tries for a database that is away", async () => {
		const { changes } = rig({ connect: () => Promise.reject(new Error("away")) });
		await changes.start();
		await changes.stop();
		expect(vi.getTimerCount()).toBe(0);
	});

	test("gives up a connection that is made only then", async () => {
		let give = () => {};
		const { changes, clients, done } = rig({
			connect: (client) =>
				new Promise((resolve) => {
					give = () => resolve(client);
				}),
		});
		const started = changes.start();
		await changes.stop();
		give();
		await started;
		expect(clients[0]?.released).toEqual([true]);
		expect(done).not.toContain("hears");
		expect(vi.getTimerCount()).toBe(0);
	});

	test("gives up a connection that is asked to listen just then", async () => {
		let answer = () => {};
		const { changes, clients, done } = rig({
			connect: async (client) => {
				client.answer = () =>
					new Promise((resolve) => {
						answer = resolve;
					});
				return client;
			},
		});
		const started = changes.start();
		await vi.advanceTimersByTimeAsync(0);
		await changes.stop();
		answer();
		await started;
		expect(clients[0]?.released).toEqual([true]);
		expect(done).not.toContain("hears");
		expect(vi.getTimerCount()).toBe(0);
	});
});

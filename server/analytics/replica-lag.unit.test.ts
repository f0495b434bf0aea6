import { expect, it, vi } from "vitest";
import { until } from "../testing/app/until.ts";
import { createReplicaLag } from "./replica-lag.ts";

const AT = new Date("2026-11-27T12:04:00Z");

it("is late while it lacks what the main database had at the last look, and not while it fails (P691)", async () => {
	let found: { late: boolean; at: Date } | null = { late: false, at: AT };
	const looked = vi.fn();
	const pool = { query: async () => ({ rows: [{ lsn: "0/3000060" }] }) };
	const replica = {
		async query(_text: string, values: string[]) {
			looked(values);
			if (found === null) throw new Error("away");
			return { rows: [found] };
		},
	};
	const lag = createReplicaLag({ pool, replica, lateMs: 1 } as unknown as Parameters<typeof createReplicaLag>[0]);
	lag.start();
	await until(() => looked.mock.calls.length > 0);
	expect(looked).toHaveBeenCalledWith(["0/3000060"]);
	expect(lag.asOf()).toBeNull();
	found = { late: true, at: AT };
	await until(() => lag.asOf() !== null);
	expect(lag.asOf()).toEqual(AT);
	found = null;
	await until(() => lag.asOf() === null);
	await lag.stop();
});

it("says nothing without a replica", async () => {
	const lag = createReplicaLag({ pool: { query: vi.fn() }, replica: null });
	lag.start();
	expect(lag.asOf()).toBeNull();
	await lag.stop();
});

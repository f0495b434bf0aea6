import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LINKS_NAMED } from "#server/platform/db/account-notifications.ts";
import { createMergedChanges } from "./merged-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function mergedChanges() {
	const delivered: unknown[] = [];
	const changes = createMergedChanges({ perMs: 1_000, deliver: (user, some) => delivered.push([user, ...some]) });
	return { changes, delivered };
}

it("delivers an account's first change at once, and what follows merged once a second (P402)", () => {
	const { changes, delivered } = mergedChanges();
	changes.add("ada", { kind: "views", links: [1] });
	expect(delivered).toEqual([["ada", { kind: "views", links: [1] }]]);
	for (const links of [[1, 2], [2], [3]]) changes.add("ada", { kind: "views", links });
	changes.add("ada", { kind: "import" });
	changes.add("ada", { kind: "import" });
	changes.add("bob", { kind: "import" });
	expect(delivered.splice(0)).toHaveLength(2);

	vi.advanceTimersByTime(999);
	expect(delivered).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(delivered.splice(0)).toEqual([["ada", { kind: "views", links: [1, 2, 3] }, { kind: "import" }]]);
	// It counts from the last delivery, and where nothing has changed nothing is delivered.
	vi.advanceTimersByTime(10_000);
	expect(delivered).toEqual([]);
	changes.add("ada", { kind: "import" });
	expect(delivered).toHaveLength(1);
});

it("names no links where they are too many, and delivers nothing once it has stopped (P402)", () => {
	const { changes, delivered } = mergedChanges();
	const many = (first: number) => Array.from({ length: LINKS_NAMED }, (_, index) => first + index);
	changes.add("ada", { kind: "import" });
	changes.add("ada", { kind: "deliveries", links: many(1) });
	changes.add("ada", { kind: "deliveries", links: [1] });
	vi.advanceTimersByTime(1_000);
	expect(delivered.pop()).toEqual(["ada", { kind: "deliveries", links: many(1) }]);
	changes.add("ada", { kind: "deliveries", links: many(1) });
	changes.add("ada", { kind: "deliveries", links: [9_999] });
	changes.add("ada", { kind: "deliveries", links: [1] });
	vi.advanceTimersByTime(1_000);
	expect(delivered.pop()).toEqual(["ada", { kind: "deliveries", links: null }]);
	changes.add("ada", { kind: "import" });
	changes.stop();
	delivered.splice(0);
	vi.advanceTimersByTime(1_000);
	expect(delivered).toEqual([]);
});

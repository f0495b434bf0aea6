import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CallPriority, createCallLimiter } from "./retrying-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What was begun, in order, and how to ask for more. */
function rig() {
	const limiter = createCallLimiter({ perSecond: 5, reserved: 2, waiting: 4 });
	const begun: string[] = [];
	const refused: string[] = [];
	const ask = (name: string, priority: CallPriority) =>
		limiter.take(priority).then(
			() => void begun.push(name),
			() => void refused.push(name),
		);
	const askOften = (times: number, name: string, priority: CallPriority) => {
		for (let n = 1; n <= times; n++) void ask(`${name}${n}`, priority);
	};
	return { begun, refused, askOften, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test("in any second no more begin than may, and all of the first do in the end", async () => {
	const { begun, askOften, pass } = rig();
	askOften(12, "click", "first");
	await pass(999);
	expect(begun).toHaveLength(5);
	await pass(1);
	expect(begun).toHaveLength(10);
	await pass(1_000);
	expect(begun).toEqual(Array.from({ length: 12 }, (_, n) => `click${n + 1}`));
});

test("a second is any second: what began late in one counts in the next", async () => {
	const { begun, askOften, pass } = rig();
	await pass(900);
	askOften(5, "a", "first");
	await pass(200);
	askOften(1, "b", "first");
	await pass(700);
	expect(begun).toHaveLength(5);
	await pass(100);
	expect(begun.at(-1)).toBe("b1");
});

test("reads leave a part of each second to clicks, and wait behind them", async () => {
	const { begun, askOften, pass } = rig();
	askOften(6, "read", "later");
	await pass(0);
	expect(begun).toEqual(["read1", "read2", "read3"]);
	askOften(4, "click", "first");
	await pass(0);
	expect(begun.slice(3)).toEqual(["click1", "click2"]);
	await pass(1_000);
	expect(begun.slice(5)).toEqual(["click3", "click4", "read4"]);
});

test("more reads than can be made soon are refused, clicks never", async () => {
	const { begun, refused, askOften, pass } = rig();
	askOften(8, "read", "later");
	askOften(20, "click", "first");
	await pass(0);
	expect(refused).toEqual(["read8"]);
	await pass(10_000);
	expect(begun).toHaveLength(27);
});

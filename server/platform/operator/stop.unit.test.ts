import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "./log.ts";
import { createStop, type Running } from "./stop.ts";

const never = new Promise<never>(() => {});

let exits: (number | undefined)[];
beforeEach(() => {
	exits = [];
	vi.useFakeTimers();
	vi.spyOn(process, "exit").mockImplementation((code) => {
		exits.push(Number(code ?? process.exitCode ?? 0));
		return undefined as never;
	});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	process.exitCode = undefined;
});

type App = NonNullable<Running["app"]>;

function stopOf(app: Partial<App>) {
	const lines: string[] = [];
	const log = createLog({ logLevel: "warn" }, { write: (line) => void lines.push(line) });
	const whole: App = {
		drain: async () => {},
		stop: async () => {},
		closeViews: async () => 0,
		unkeptViews: () => 0,
		...app,
	};
	const stop = createStop({ running: { app: whole }, started: async () => {}, log });
	const said = () => lines.map((line) => JSON.parse(line)).filter(({ alert }) => alert === "views_dropped");
	return { stop, said };
}

const LOST = { level: 60, alert: "views_dropped", lostViews: 7 };

it.each<[string, Partial<App>]>([
	["that nothing took", { closeViews: async () => 7 }],
	["that nothing took, while other work hangs", { stop: () => never, closeViews: async () => 7 }],
	["of which nobody knows yet, as the disk hangs", { closeViews: () => never, unkeptViews: () => 7 }],
	["while all of it hangs", { drain: () => never, stop: () => never, closeViews: () => never, unkeptViews: () => 7 }],
])("tells of views %s, once, and ends with code 1 (P26)", async (_which, app) => {
	const { stop, said } = stopOf(app);
	stop.inGoodOrder();
	await vi.advanceTimersByTimeAsync(7_399);
	expect(exits.filter((code) => code !== 1)).toEqual([]);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(said()).toMatchObject([LOST]);
	expect(exits[0]).toBe(1);
});

it("tells of them when it is told not to wait", () => {
	const { stop, said } = stopOf({ unkeptViews: () => 7 });
	stop.now();
	expect(said()).toMatchObject([LOST]);
	expect(exits).toEqual([1]);
});

it("says nothing of views, and ends with code 0, when none was lost and other work hangs", async () => {
	const { stop, said } = stopOf({ stop: () => never });
	stop.inGoodOrder();
	await vi.advanceTimersByTimeAsync(7_399);
	expect([said(), exits[0]]).toEqual([[], 0]);
});

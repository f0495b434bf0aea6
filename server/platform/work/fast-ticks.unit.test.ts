import { setImmediate as nextTurn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { expect, it } from "vitest";
import { keepTicksFast } from "./fast-ticks.ts";

it("keeps an object of process.nextTick through a full garbage collection", async () => {
	v8.setFlagsFromString("--expose-gc");
	const collect = vm.runInNewContext("gc") as () => void;
	const [tick, other] = [new WeakRef(await keepTicksFast()), new WeakRef({})];
	await nextTurn();
	collect();
	expect(tick.deref()).toHaveProperty("callback");
	expect(other.deref(), "the collection was full").toBeUndefined();
});

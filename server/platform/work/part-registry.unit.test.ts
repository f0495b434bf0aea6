import { Gauge, register } from "prom-client";
import { expect, test } from "vitest";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { PartRegistry } from "./part-registry.ts";

test("a part asks once a scrape, before its gauges are read, and two parts may have the same metrics", async () => {
	let asked = 0;
	const part = (room: number) => {
		const metrics = new PartRegistry("disk", async () => {
			asked += 1;
			await Promise.resolve();
			free.set(room);
			size.set(room + asked);
		});
		const free = new Gauge({ name: "free_bytes", help: "Room", registers: [metrics] });
		const size = new Gauge({ name: "size_bytes", help: "Size", registers: [metrics] });
		return metrics;
	};
	const [one, two] = [part(1), part(5)];
	expect(one.part).toBe("disk");
	expect(await samplesOf(one)).toEqual({ free_bytes: 1, size_bytes: 2 });
	expect(await samplesOf(two)).toEqual({ free_bytes: 5, size_bytes: 7 });
	expect(register.getMetricsAsArray()).toEqual([]);
});

test("a part whose question fails has nothing to read", async () => {
	const metrics = new PartRegistry("disk", () => Promise.reject(new Error("gone")));
	new Gauge({ name: "free_bytes", help: "Room", registers: [metrics] });
	await expect(metrics.metrics()).rejects.toThrow("gone");
});

import { expect, test } from "vitest";
import { counter, createLabelledTimes, createTimes, exposition, gauge, histogram } from "./figures.ts";

test("figures become the text that Prometheus reads", () => {
	const times = createTimes([0.1, 1]);
	for (const seconds of [0.1, 0.2, 5]) times.observe(seconds);
	const text = exposition([
		counter("a_total", "All of a", 3),
		gauge("b", "Each of b", { label: "kind", values: { one: 1, 'o"d\\d\n': 0.5 } }),
		histogram("c_seconds", "Times of c", times.samples()),
	]);
	expect(text).toBe(`# HELP a_total All of a
# TYPE a_total counter
a_total 3
# HELP b Each of b
# TYPE b gauge
b{kind="one"} 1
b{kind="o\\"d\\\\d\\n"} 0.5
# HELP c_seconds Times of c
# TYPE c_seconds histogram
c_seconds_bucket{le="0.1"} 1
c_seconds_bucket{le="1"} 2
c_seconds_bucket{le="+Inf"} 3
c_seconds_sum 5.3
c_seconds_count 3
`);
});

test("times are kept apart by their labels", () => {
	const times = createLabelledTimes([1], [{ result: "good" }, { result: "none" }]);
	times.observe({ result: "good" }, 0.5);
	times.observe({ result: "bad" }, 2);
	times.observe({ result: "good" }, 0.5);
	const counts = times.samples().filter(({ suffix }) => suffix === "_count");
	expect(counts).toEqual([
		{ value: 2, labels: { result: "good" }, suffix: "_count" },
		{ value: 0, labels: { result: "none" }, suffix: "_count" },
		{ value: 1, labels: { result: "bad" }, suffix: "_count" },
	]);
});

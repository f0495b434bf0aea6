/** One sample of a metric; its labels have few, known values. */
export type Sample = { value: number; labels?: Record<string, string>; suffix?: "_bucket" | "_sum" | "_count" };

/** A metric as it is at this moment; counters end in `_total`, and all are in seconds, bytes or plain numbers. */
export type Figure = { name: string; help: string; type: "counter" | "gauge" | "histogram"; samples: Sample[] };

/** The metrics of one part of the process, read when someone asks; where that fails, this part alone is missing. */
export type Figures = { part: string; read: () => Figure[] | Promise<Figure[]> };

/** @param value the one value, or one for each value of a label */
type Value = number | { label: string; values: Record<string, number> };

/** What only grows, from the start of the process on. */
export function counter(name: `${string}_total`, help: string, value: Value): Figure {
	return { name, help, type: "counter", samples: samplesOf(value) };
}

/** What goes up and down. */
export function gauge(name: string, help: string, value: Value): Figure {
	return { name, help, type: "gauge", samples: samplesOf(value) };
}

function samplesOf(value: Value): Sample[] {
	if (typeof value === "number") return [{ value }];
	return Object.entries(value.values).map(([key, each]) => ({ value: each, labels: { [value.label]: key } }));
}

/** How often something took how long. */
export type Times = {
	observe: (seconds: number) => void;
	/** For a histogram, with these labels on each. */
	samples: (labels?: Record<string, string>) => Sample[];
};

/**
 * Counts times in plain integers: it costs the public link next to nothing.
 * @param upTo upper bounds of the buckets in seconds, ascending
 */
export function createTimes(upTo: readonly number[]): Times {
	const counts = new Array<number>(upTo.length + 1).fill(0);
	let sum = 0;
	return {
		observe(seconds) {
			let at = 0;
			while (at < upTo.length && seconds > (upTo[at] ?? 0)) at += 1;
			counts[at] = (counts[at] ?? 0) + 1;
			sum += seconds;
		},
		samples(labels = {}) {
			let total = 0;
			const buckets = counts.map((count, at): Sample => {
				total += count;
				return { value: total, labels: { ...labels, le: String(upTo[at] ?? "+Inf") }, suffix: "_bucket" };
			});
			return [...buckets, { value: sum, labels, suffix: "_sum" }, { value: total, labels, suffix: "_count" }];
		},
	};
}

/**
 * A histogram of times by label.
 * @param known kinds that start with 0, so that their first time is an increase
 */
export function createLabelledTimes(upTo: readonly number[], known: Record<string, string>[] = []) {
	const kinds = new Map<string, { labels: Record<string, string>; times: Times }>();

	function timesOf(labels: Record<string, string>): Times {
		const key = JSON.stringify(labels);
		const kind = kinds.get(key) ?? { labels, times: createTimes(upTo) };
		kinds.set(key, kind);
		return kind.times;
	}

	for (const labels of known) timesOf(labels);
	return {
		observe: (labels: Record<string, string>, seconds: number): void => timesOf(labels).observe(seconds),
		samples: (): Sample[] => [...kinds.values()].flatMap(({ labels, times }) => times.samples(labels)),
	};
}

export function histogram(name: string, help: string, samples: Sample[]): Figure {
	return { name, help, type: "histogram", samples };
}

/** The text that Prometheus reads. */
export function exposition(figures: Figure[]): string {
	return figures
		.flatMap(({ name, help, type, samples }) => [
			`# HELP ${name} ${help}`,
			`# TYPE ${name} ${type}`,
			...samples.map((sample) => `${name}${sample.suffix ?? ""}${labelsOf(sample)} ${sample.value}`),
		])
		.map((line) => `${line}\n`)
		.join("");
}

function labelsOf({ labels = {} }: Sample): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
	return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

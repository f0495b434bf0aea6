/** A function on a stack, the innermost first; `url` is that of its file. */
type Frame = { name: string; url: string; line: number };
/** Milliseconds of the main thread's CPU time, without garbage collection, and of time; stacks are in their order. */
export type Stretch = { cpuMs: number; heldMs: number; stacks: Frame[][] };

/** What nothing may take at once on the main thread of the service, in milliseconds of CPU time (P255). */
export const STRETCH_MS = 50;
/**
 * Code that runs for the first times is compiled, work of several requests may fall into one turn of the loop, and a core
 * that is shared computes half as fast: one function is a failure from its third stretch on, or at once where none of that
 * takes so long.
 */
const TIMES = 3;
const AT_ONCE_MS = 400;

/** The service's own files. The sandbox is none of them: it stands in for other services. */
const SERVICE = /\/(?:server|shared)\/(?!testing\/|sandbox\/)(?:[\w.-]+\/)*[\w.-]+\.(?:ts|js)(?:\?.*)?$/;
const ANY = /^file:/;
const MIDDLEWARE = /\/server\/platform\/http\//;
/** What runs next to the service in one process, or before anyone waits: tests, their helpers, and modules being loaded. */
const OTHERS =
	/\/server\/(?:testing|sandbox)\/|\.test\.[jt]s(?:\?.*)?$|^node:internal\/modules\/|\/module-runner|\/vitest\//;

/** What was held for too long, how often, and by which function of the service. */
export type Held = { place: string; times: number; cpuMs: number; stack: string };

type Options = {
	/** Whether nothing but the service runs in its process: then all is its work that no other's function is seen in. */
	isServiceAlone?: boolean;
};

/** Collects stretches, and tells those that are failures. */
export function createStretches({ isServiceAlone = false }: Options = {}) {
	const held = new Map<string, Held>();
	return {
		add({ cpuMs, stacks }: Stretch): void {
			const place = placeOf(stacks, (frames) => outermost(frames, isServiceAlone ? ANY : SERVICE));
			if (place === null || cpuMs <= STRETCH_MS) return;
			const before = held.get(place);
			const stack = (stacks[0] ?? []).map(written).join("\n\tat ");
			const longest = before && before.cpuMs > cpuMs ? before : { cpuMs, stack };
			held.set(place, { ...longest, place, times: (before?.times ?? 0) + 1 });
		},
		failures: (): Held[] => [...held.values()].filter(({ times, cpuMs }) => times >= TIMES || cpuMs > AT_ONCE_MS),
	};
}

/** The function that all stacks of a stretch have in common; null where not each of them is the service's own work. */
function placeOf(stacks: Frame[][], placeIn: (frames: Frame[]) => string | null): string | null {
	const [place, ...others] = new Set(stacks.map(placeIn));
	return others.length > 0 ? null : (place ?? null);
}

/**
 * The function in such a file that everything else on a stack was called by, other than the middleware that every request
 * passes through, which would stand for them all; null next to functions of others.
 */
function outermost(frames: Frame[], files: RegExp): string | null {
	if (frames.some(({ url }) => OTHERS.test(url))) return null;
	const ours = frames.filter(({ url }) => files.test(url));
	const frame = ours.findLast(({ url }) => !MIDDLEWARE.test(url)) ?? ours[0];
	return frame ? `${frame.name || "(anonymous)"} of ${fileOf(frame)}` : null;
}

function written(frame: Frame): string {
	return `${frame.name || "(anonymous)"} ${fileOf(frame)}:${frame.line}`;
}

function fileOf({ url }: Frame): string {
	return url.replace(/^.*?\/(?=(?:dist|server|shared|node_modules)\/)/, "").replace(/\?.*$/, "");
}

/** One failure, in words. */
export function said({ place, times, cpuMs, stack }: Held): string {
	return `${place} held the event loop ${times} times, for up to ${cpuMs} ms:\n\tat ${stack}`;
}

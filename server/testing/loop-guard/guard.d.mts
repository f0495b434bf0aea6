import type { Stretch } from "./stretches.ts";

export function watchLoop(options: {
	mostMs: number;
	onStretch: (stretch: Stretch) => void;
}): { stop: () => Promise<void> } | null;

/** CPU time of the calling thread, which must be the main one, in milliseconds; null where the system does not tell it. */
export function threadCpuMs(): number | null;

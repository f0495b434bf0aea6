import type { Stretch } from "./stretches.ts";

export function watchLoop(options: {
	mostMs: number;
	onStretch: (stretch: Stretch) => void;
}): { stop: () => Promise<void> } | null;

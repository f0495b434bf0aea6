import type { Figures } from "#server/work/figures.ts";

/** Which release runs, as its build or `RELEASE` names it. */
export function releaseFigures(release: string): Figures {
	return {
		part: "release",
		read: () => [
			{
				name: "visualink_build_info",
				help: "Always 1; the release that runs is in its label",
				type: "gauge",
				samples: [{ value: 1, labels: { release } }],
			},
		],
	};
}

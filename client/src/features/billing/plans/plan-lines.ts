import type { Plan } from "#shared/billing/plans/plan.ts";

type Listed = Pick<Plan, "name" | "features">;

/** What a plan's card lists (P604): its links, and of the rest only what the plan below it lacks. */
export function planLines({ features }: Listed, below: Listed | null): { links: string; lines: string[] } {
	const [links = "", ...rest] = features;
	return { links, lines: rest.filter((line) => !below?.features.includes(line)) };
}

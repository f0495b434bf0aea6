import type { Plan } from "#shared/billing/plans/plan.ts";

type Listed = Pick<Plan, "name" | "features">;

/** A plan card's lines (P604): its links, and otherwise only what the plan below lacks. */
export function planLines({ features }: Listed, below: Listed | null): { links: string; lines: string[] } {
	const [links = "", ...rest] = features;
	return { links, lines: rest.filter((line) => !below?.features.includes(line)) };
}

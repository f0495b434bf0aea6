import { z } from "zod";
import { type CardOverride, cardOverrideOf } from "./card-override.ts";
import { CARD_TARGETS, type CardTarget } from "./card-targets.ts";
import { imageShapeOf } from "./target-image.ts";

/** The field of `PUT /api/links/by-slug/{linkSlug}` for one target's card: JSON, or `null` to remove it (P345). */
export function cardField(target: CardTarget): string {
	return `cards.${target}`;
}

/** The field for that card's image file. */
export function cardImageField(target: CardTarget): string {
	return `${cardField(target)}.image`;
}

export const CARD_IMAGE_FIELDS = CARD_TARGETS.map(cardImageField);

/** The target, and the part of its card, that a field names; null for other fields. */
export function cardPartOf(field: string): { target: CardTarget; part: string } | null {
	const target = CARD_TARGETS.find((each) => field === cardField(each) || field.startsWith(`${cardField(each)}.`));
	return target ? { target, part: field.slice(cardField(target).length + 1) } : null;
}

/** The custom cards in an edit; a target that isn't sent keeps its card. */
export const sentCards = z.preprocess(
	byTarget,
	z.object({
		cards: z.object(
			Object.fromEntries(
				CARD_TARGETS.map((target) => [target, cardOverrideOf(imageShapeOf(target)).nullable().optional()]),
			) as unknown as Record<CardTarget, z.ZodType<CardOverride | null | undefined>>,
		),
	}),
);

function byTarget(body: unknown): unknown {
	const fields: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
	const sent = CARD_TARGETS.flatMap((target) => {
		const text = fields[cardField(target)];
		return text === undefined ? [] : [[target, parsed(text)]];
	});
	return { cards: Object.fromEntries(sent) };
}

/** Invalid JSON stays text, which the schema refuses. */
function parsed(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return text;
	}
}

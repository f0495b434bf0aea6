import { z } from "zod";
import { type CardOverride, cardOverrideOf } from "./card-override.ts";
import { CARD_TARGETS, type CardTarget } from "./card-targets.ts";
import { imageShapeOf } from "./target-image.ts";

/** The field of `PUT /api/links/by-slug/{linkSlug}` with the card of one target: JSON, or `null` to remove the card (P345). */
export function cardField(target: CardTarget): string {
	return `cards.${target}`;
}

/** The file that goes along with it. */
export function cardImageField(target: CardTarget): string {
	return `${cardField(target)}.image`;
}

export const CARD_IMAGE_FIELDS = CARD_TARGETS.map(cardImageField);

/** Which target and which part of its card an error's field is about; null for any other field. */
export function cardPartOf(field: string): { target: CardTarget; part: string } | null {
	const target = CARD_TARGETS.find((each) => field === cardField(each) || field.startsWith(`${cardField(each)}.`));
	return target ? { target, part: field.slice(cardField(target).length + 1) } : null;
}

/** The cards of targets among an edit's fields; a target that isn't sent keeps the card it has. */
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

/** What is no JSON stays text, which no card is. */
function parsed(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		return text;
	}
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { useImageMaking } from "#client/lib/use-image-making.ts";
import { cardField, cardPartOf } from "#shared/links/cards/card-fields.ts";
import { CARD_TARGET_NAMES, CARD_TARGETS, type CardTarget, cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { CARD_PLATFORMS } from "#shared/links/cards/platforms.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { FieldError } from "#shared/platform/error-codes.ts";
import {
	type CardDraft,
	type CardDrafts,
	cardPartNamed,
	draftOf,
	draftText,
	NO_CARD,
	unsavedTargets,
} from "./card-draft.ts";
import { platformCardsQuery } from "./platform-cards.queries.ts";

/** An error in one part of a draft, shown until that part changes. */
type Told = { part: keyof CardDraft | null; value: unknown; message: string };

/**
 * Drafts of a link's custom cards, saved with the link in one request (P345).
 * @param isAllowed whether the plan includes custom cards
 */
export function useCardDrafts({ id }: Pick<LinkView, "id">, { isAllowed }: { isAllowed: boolean }) {
	const queryClient = useQueryClient();
	const { data: cards, isError, refetch } = useQuery(platformCardsQuery(id));
	useAskAgain([platformCardsQuery(id).queryKey]);
	const [drafts, setDrafts] = useState<CardDrafts>({});
	const [told, setTold] = useState<Partial<Record<CardTarget, Told[]>>>({});
	const [refused, setRefused] = useState<CardTarget | null>(null);
	/** The selected app; null for the first. */
	const [shownApp, showApp] = useState<string | null>(null);
	const images = useImageMaking<CardTarget>((target, imageUrl) =>
		setDrafts((all) => ({ ...all, [target]: { ...(all[target] ?? draftOf(savedOf(target))), imageUrl } })),
	);
	const unsaved = unsavedTargets(drafts, cards ?? []);

	const savedOf = (target: CardTarget) => cards?.find((card) => card.target === target);
	const draft = (target: CardTarget): CardDraft => drafts[target] ?? draftOf(savedOf(target));

	const addTo = (body: FormData) => send(unsaved, body);

	function addAllTo(body: FormData): void {
		if (isAllowed)
			send(
				CARD_TARGETS.filter((target) => draftText(draft(target)) !== NO_CARD),
				body,
			);
	}

	function send(targets: readonly CardTarget[], body: FormData): void {
		for (const target of targets) {
			body.set(cardField(target), draftText(draft(target)));
		}
	}

	function refuse(errors: readonly FieldError[]): string[] {
		const found = errors.flatMap(({ field, message }) => {
			const at = cardPartOf(field);
			if (!at) return [];
			const part = cardPartNamed(at.part);
			return [{ target: at.target, part, message, value: part && draft(at.target)[part] }];
		});
		setTold(Object.fromEntries(found.map(({ target }) => [target, found.filter((each) => each.target === target)])));
		const [first] = found;
		setRefused(first?.target ?? null);
		if (first) showApp((now) => (cardTargetOf(now) === first.target ? now : appOf(first.target)));
		return found.map(({ target, part }) => controlName(target, part ?? "title"));
	}

	function refusedImage(): { control: string; message: string } | null {
		const [target] = images.refusedPlaces();
		if (!target) return null;
		setRefused(target);
		showApp((now) => (cardTargetOf(now) === target ? now : appOf(target)));
		const message = `The image for ${CARD_TARGET_NAMES[target]} can't be used. Replace or remove it, then save again.`;
		return { control: controlName(target, "imageUrl"), message };
	}

	function onSaved(): void {
		queryClient.removeQueries({ queryKey: platformCardsQuery(id).queryKey });
		queryClient.removeQueries({ queryKey: [API.links.deliveries(id)] });
	}

	return {
		cards,
		isError,
		refetch: () => void refetch(),
		draft,
		savedOf,
		unsaved,
		refused,
		shownApp,
		showApp,
		images,
		change: (target: CardTarget, next: CardDraft) => setDrafts((all) => ({ ...all, [target]: next })),
		/** The error of a part of a card; null asks for that of the whole card. */
		errorAt: (target: CardTarget, ...parts: (keyof CardDraft | null)[]) =>
			told[target]?.find(({ part, value }) => parts.includes(part) && (part === null || draft(target)[part] === value))
				?.message,
		along: {
			isDirty: unsaved.length > 0 || images.isAny,
			pendingImage: images.pending,
			refusedImage,
			addTo,
			addAllTo,
			refuse,
			nameOf: (field: string) => {
				const at = cardPartOf(field);
				return at && CARD_TARGET_NAMES[at.target];
			},
			onSaved,
		},
	};
}

export type CardsBeingWritten = ReturnType<typeof useCardDrafts>;

function appOf(target: CardTarget): string | null {
	return CARD_PLATFORMS.find(({ id }) => cardTargetOf(id) === target)?.id ?? null;
}

export function controlName(target: CardTarget, part: keyof CardDraft): string {
	return `${cardField(target)}.${part === "imageUrl" ? "image" : part}`;
}

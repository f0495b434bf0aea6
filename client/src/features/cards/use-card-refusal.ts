import { type RefObject, useState } from "react";
import { ApiError } from "#client/lib/api-client.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";
import type { CardDraft } from "./card-draft.ts";

type Told = { error: Error; value: unknown; message: string };
type Refused = {
	form: RefObject<HTMLFormElement | null>;
	/** Why the last save or taking back came to nothing. */
	error: Error | null;
	draft: CardDraft;
};

/** Of the request's fields, what the draft calls them. */
const PLACES: Record<string, keyof CardDraft> = {
	title: "title",
	description: "description",
	color: "color",
	buttonLabel: "buttonLabel",
	imageUrl: "imageUrl",
	image: "file",
	imageCut: "cut",
};

/**
 * What the server refused of a card.
 * @returns `at`: what is wrong with these parts, until they are changed; `reason`: what belongs to none
 */
export function useCardRefusal({ form, error, draft }: Refused) {
	const [told, setTold] = useState<Partial<Record<keyof CardDraft, Told>>>({});
	const reason = useRefusal({
		form,
		error,
		placeOf: (field) => PLACES[field],
		tell: (place, message) => error && setTold((all) => ({ ...all, [place]: { error, value: draft[place], message } })),
	});
	const isTold = Object.values(told).some((each) => each.error === error);

	function at(...parts: (keyof CardDraft)[]): string | undefined {
		const found = parts.find((part) => told[part]?.error === error && told[part]?.value === draft[part]);
		return found && told[found]?.message;
	}

	return { at, reason: error && !isTold ? inWords(error) : reason };
}

function inWords(error: Error): string {
	return error instanceof ApiError ? error.serverMessage : "We could not reach the server. Please try again.";
}

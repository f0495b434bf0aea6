import { useRef, useState } from "react";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import type { SlugAvailability } from "#shared/links/link.ts";
import { linkForm, SLUG_AVAILABLE, SLUG_NOT_CHECKED, SLUG_TAKEN } from "#shared/links/link-form.ts";
import { API } from "#shared/platform/api-paths.ts";
import { isSame } from "../aliases/former-slug.ts";

export type SlugState =
	| { kind: "unknown" }
	| { kind: "checking" }
	| { kind: "available"; message: string }
	| { kind: "taken"; message: string }
	/** The check failed: its message is shown, and the form can be sent. */
	| { kind: "unchecked"; message: string };

const UNKNOWN: SlugState = { kind: "unknown" };

type Options = {
	/** Only plans with custom slugs ask. */
	isAllowed: boolean;
	/** The edited link's own slug, which is always free to itself, in small letters and in capitals. */
	currentSlug?: string | undefined;
	/** Its former slugs, which are free to it, too. */
	aliases?: readonly string[];
	/** Of the form, as its save has it. */
	key?: string | undefined;
};

/**
 * Whether a custom slug may be had, asked when the field is left (P49): a network
 * failure is only logged, a non-OK answer shows the server's message. Only a slug that is taken keeps the form back.
 */
export function useSlugAvailability({ isAllowed, currentSlug, aliases = [], key }: Options) {
	const [state, setState] = useState<SlugState>(UNKNOWN);
	const asked = useRef("");

	async function check(typed: string): Promise<void> {
		const { success, data } = linkForm.shape.customLinkSlug.safeParse(typed);
		const slug = data ?? "";
		asked.current = slug;
		const isOwn = [currentSlug ?? "", ...aliases].some((own) => isSame(own, slug));
		if (!isAllowed || slug === "" || isOwn || !success) {
			setState(UNKNOWN);
			return;
		}
		setState({ kind: "checking" });
		const answer = await askServer(slug, key);
		// The field may have changed, or been left again, while the question was on its way.
		if (asked.current === slug) setState(answer);
	}

	function reset(): void {
		asked.current = "";
		setState(UNKNOWN);
	}

	function markTaken(message: string): void {
		// A question that is on its way knows less than the save that was refused.
		asked.current = "";
		setState({ kind: "taken", message });
	}

	return { state, check, reset, markTaken };
}

export type SlugAvailabilityCheck = ReturnType<typeof useSlugAvailability>;

/** What the server says of a slug that is well formed. */
export async function askServer(slug: string, key?: string): Promise<SlugState> {
	try {
		const answer = await apiGet<SlugAvailability>(API.links.slugAvailability(slug), { key });
		if (answer.available) return { kind: "available", message: SLUG_AVAILABLE };
		return { kind: "taken", message: answer.message ?? SLUG_TAKEN };
	} catch (error) {
		if (error instanceof ApiError) return refusal(error);
		logFailure("The custom URL could not be checked", error);
		return UNKNOWN;
	}
}

/** A proxy's page in the server's place is nothing to show. */
function refusal({ kind, serverMessage }: ApiError): SlugState {
	if (kind === "conflict") return { kind: "taken", message: serverMessage };
	const isForPeople = serverMessage !== "" && !serverMessage.startsWith("<");
	return { kind: "unchecked", message: isForPeople ? serverMessage : SLUG_NOT_CHECKED };
}

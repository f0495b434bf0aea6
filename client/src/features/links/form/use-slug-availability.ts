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
	/** The check failed: its message is shown, but the form can be submitted. */
	| { kind: "unchecked"; message: string };

const UNKNOWN: SlugState = { kind: "unknown" };

type Options = {
	isAllowed: boolean;
	/** The edited link's own slug, always available to it in any case. */
	currentSlug?: string | undefined;
	aliases?: readonly string[];
	key?: string | undefined;
};

/** Checks on blur (P49). Only a taken slug blocks saving; network failures are only logged. */
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
		// The field may have changed, or lost focus again, before the response.
		if (asked.current === slug) setState(answer);
	}

	function reset(): void {
		asked.current = "";
		setState(UNKNOWN);
	}

	function markTaken(message: string): void {
		// A pending check knows less than the refused save.
		asked.current = "";
		setState({ kind: "taken", message });
	}

	return { state, check, reset, markTaken };
}

export type SlugAvailabilityCheck = ReturnType<typeof useSlugAvailability>;

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

/** A proxy's error page isn't worth showing. */
function refusal({ kind, serverMessage }: ApiError): SlugState {
	if (kind === "conflict") return { kind: "taken", message: serverMessage };
	const isForPeople = serverMessage !== "" && !serverMessage.startsWith("<");
	return { kind: "unchecked", message: isForPeople ? serverMessage : SLUG_NOT_CHECKED };
}

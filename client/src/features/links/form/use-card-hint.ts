import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { apiRequest } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import { type LinkForm, linkForm } from "#shared/links/link-form.ts";
import { type CardHint, cardHint } from "#shared/moderation/guard/moderation-reason.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { LinkFormValues } from "./link-form-data.ts";

const DEBOUNCE_MS = 600;
const NAMES = ["title", "description", "targetUrl", "customLinkSlug"] as const;

/** What moderation would flag in a valid form (P548), or null. The hint never blocks saving. */
export function useCardHint(form: UseFormReturn<LinkFormValues, unknown, LinkForm>): CardHint | null {
	const typed = form.watch(NAMES);
	const isDirty = form.formState.isDirty;
	const key = JSON.stringify(typed);
	const [answer, setAnswer] = useState<{ key: string; hint: CardHint } | null>(null);

	useEffect(() => {
		const body = isDirty ? readTexts(JSON.parse(key) as string[]) : null;
		if (!body) return;
		const gone = new AbortController();
		const timer = setTimeout(() => {
			ask(body, gone.signal).then(
				(hint) => setAnswer({ key, hint }),
				(error) => {
					if (!gone.signal.aborted) logFailure("The card could not be checked", error);
				},
			);
		}, DEBOUNCE_MS);
		return () => {
			clearTimeout(timer);
			gone.abort();
		};
	}, [key, isDirty]);

	return isDirty && answer?.key === key && answer.hint.reasons.length > 0 ? answer.hint : null;
}

function readTexts(typed: string[]): Record<string, string> | null {
	const texts = Object.fromEntries(NAMES.map((name, n) => [name, typed[n] ?? ""]));
	return NAMES.every((name) => linkForm.shape[name].safeParse(texts[name]).success) ? texts : null;
}

async function ask(body: Record<string, string>, signal: AbortSignal): Promise<CardHint> {
	const response = await apiRequest("POST", API.links.hint, body, { signal });
	return cardHint.parse(await response.json());
}

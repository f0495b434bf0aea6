import { type RefObject, useEffect, useState } from "react";
import { ApiError, saidBy } from "#client/lib/api-client.ts";
import { placed } from "#client/lib/failure.ts";
import { firstMistake } from "#client/lib/use-focus-first-mistake.ts";

type Refused<Place extends string> = {
	form: RefObject<HTMLFormElement | null>;
	error: unknown;
	/** The form's field for a field of the request; undefined for none. */
	placeOf: (field: string) => Place | undefined;
	showAt: (place: Place, message: string) => void;
};

type Refusal = { reason: string | null };

/** Shows refusals at their fields, and focuses the first (P288). @returns a reason without a field, or null */
export function useRefusal<Place extends string>({ form, error, placeOf, showAt }: Refused<Place>): string | null {
	const [refusal, setRefusal] = useState<Refusal | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
	useEffect(() => {
		const said = saidBy(error);
		const fields = error instanceof ApiError && said !== null ? error.fields : [];
		const found = placed(fields, placeOf);
		for (const { place, message } of found.places) showAt(place, message);
		const reason = found.places.length > 0 ? found.others.join(". ") || null : said;
		setRefusal(said === null ? null : { reason });
	}, [error]);

	useEffect(() => {
		if (refusal) firstMistake(form.current)?.focus();
	}, [form, refusal]);

	return refusal?.reason ?? null;
}

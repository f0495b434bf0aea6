import { useEffect, useState } from "react";
import type { ProfileValues } from "./onboarding-values.ts";
import { profileRefusal } from "./profile-refusal.ts";

type Refused = {
	/** Why the last save failed; null where it did not. */
	error: unknown;
	/** What stands in the field now. */
	businessName: () => string;
	/** Says it at the field, and puts the focus there. */
	tell: (field: keyof ProfileValues, message: string) => void;
};

/**
 * Puts what the server refused at its field.
 * @returns the reason that belongs to no field; null where there is none
 */
export function useRefusal({ error, businessName, tell }: Refused): string | null {
	const [reason, setReason] = useState<string | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
	useEffect(() => {
		const refusal = error ? profileRefusal(error, { businessName: businessName() }) : null;
		setReason(refusal?.place === "form" ? refusal.message : null);
		if (refusal && refusal.place !== "form") tell(refusal.place, refusal.message);
	}, [error]);

	return reason;
}

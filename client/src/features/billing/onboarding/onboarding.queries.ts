import { useMutation } from "@tanstack/react-query";
import { apiRequest } from "#client/lib/api-client.ts";
import { ownZone } from "#client/lib/local-time.ts";
import type { OnboardingForm } from "#shared/billing/onboarding/onboarding-form.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Saves profile and consent. Any OK answer is a success. */
export function useOnboarding() {
	return useMutation({
		mutationFn: (form: OnboardingForm) => apiRequest("POST", API.auth.onboarding, { ...form, timeZone: ownZone() }),
	});
}

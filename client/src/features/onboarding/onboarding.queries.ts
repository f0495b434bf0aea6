import { useMutation } from "@tanstack/react-query";
import { apiRequest } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { OnboardingForm } from "#shared/onboarding/onboarding-form.ts";

/** Saves the profile and the consent. Any OK answer is success. */
export function useOnboarding() {
	return useMutation({
		mutationFn: (form: OnboardingForm) => apiRequest("POST", API.auth.onboarding, form),
	});
}

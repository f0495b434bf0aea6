import type { Guards } from "#server/account/auth/guards.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { IpCountry } from "./ip-country.ts";
import { onboardingRouter } from "./onboarding.routes.ts";
import { createOnboardingService, type SaveDetails } from "./onboarding.service.ts";

type Options = {
	config: Config;
	ipCountry: IpCountry;
	saveDetails: SaveDetails;
	guards: Guards;
	now: () => Date;
};

/** Wires onboarding: the form before the first subscription, and later changes to its details. */
export function createOnboarding({ config, ipCountry, saveDetails, guards, now }: Options) {
	const onboarding = createOnboardingService({ now, saveDetails });
	return { routers: [onboardingRouter({ config, onboarding, ipCountry, guards })] };
}

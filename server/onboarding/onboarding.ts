import type { Guards } from "#server/auth/guards.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/connect.ts";
import type { IpCountry } from "./ip-country.ts";
import { onboardingRouter } from "./onboarding.routes.ts";
import { type CorrectDetails, createOnboardingService } from "./onboarding.service.ts";

type Options = {
	db: Db;
	config: Config;
	ipCountry: IpCountry;
	correctDetails: CorrectDetails;
	guards: Guards;
	now: () => Date;
};

/** Onboarding, wired: the form before the first subscription, and its details later. */
export function createOnboarding({ db, config, ipCountry, correctDetails, guards, now }: Options) {
	const onboarding = createOnboardingService({ db, now, correctDetails });
	return { routers: [onboardingRouter({ config, onboarding, ipCountry, guards })] };
}

import { type Request, Router } from "express";
import { type Guards, userOf } from "#server/auth/guards.ts";
import type { Config } from "#server/config.ts";
import { parseBody } from "#server/http/parse.ts";
import { API } from "#shared/api-paths.ts";
import { isCountryCode } from "#shared/onboarding/countries.ts";
import { onboardingForm } from "#shared/onboarding/onboarding-form.ts";
import type { Onboarding } from "./onboarding.service.ts";

type Options = { config: Config; onboarding: Onboarding; guards: Guards };

/** `POST /api/auth/onboarding`: consent and profile. The account's e-mail stays Google's; the form's is only shown. */
export function onboardingRouter({ config, onboarding, guards }: Options): Router {
	const router = Router();
	router.post(API.auth.onboarding, guards.requireUser, async (req, res) => {
		const form = parseBody(onboardingForm, req);
		await onboarding.complete(userOf(req).id, form, {
			ipAddress: req.ip ?? null,
			ipCountry: countryOf(req, config.http.ipCountryHeader),
		});
		res.status(204).end();
	});
	return router;
}

function countryOf(req: Request, header: string | null): string | null {
	const country = header ? req.get(header)?.toUpperCase() : undefined;
	return country && isCountryCode(country) ? country : null;
}

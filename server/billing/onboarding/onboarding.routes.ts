import { isIP } from "node:net";
import { type Request, Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import type { Config } from "#server/platform/config/config.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { countryInHeader } from "#server/platform/http/proxy-headers.ts";
import { billingDetails, onboardingForm } from "#shared/billing/onboarding/onboarding-form.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { IpCountry } from "./ip-country.ts";
import { type Onboarding, presentDetails } from "./onboarding.service.ts";

type Options = { config: Config; onboarding: Onboarding; ipCountry: IpCountry; guards: Guards };

/**
 * `POST /api/auth/onboarding` (consent and profile); `GET` and `PUT /api/account/billing-details` (the same details
 * later).
 */
export function onboardingRouter({ config, onboarding, ipCountry, guards }: Options): Router {
	const router = Router();
	router.post(API.auth.onboarding, guards.requireUser, async (req, res) => {
		const form = parseBody(onboardingForm, req);
		const ipAddress = addressOf(req);
		await onboarding.complete(userOf(req), form, {
			ipAddress,
			ipCountry: countryInHeader(req.headers, config.http.ipCountryHeader) ?? ipCountry(ipAddress ?? ""),
		});
		res.status(204).end();
	});
	router.get(API.account.billingDetails, guards.requireUser, (req, res) => {
		res.json(presentDetails(userOf(req)));
	});
	router.put(API.account.billingDetails, guards.requireConsent, async (req, res) => {
		res.json(await onboarding.correct(userOf(req).id, parseBody(billingDetails, req)));
	});
	return router;
}

/** A proxy may send a non-address such as `unknown`, and a link-local zone can have any length. */
function addressOf({ ip = "" }: Request): string | null {
	return isIP(ip) && !ip.includes("%") ? ip : null;
}

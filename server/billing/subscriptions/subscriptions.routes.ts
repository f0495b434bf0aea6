import { Router } from "express";
import { type Guards, userOf } from "#server/account/auth/guards.ts";
import { parseBody, parseQuery } from "#server/platform/http/parse.ts";
import { checkoutRequest, planChangeQuery } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { SubscriptionsService } from "./subscriptions.service.ts";

type Options = { subscriptions: SubscriptionsService; guards: Pick<Guards, "requireUser" | "requireConsent"> };

/** The routes under `/api/subscriptions` (P77). */
export function subscriptionsRouter({ subscriptions, guards }: Options): Router {
	const { requireUser, requireConsent } = guards;
	const router = Router();

	router.get(API.subscriptions.active, requireUser, async (req, res) => {
		// Sent after a payment. Whose session it is doesn't matter: only the user's own customer is read.
		const isAfterPayment = req.query.session_id !== undefined;
		res.json(await subscriptions.clientView(userOf(req).id, { isAfterPayment }));
	});

	router.get(API.subscriptions.details, requireUser, async (req, res) => {
		res.json(await subscriptions.details(userOf(req).id));
	});

	router.get(API.subscriptions.credit, requireUser, async (req, res) => {
		res.json(await subscriptions.credit(userOf(req).id));
	});

	router.get(API.subscriptions.preview, requireUser, async (req, res) => {
		res.json(await subscriptions.preview(userOf(req).id, parseQuery(planChangeQuery, req)));
	});

	router.post(API.subscriptions.checkout, requireConsent, async (req, res) => {
		const request = parseBody(checkoutRequest, req);
		res.json({ url: await subscriptions.subscribe(userOf(req).id, request) });
	});

	router.post(API.subscriptions.cancel, requireConsent, async (req, res) => {
		res.json(await subscriptions.cancel(userOf(req).id));
	});

	router.post(API.subscriptions.reactivate, requireConsent, async (req, res) => {
		res.json({ subscription: await subscriptions.reactivate(userOf(req).id) });
	});

	router.post(API.subscriptions.keepPlan, requireConsent, async (req, res) => {
		res.json({ subscription: await subscriptions.keepPlan(userOf(req).id) });
	});

	router.post(API.subscriptions.portal, requireConsent, async (req, res) => {
		res.json({ url: await subscriptions.portal(userOf(req).id) });
	});

	router.post(API.subscriptions.cardPage, requireConsent, async (req, res) => {
		res.json({ url: await subscriptions.cardPage(userOf(req).id) });
	});

	router.post(API.subscriptions.paymentPage, requireConsent, async (req, res) => {
		res.json({ url: await subscriptions.paymentPage(userOf(req).id) });
	});

	router.post(API.subscriptions.cancelAlsoPaying, requireConsent, async (req, res) => {
		res.json({ subscription: await subscriptions.cancelAlsoPaying(userOf(req).id) });
	});

	return router;
}

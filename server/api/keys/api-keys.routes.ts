import { Router } from "express";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { requirePlan } from "#server/account/auth/require-plan.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parseBody } from "#server/platform/http/parse.ts";
import { type ApiKeyList, type ApiKeyView, apiKeyForm, type NewApiKey } from "#shared/api/keys/api-key.ts";
import type { ApiKey } from "#shared/api/keys/api-keys.table.ts";
import { apiKeyLimit } from "#shared/billing/plans/plan-features.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { rowIdText } from "#shared/platform/row-id.ts";
import type { ApiKeys } from "./api-keys.service.ts";

type Options = { keys: ApiKeys; guards: Pick<Guards, "requireUserOfAnyPlan" | "requireUser" | "requireAuthor"> };

/** An account's keys, for its owner on screen: no key reaches them. */
export function apiKeysRouter({ keys, guards }: Options): Router {
	const router = Router();
	router.get(API.keys.all, guards.requireUserOfAnyPlan, async (req, res) => {
		const rows = await keys.list(userOf(req).id);
		const list: ApiKeyList = { keys: rows.map(presentKey), limit: apiKeyLimit(req.subscription?.planId) };
		res.json(list);
	});
	router.post(API.keys.all, ...guards.requireAuthor, requirePlan("api"), async (req, res) => {
		const { row, key } = await keys.create(userOf(req).id, parseBody(apiKeyForm, req), subscriptionOf(req).planId);
		const made: NewApiKey = { ...presentKey(row), key };
		res.status(201).json(made);
	});
	router.delete(API_ROUTES.apiKey, guards.requireUser, async (req, res) => {
		const id = rowIdText.safeParse(req.params.id);
		if (!id.success) throw new AppError("api_key_not_found", "API key not found");
		await keys.revoke(userOf(req).id, id.data);
		res.status(204).end();
	});
	return router;
}

function presentKey({
	id,
	name,
	start,
	scopes,
	createdAt,
	expiresAt,
	lastUsedAt,
	lastUsedCountry,
}: ApiKey): ApiKeyView {
	return {
		...{ id, name, start, scopes, lastUsedCountry },
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt?.toISOString() ?? null,
		lastUsedAt: lastUsedAt?.toISOString() ?? null,
	};
}

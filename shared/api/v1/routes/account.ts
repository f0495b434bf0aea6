import { z } from "zod";
import { PLAN_IDS } from "../../../billing/plans/plan-ids.ts";
import { API_SCOPES } from "../../keys/api-key.ts";
import { apiRoute } from "../api-route.ts";

const used = z.object({
	used: z.number().int(),
	/** Null: without a limit. */
	limit: z.number().int().nullable(),
});

/** The account that a key acts for, with what it may do. */
export const apiMe = z
	.object({
		userSlug: z.string(),
		plan: z.enum(PLAN_IDS),
		key: z.object({ name: z.string(), scopes: z.array(z.enum(API_SCOPES)), expiresAt: z.iso.datetime().nullable() }),
		/** What is used, and how much the plan allows. */
		usage: z.object({ linksThisMonth: used, domains: used }),
		/** Requests a minute, of this key and of all keys together. */
		rateLimits: z.object({ key: z.number().int(), account: z.number().int() }),
	})
	.meta({ id: "Me" });

export const ACCOUNT_ROUTES = [
	apiRoute({
		id: "getMe",
		method: "get",
		path: "/me",
		tag: "account",
		scope: null,
		summary: "Plan, usage and limits",
		answer: { status: 200, schema: apiMe },
		example: {},
	}),
] as const;

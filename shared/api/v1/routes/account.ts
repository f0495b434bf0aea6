import { z } from "zod";
import { PLAN_IDS } from "../../../billing/plans/plan-ids.ts";
import { API_SCOPES } from "../../keys/api-key.ts";
import { apiRoute } from "../api-route.ts";

const count = z.number().int();
const used = z.object({ used: count, limit: count }).meta({ id: "Usage" });

/** The account that a key acts for, with what it may do. */
export const apiMe = z
	.object({
		userSlug: z.string(),
		plan: z.enum(PLAN_IDS),
		key: z.object({ name: z.string(), scopes: z.array(z.enum(API_SCOPES)), expiresAt: z.iso.datetime().nullable() }),
		usage: z
			.object({
				linksThisMonth: z
					.object({ used: count, limit: count.nullable() })
					.meta({ description: "A calendar month in UTC. Deleted links count. Without a limit, a day has one." }),
				linksToday: used.nullable().meta({ description: "A UTC day; null on plans with a limit by month." }),
				domains: used,
				tags: used.meta({ description: "Different tags, without regard to case." }),
				imagesToday: used.meta({ description: "New images on this UTC day." }),
				originalsBytes: used.meta({ description: "Uploaded originals. Beyond the limit the oldest are removed." }),
			})
			.meta({ description: "What is used, and how much the plan allows." }),
		limits: z
			.object({
				titleCharacters: count,
				descriptionCharacters: count,
				imageBytes: count,
				bulkItems: count,
				chartDays: count,
			})
			.meta({
				description: "The most of one link, image or request. Characters are UTF-16 units: most emoji are two.",
			}),
		rateLimits: z.object({ key: count, account: count, charts: count, domainChecks: count }).meta({
			description:
				"Requests a minute: of this key; of all keys together; for charts and for domain checks, on screen included.",
		}),
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
		isHeavy: true,
		example: {},
	}),
] as const;

import { z } from "zod";
import { coded } from "../../platform/error-codes.ts";
import { cleanedBy, cleanLine } from "../../platform/plain-text.ts";
import { rowId } from "../../platform/row-id.ts";

/** What a key may do. Billing, keys and the account itself have no scope: no key reaches them. */
export const API_SCOPES = [
	"links:read",
	"links:write",
	"stats:read",
	"domains:read",
	"domains:write",
	"webhooks",
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_KEY_NAME_MAX = 60;

/** The body of `POST /api/keys`. */
export const apiKeyForm = z.object({
	name: z.preprocess(
		cleanedBy(cleanLine),
		z
			.string("Name is required")
			.refine((text) => text !== "", "Name is required")
			.refine(
				(text) => text.length <= API_KEY_NAME_MAX,
				coded("too_long", `Name must be ${API_KEY_NAME_MAX} characters or less`, API_KEY_NAME_MAX),
			),
	),
	scopes: z.array(z.enum(API_SCOPES)).min(1, "Choose at least one permission").max(API_SCOPES.length),
	/** Null: it doesn't expire. */
	expiresInDays: z.number().int().min(1).max(3_650).nullable().default(null),
});
export type ApiKeyForm = z.infer<typeof apiKeyForm>;

/** A key as its owner sees it. */
export const apiKeyView = z.object({
	id: rowId,
	name: z.string(),
	/** Its first characters. */
	start: z.string(),
	scopes: z.array(z.enum(API_SCOPES)),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime().nullable(),
	lastUsedAt: z.iso.datetime().nullable(),
	/** ISO 3166-1 alpha-2. */
	lastUsedCountry: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeyView>;

/** The answer of `GET /api/keys`. */
export const apiKeyList = z.object({ keys: z.array(apiKeyView), limit: z.number().int() });
export type ApiKeyList = z.infer<typeof apiKeyList>;

/** The answer of `POST /api/keys`, the only one with the key itself. */
export const newApiKey = apiKeyView.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof newApiKey>;

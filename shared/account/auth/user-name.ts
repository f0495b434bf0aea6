import { z } from "zod";
import { cleanedBy, cleanSlug } from "../../platform/plain-text.ts";

export const USER_NAME_MAX = 20;
/** Name changes allowed within `NAME_CHANGE_DAYS` (P326). */
export const NAME_CHANGES_MAX = 2;
export const NAME_CHANGE_DAYS = 365;

export const NAME_RULE = "Only lowercase letters, numbers and single hyphens between them are allowed";
export const NAME_TOO_LONG = `Your name must be ${USER_NAME_MAX} characters or less`;
export const NAME_REQUIRED = "Enter a name";
export const NAME_TAKEN = "This name is already taken";
export const NAME_RESERVED = "This name is reserved. Please choose another one.";

/** Names that a visitor could mistake for a part of the product. */
const RESERVED = new Set([
	"about",
	"abuse",
	"account",
	"admin",
	"administrator",
	"api",
	"app",
	"billing",
	"contact",
	"docs",
	"go",
	"help",
	"images",
	"info",
	"legal",
	"link",
	"links",
	"login",
	"mail",
	"moderator",
	"official",
	"postmaster",
	"pricing",
	"privacy",
	"root",
	"sandbox",
	"security",
	"settings",
	"staff",
	"status",
	"support",
	"system",
	"team",
	"terms",
	"webmaster",
	"www",
]);

/** Whether a visitor could mistake the name for a part of the product. */
export function isReservedName(name: string): boolean {
	return RESERVED.has(name) || name.includes("visualink");
}

export const nameChange = z.object({
	name: z.preprocess(
		cleanedBy(cleanSlug),
		z
			.string(NAME_REQUIRED)
			.min(1, NAME_REQUIRED)
			.max(USER_NAME_MAX, NAME_TOO_LONG)
			.refine((name) => name === "" || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name), NAME_RULE),
	),
});

export type NameInLinks = {
	name: string;
	/** Names that still redirect, newest first. */
	formerNames: string[];
	changesLeft: number;
	nextChangeAt: string | null;
};

import { z } from "zod";

/** The signed-in user: the answer of `GET /api/auth/user`. */
export const currentUser = z.object({
	email: z.string(),
	firstName: z.string().nullable(),
	lastName: z.string().nullable(),
	profileImageUrl: z.string().nullable(),
	userSlug: z.string(),
	needsConsent: z.boolean().default(false),
	hasConsent: z.boolean().default(false),
	closedLinks: z.number().int().optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Why a sign-in came back to `/?auth_error=<kind>` (P33). */
export const AUTH_ERRORS = {
	denied: "You did not allow the sign-in with Google. Nothing was changed.",
	state: "The sign-in took too long, or your browser blocks our cookies. Please try again.",
	unverified: "Your Google account's e-mail address is not verified yet. Verify it with Google, then try again.",
	email_taken: "This e-mail address already belongs to another Google account here. Please sign in with that one.",
	google: "Google could not be reached. Please try again in a moment.",
} as const;
export type AuthErrorKind = keyof typeof AUTH_ERRORS;

import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import type { SignedInUser } from "./auth.service.ts";

/** The signed-in user as the browser may see them. */
export function presentUser(user: SignedInUser, { closedLinks }: { closedLinks: number }): CurrentUser {
	return {
		email: user.email,
		firstName: user.firstName,
		lastName: user.lastName,
		profileImageUrl: user.profileImageUrl,
		userSlug: user.userSlug,
		needsConsent: !user.hasConsent,
		hasConsent: user.hasConsent,
		...(closedLinks > 0 && { closedLinks }),
	};
}

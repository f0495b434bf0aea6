import { z } from "zod";
import { trimBlank } from "../platform/plain-text.ts";

/** What a wrong or missing confirmation is answered with. */
export const WRONG_CONFIRMATION = "Type your user name to confirm";

/** Body of `DELETE /api/account`: the person's own `userSlug`, typed by hand. */
export const accountDeletion = z.object({ confirm: z.string(WRONG_CONFIRMATION).max(100, WRONG_CONFIRMATION) });

/** Whether `typed` names this account, give or take what a keyboard adds. */
export function confirmsDeletion(typed: string, userSlug: string): boolean {
	return trimBlank(typed).toLowerCase() === userSlug;
}

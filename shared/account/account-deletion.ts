import { z } from "zod";
import { trimBlank } from "../platform/plain-text.ts";

export const WRONG_CONFIRMATION = "Type your user name to confirm";

export const accountDeletion = z.object({ confirm: z.string(WRONG_CONFIRMATION).max(100, WRONG_CONFIRMATION) });

/** Whether `typed` names this account, ignoring what keyboards add. */
export function confirmsDeletion(typed: string, userSlug: string): boolean {
	return trimBlank(typed).toLowerCase() === userSlug;
}

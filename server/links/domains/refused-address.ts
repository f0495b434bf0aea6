import { AppError } from "#server/platform/http/app-error.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { adviceText, reasonText } from "#shared/moderation/guard/reason-texts.ts";

/** The error for a domain that the guard refuses, with what an honest owner can do. */
export function refusedHost(reason: ModerationReason, host: string): AppError {
	const message = `You can't add this domain. ${textOf(reason, `https://${host}/`)} If it's yours to use, contact us.`;
	return new AppError("unsafe_target", message, { field: "host" });
}

/** The error for an address that a domain can't lead to. */
export function refusedTarget(reason: ModerationReason, address: string, field: string): AppError {
	const sentences = ["You can't send visitors there.", textOf(reason, address), adviceText(reason)];
	return new AppError("unsafe_target", sentences.filter((sentence) => sentence !== null).join(" "), { field });
}

function textOf(reason: ModerationReason, address: string): string {
	const { code, words } = reason;
	if (code === "listed") return `It's on the list "${words.join(", ")}".`;
	// "May" and the attribution are part of Google's terms.
	if (code === "web-risk") return `It may be unsafe (${words.join(", ")}). Advisory provided by Google.`;
	return reasonText(reason, shownHost(address));
}

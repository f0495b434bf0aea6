import type { ServerResponse } from "node:http";
import type { GoAnswers } from "./go-answers.ts";

const ICONS = new Set(["/favicon.ico", "/apple-touch-icon.png"]);

/** Whether browsers and fetchers request a file from every host. @param requestTarget path and query */
export function isDomainFile(requestTarget: string): boolean {
	const path = pathOf(requestTarget);
	return path === "/robots.txt" || ICONS.has(path);
}

type Options = { answers: Pick<GoAnswers, "robots" | "redirect" | "plainMissing">; rootTarget: string | null };

/** Sends such a file on an account's own domain: crawlers may read all, and icons are those of the owner's website. */
export function sendDomainFile(requestTarget: string, res: ServerResponse, { answers, rootTarget }: Options): void {
	const path = pathOf(requestTarget);
	if (!ICONS.has(path)) answers.robots(res);
	else if (rootTarget === null) answers.plainMissing(res);
	else answers.redirect(res, new URL(path, rootTarget).href);
}

function pathOf(requestTarget: string): string {
	return requestTarget.split(/[?#]/, 1)[0] ?? "";
}

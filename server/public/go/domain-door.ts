import type { IncomingMessage, ServerResponse } from "node:http";
import { answersForAccount } from "#server/platform/http/account-host.ts";
import type { createGoHandler } from "./go.handler.ts";
import type { GoAnswers } from "./go-answers.ts";
import { readPathOnDomain } from "./go-path.ts";
import type { OwnDomain } from "./own-domains.ts";

type Handler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;
type Options = {
	go: Pick<ReturnType<typeof createGoHandler>, "onDomain" | "sizeOnDomain">;
	answers: Pick<GoAnswers, "redirect" | "plainMissing" | "robots" | "malformed" | "methodNotAllowed">;
	/** Whether a list of harmful hosts names an address by now. */
	isListed: (address: string) => boolean;
};
type Asked = {
	domain: OwnDomain;
	/** Answers images; null if something else is asked for. */
	images: Handler | null;
};

/** Files that browsers and fetchers request from every host. */
const ROBOTS = "/robots.txt";
const ICONS = new Set(["/favicon.ico", "/apple-touch-icon.png"]);

/**
 * Answers on accounts' own domains: links, images and files, and nothing else of the service (P623). No answer depends on a
 * cookie, sets one, or binds the account's host by Strict-Transport-Security.
 */
export function createDomainDoor({ go, answers, isListed }: Options) {
	return (req: IncomingMessage, res: ServerResponse, { domain, images }: Asked): void | Promise<void> => {
		delete req.headers.cookie;
		if (!domain.isServed) return answers.plainMissing(res);
		if (images) {
			answersForAccount(req);
			return images(req, res);
		}
		const { id, userId, userSlug, rootTarget, unknownTarget } = domain;
		const target = req.url ?? "/";
		const path = readPathOnDomain(target, userSlug);
		if (path.kind === "size" && req.method === "POST") return go.sizeOnDomain(req, res, path, domain);
		if (req.method !== "GET" && req.method !== "HEAD") return answers.methodNotAllowed(res);
		if (path.kind === "link" || path.kind === "trust") {
			const missing = () => leadOr(answers.plainMissing, res, unknownTarget);
			return go.onDomain({ req, res, path, domain: { id, userId, userSlug, missing } });
		}
		if (path.kind === "root") return leadOr(answers.plainMissing, res, rootTarget);
		const [file = ""] = target.split(/[?#]/, 1);
		if (file === ROBOTS) return answers.robots(res);
		// Those of the owner's website: ours would name us.
		if (ICONS.has(file)) return leadOr(answers.plainMissing, res, rootTarget && new URL(file, rootTarget).href);
		leadOr(path.kind === "malformed" ? answers.malformed : answers.plainMissing, res, unknownTarget);
	};

	function leadOr(otherwise: (res: ServerResponse) => void, res: ServerResponse, target: string | null): void {
		if (target === null || isListed(target)) otherwise(res);
		else answers.redirect(res, target);
	}
}

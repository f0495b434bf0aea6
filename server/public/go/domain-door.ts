import type { IncomingMessage, ServerResponse } from "node:http";
import { answersForAccount } from "#server/platform/http/account-host.ts";
import { trustPagePath } from "#shared/moderation/trust/trust-paths.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";
import type { createGoHandler } from "./go.handler.ts";
import type { GoAnswers } from "./go-answers.ts";
import { readGoPath } from "./go-path.ts";
import type { OwnDomain } from "./own-domains.ts";

type Handler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;
type Options = {
	go: ReturnType<typeof createGoHandler>;
	answers: Pick<GoAnswers, "redirect" | "plainMissing" | "methodNotAllowed">;
	linksOrigin: string;
	/** Whether a list of harmful hosts names an address by now. */
	isListed: (address: string) => boolean;
};
type Asked = {
	domain: OwnDomain;
	/** Answers images and the files that browsers ask every host for. */
	files: Handler | null;
};

/** `/{slug}`, its trust page with a plus, and the query. */
const LINK = /^\/([A-Za-z0-9_-]{1,20})(\+?)\/?(\?[^#]*)?(?:#|$)/;
const ROOT = /^\/?(?:[?#]|$)/;

/**
 * Answers on accounts' own domains: links, images and files, and nothing else of the service (P623). No answer depends on a
 * cookie, sets one, or binds the account's host by Strict-Transport-Security.
 */
export function createDomainDoor({ go, answers, linksOrigin, isListed }: Options) {
	return (req: IncomingMessage, res: ServerResponse, { domain, files }: Asked): void | Promise<void> => {
		delete req.headers.cookie;
		if (!domain.isServed) return answers.plainMissing(res);
		if (files) {
			answersForAccount(req);
			return files(req, res);
		}
		const path = req.url ?? "/";
		if (req.method === "POST" && readGoPath(path).kind === "size") return go.handler(req, res);
		if (req.method !== "GET" && req.method !== "HEAD") return answers.methodNotAllowed(res);
		if (ROOT.test(path)) return leadOrMiss(res, domain.rootTarget);
		const [, linkSlug, plus, search = ""] = LINK.exec(path) ?? [];
		const missing = () => leadOrMiss(res, domain.unknownTarget);
		if (linkSlug === undefined) return missing();
		const { id, host, userSlug } = domain;
		if (plus) return answers.redirect(res, linksOrigin + trustPagePath(publicLinkPath(userSlug, linkSlug)));
		return go.onDomain({ req, res, path: { kind: "link", userSlug, linkSlug, search }, domain: { id, host, missing } });
	};

	function leadOrMiss(res: ServerResponse, target: string | null): void {
		if (target === null || isListed(target)) answers.plainMissing(res);
		else answers.redirect(res, target);
	}
}

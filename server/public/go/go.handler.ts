import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { type Origins, originOn, ownOriginsOf } from "#server/platform/config/origins.ts";
import { clientIp, countryInHeader, truncateIp } from "#server/platform/http/proxy-headers.ts";
import { isFromAnotherSite } from "#server/platform/http/request-guard.ts";
import type { RequestIds } from "#server/platform/http/request-id.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import type { ViewRecorder } from "#server/public/views/view-recorder.ts";
import type { ViewSizes } from "#server/public/views/view-sizes.ts";
import { type CardTarget, cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { trustPagePath } from "#shared/moderation/trust/trust-paths.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";
import { attributionOf } from "./attribution.ts";
import { cardPage, universalPage } from "./card-page.ts";
import { closedCard, closedWords, isTurnedAway, outOfTime } from "./closed-link.ts";
import { destinationOf, versionQuery } from "./destination.ts";
import { type GoAnswers, type SentPage, toSend } from "./go-answers.ts";
import { type GoPath, readGoPath, sizeReportPath } from "./go-path.ts";
import type { LinkCache } from "./link-cache.ts";
import type { MissLimit } from "./miss-limit.ts";
import type { OwnDomain, OwnDomains } from "./own-domains.ts";
import type { OwnVisits } from "./own-visits.ts";
import { cardOf, type KnownLink, type PublicLink, type TagOf } from "./public-link.ts";
import { uncountedReason, visitorOfRequest } from "./request-signs.ts";
import type { TrustAnswers } from "./trust-answers.ts";
import { kindOf, USER_AGENT_MAX, type Visitor } from "./visitor.ts";

const WINDOW_MAX = 32_767;

export type GoDeps = {
	judge: (userAgent: string) => Visitor;
	linkCache: Pick<LinkCache<KnownLink>, "get">;
	recorder: Pick<ViewRecorder, "record">;
	viewSizes: ViewSizes;
	/** Whether a request is our own test, which isn't counted. */
	isOwnTest: (headers: IncomingHttpHeaders) => boolean;
	ownVisits: Pick<OwnVisits, "isOwn">;
	ownDomains: Pick<OwnDomains, "of">;
	/** Records which platform fetched which card; must not delay the visitor. */
	deliveries: { page(link: PublicLink, platform: string, at: number): void };
	missLimit: MissLimit;
	tagOf: TagOf;
	/** Origins of every address we write; the Host header isn't trusted. */
	origins: Origins;
	trustProxy: number;
	countryHeader: string | null;
	answers: GoAnswers;
	trust: TrustAnswers;
	requestIds: Pick<RequestIds, "of">;
	now: () => Date;
	log: Logger;
};

type LinkPath = Extract<GoPath, { kind: "link" | "trust" }>;
type SizePath = Extract<GoPath, { kind: "size" }>;
/** An account's own domain that a link is asked for on, and what it answers where it has no such link. */
export type OnDomain = Pick<OwnDomain, "id" | "userId" | "userSlug"> & { missing: (res: ServerResponse) => void };
type Request = { req: IncomingMessage; res: ServerResponse; path: LinkPath; domain: OnDomain | null };
type Visit = {
	res: ServerResponse;
	search: string;
	visitor: Visitor;
	viewId: string;
	at: number;
	isGet: boolean;
	domain: OnDomain | null;
};
type Shown = { search: string; destination: string; target: CardTarget | null };

/**
 * Answers every request under `/go` in one function, without sessions, cookies or routing. A counted view is durable
 * before its answer is sent (P26).
 * @returns functions that throw or reject on internal errors
 */
export function createGoHandler(deps: GoDeps) {
	const {
		linkCache,
		recorder,
		viewSizes,
		isOwnTest,
		ownVisits,
		ownDomains,
		deliveries,
		missLimit,
		tagOf,
		origins,
		trustProxy,
		countryHeader,
		requestIds,
	} = deps;
	const { judge, answers, trust, now, log } = deps;
	const ownOrigins = ownOriginsOf(origins);
	const ownHosts = ownOrigins.map((origin) => new URL(origin).hostname);
	/** Cards for requests without a query, nearly all: made once per cached link. */
	const plainCards = new WeakMap<PublicLink, SentPage>();
	/** Custom cards by target (P201), cached likewise. */
	const platformCards = new WeakMap<PublicLink, Map<CardTarget, SentPage>>();

	return { handler, onDomain: find, sizeOnDomain };

	function handler(req: IncomingMessage, res: ServerResponse): void | Promise<void> {
		const path = readGoPath(req.url ?? "/");
		if (path.kind === "size" && req.method === "POST") return takeSize(req, res, path, ownOrigins);
		// P10
		if (req.method !== "GET" && req.method !== "HEAD") return answers.methodNotAllowed(res);
		if (path.kind === "malformed") return answers.malformed(res);
		if (path.kind !== "link" && path.kind !== "trust") return answers.missing(res);
		return find({ req, res, path, domain: null });
	}

	/** Takes a window's size from a page on an account's own domain. */
	function sizeOnDomain(req: IncomingMessage, res: ServerResponse, path: SizePath, { host }: { host: string }): void {
		takeSize(req, res, path, [originOn(origins.linksOrigin, host)]);
	}

	/** Answers what is asked for by these slugs: below `/go`, or on an account's own domain. */
	function find(request: Request): void | Promise<void> {
		const { res, path } = request;
		const found = linkCache.get(path.userSlug, path.linkSlug);
		if (!(found instanceof Promise)) return answer(request, found);
		return found.then(
			(link) => answer(request, link),
			(error) => away(res, error),
		);
	}

	function answer(request: Request, link: KnownLink | null): void | Promise<void> {
		const { req, res, path, domain } = request;
		if (link === null || isElsewhere(link, request)) return miss(request);
		const trustPath = () => trustPathOf(publicLinkPath(path.userSlug, path.linkSlug), domain);
		// Never counted (P141).
		if (path.kind === "trust" && domain !== null) return answers.redirect(res, trustPath());
		if (path.kind === "trust") return trust.known(res, link, now().getTime());
		if (link === "disabled") return answers.disabled(res, trustPath());
		const { search } = path;
		const userAgent = (req.headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX);
		const visitor = visitorOfRequest(judge(userAgent), req);
		const at = now().getTime();
		const isTest = isOwnTest(req.headers);
		const visit = { res, search, visitor, viewId: newViewId(at), at, domain, isGet: req.method === "GET" && !isTest };
		// The warning page is on our own host, which counts the view.
		if (domain !== null && link.warning && visitor.answer !== "card") {
			return answers.redirect(res, origins.linksOrigin + link.path + search);
		}
		// Only two comparisons, whether the link has a schedule or not (P187).
		const leading = at >= link.startsAt && at < link.endsAt ? link : outOfTime(link, at);
		if (isTest || uncountedReason(visitor, req) !== null || isTurnedAway(visitor, leading) || isOwn(visit, link))
			return show(visit, link, leading);
		const address = clientIp(req, trustProxy);
		return recorder
			.record({
				id: visit.viewId,
				at,
				userId: link.userId,
				linkId: link.id,
				ip: truncateIp(address ?? ""),
				address,
				userAgent,
				clientWidth: sizeOf(req.headers["sec-ch-viewport-width"]),
				clientHeight: sizeOf(req.headers["sec-ch-viewport-height"]),
				attribution: attributionOf(visitor, {
					search,
					referrer: req.headers.referer,
					isOwnHost: (host) => ownHosts.includes(host) || ownDomains.of(host)?.userId === link.userId,
				}),
				isBot: visitor.isBot,
				kind: kindOf(visitor),
				country: (!visitor.isBot && countryInHeader(req.headers, countryHeader)) || undefined,
				alias: aliasOf(path.linkSlug, link),
			})
			.then(
				() => show(visit, link, leading),
				(error) => away(res, error),
			);
	}

	/** A fetcher with the owner's address reads the card as usual. */
	function isOwn({ search, visitor, at }: Visit, { id }: PublicLink): boolean {
		return search !== "" && visitor.answer !== "card" && ownVisits.isOwn(id, { search, at });
	}

	/** The same for what a page on another host leads to. */
	function trustPathOf(path: string, domain: OnDomain | null): string {
		return (domain === null ? "" : origins.linksOrigin) + trustPagePath(path);
	}

	function miss({ req, res, path, domain }: Request): void {
		const retryAfterSeconds = missLimit.count(clientIp(req, trustProxy) ?? "");
		if (retryAfterSeconds === null && domain !== null) domain.missing(res);
		else if (retryAfterSeconds === null) (path.kind === "trust" ? trust : answers).missing(res);
		else answers.tooMany(res, retryAfterSeconds);
	}

	/** @param leading where the link leads now, null if nowhere */
	function show(visit: Visit, known: PublicLink, leading: PublicLink | null): void {
		const { visitor, isGet, at } = visit;
		if (isGet && visitor.answer === "card" && visitor.platform !== null) deliveries.page(known, visitor.platform, at);
		if (leading === null) showClosed(visit, known);
		else showLeading(visit, leading);
	}

	function showClosed({ res, search, at, visitor }: Visit, link: PublicLink): void {
		const shown = card(link, { search, destination: link.targetUrl, target: targetOf(visitor, link) });
		answers.closed(res, closedCard(shown, link, { at, visitor }), closedWords(link, at));
	}

	function showLeading({ res, search, visitor, viewId, at, domain }: Visit, link: PublicLink): void {
		const destination = destinationOf(link.targetUrl, search);
		if (link.warning && visitor.answer !== "card") {
			trust.beforeFlagged(res, link, { at, continueTo: destination });
			return;
		}
		if (visitor.answer === "redirect") {
			answers.redirect(res, destination);
			return;
		}
		if (visitor.answer === "card") {
			const target = targetOf(visitor, link);
			const isPlain = search === "";
			answers.card(
				res,
				isPlain ? plainCard(link, target) : toSend(cardPage(card(link, { search, destination, target }))),
			);
			return;
		}
		const page = { sizeReportPath: sizeReportPath(viewId), trustPath: trustPathOf(link.path, domain) };
		answers.universal(res, toSend(universalPage(card(link, { search, destination, target: null }), page)));
	}

	function plainCard(link: PublicLink, target: CardTarget | null): SentPage {
		const known = target === null ? plainCards.get(link) : platformCards.get(link)?.get(target);
		if (known) return known;
		const made = toSend(cardPage(card(link, { search: "", destination: link.targetUrl, target })));
		if (target === null) plainCards.set(link, made);
		else platformCards.set(link, (platformCards.get(link) ?? new Map<CardTarget, SentPage>()).set(target, made));
		return made;
	}

	function card(link: PublicLink, { search, destination, target }: Shown) {
		const override = target === null ? undefined : link.cards?.[target];
		const cardVersion = (target !== null && link.cardVersions?.[target]) || link.cardVersion;
		return cardOf(link, { origins, destination, version: versionQuery(search), override, cardVersion, tagOf });
	}

	/** The database failed, or the view couldn't be stored. */
	function away(res: ServerResponse, error: unknown): void {
		const requestId = requestIds.of(res.req);
		log.warn({ err: error, requestId }, "a public link could not be answered");
		answers.unavailable(res, requestId);
	}

	function takeSize(req: IncomingMessage, res: ServerResponse, path: SizePath, own: string[]): void {
		if (isFromAnotherSite(req, own)) {
			answers.crossSite(res);
			return;
		}
		const { viewId, search } = path;
		const params = new URLSearchParams(search);
		const size = { width: sizeOf(params.get("w")), height: sizeOf(params.get("h")) };
		viewSizes.report(viewId, size).catch((error) => log.debug({ err: error }, "a window's size was not kept"));
		answers.noContent(res);
	}
}

/** Whether a link neither is nor was on the requested domain. Closed links say so on all of their owner's. */
function isElsewhere(link: KnownLink, { path, domain }: Request): boolean {
	if (domain === null) return false;
	if (link === "disabled") return path.userSlug.toLowerCase() !== domain.userSlug;
	if (link.userId !== domain.userId) return true;
	return link.domain?.id !== domain.id && !link.formerDomainIds?.includes(domain.id);
}

/** The target whose card, or card version, a fetcher gets; null for the link's own. */
function targetOf({ answer, platform }: Visitor, { cards, cardVersions }: PublicLink): CardTarget | null {
	if ((!cards && !cardVersions) || answer !== "card") return null;
	const target = cardTargetOf(platform);
	return cards?.[target] || cardVersions?.[target] ? target : null;
}

function aliasOf(asked: string, { linkSlug }: PublicLink): string | undefined {
	if (asked === linkSlug) return undefined;
	const alias = asked.toLowerCase();
	return alias === linkSlug.toLowerCase() ? undefined : alias;
}

/** A window's width or height sent by a client; 0 if implausible. */
function sizeOf(text: string | string[] | null | undefined): number {
	const size = typeof text === "string" && /^"?\d{1,6}"?$/.test(text) ? Number(text.replaceAll('"', "")) : 0;
	return size <= WINDOW_MAX ? size : 0;
}

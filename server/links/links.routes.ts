import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Logger } from "pino";
import { z } from "zod";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { linkId } from "#server/account/auth/own-link.ts";
import { requirePlan } from "#server/account/auth/require-plan.ts";
import { closeAfterOversized, imageUpload, uploadOf } from "#server/links/images/upload.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { sayOfOurFaults } from "#server/platform/http/error-handler.ts";
import { parse, parseBody, parseQuery } from "#server/platform/http/parse.ts";
import { sendJsonArray } from "#server/platform/http/send-json-array.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { CARD_IMAGE_FIELDS, cardImageField, sentCards } from "#shared/links/cards/card-fields.ts";
import { CARD_TARGETS } from "#shared/links/cards/card-targets.ts";
import { IMAGE_MAX_BYTES } from "#shared/links/images/image-file.ts";
import { editedRevision, linkForm, SLUG_NOT_CHECKED } from "#shared/links/link-form.ts";
import { API, API_ROUTES } from "#shared/platform/api-paths.ts";
import { rowIdText } from "#shared/platform/row-id.ts";
import { idempotencyKeyOf } from "./idempotency-keys.ts";
import type { LinkPages } from "./link-pages.ts";
import type { CardEdits, Links, OwnLink } from "./links.service.ts";
import type { ListRow } from "./list/list-rows.ts";
import { presentLink, presentListedLink } from "./present-link.ts";

type Options = {
	links: Links;
	pages: LinkPages;
	log: Logger;
	guards: Guards;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	linksOrigin: string;
};

/** The links of the signed-in user: `/api/links` and below. */
export function linksRouter({ links, pages, guards, activeSubscription, linksOrigin, log }: Options): Router {
	const router = Router();
	const { requireUser, requireSubscription, requireAuthor, stillAuthor, whileSignedIn } = guards;
	const present = (req: Request, link: OwnLink) => presentLink(link, { userSlug: userOf(req).userSlug, linksOrigin });

	async function sendList(req: Request, res: Response, { deleted }: { deleted: boolean }) {
		const page = parseQuery(pageQuery, req);
		const { pages: found, next } = await pages.list(userOf(req), { deleted, ...page });
		if (next !== undefined) {
			const path = deleted ? API.links.deleted : API.links.all;
			const params = new URLSearchParams({ limit: String(page.limit), before: String(next) });
			if (page.archived) params.set("archived", page.archived);
			res.set("Link", `<${path}?${params}>; rel="next"`);
		}
		await sendJsonArray(res, whileSignedIn(req, presented(req, found)), { log });
	}

	async function* presented(req: Request, found: AsyncGenerator<ListRow[]>) {
		const { userSlug } = userOf(req);
		for await (const some of found) yield some.map((link) => presentListedLink(link, { userSlug, linksOrigin }));
	}

	router.get(API.links.all, requireUser, (req, res) => sendList(req, res, { deleted: false }));
	router.get(API.links.deleted, requireUser, (req, res) => sendList(req, res, { deleted: true }));

	router.get(API.links.monthlyUsage, requireUser, async (req, res) => {
		const user = userOf(req);
		const subscription = await activeSubscription(user.id);
		res.json(await links.monthlyUsage(user, subscription?.planId ?? "basic"));
	});

	router.get(API_ROUTES.slugAvailability, ...requireAuthor, requirePlan("customSlugs"), async (req, res) => {
		res.json(await links.slugAvailability(userOf(req), readSlug(req), idempotencyKeyOf(req)));
	});
	router.use(API_ROUTES.slugAvailability, sayOfOurFaults(SLUG_NOT_CHECKED));

	router.get(API_ROUTES.linkBySlug, requireUser, async (req, res) => {
		res.json(present(req, await links.find(userOf(req), slugParam(req))));
	});

	// Whatever can be refused without the body is refused before it is read.
	const requireQuota: RequestHandler = async (req, _res, next) => {
		await links.requireQuota(userOf(req), subscriptionOf(req).planId, idempotencyKeyOf(req));
		next();
	};
	const requireLink: RequestHandler = async (req, _res, next) => {
		await links.find(userOf(req), slugParam(req));
		next();
	};

	// A new link usually has one image, so all of them share the limit of one.
	const readNew = [imageUpload(CARD_IMAGE_FIELDS, IMAGE_MAX_BYTES), ...stillAuthor];
	router.post(API.links.all, closeAfterOversized(), ...requireAuthor, requireQuota, ...readNew, async (req, res) => {
		const link = await links.create(userOf(req), { ...submissionOf(req), cards: cardsOf(req) }, idempotencyKeyOf(req));
		res.status(201).json(present(req, link));
	});

	const beforeEdit = [closeAfterOversized(CARD_IMAGE_FIELDS), ...requireAuthor, requireLink];
	const readEdit = [imageUpload(CARD_IMAGE_FIELDS), ...stillAuthor];
	router.put(API_ROUTES.linkBySlug, ...beforeEdit, ...readEdit, async (req, res) => {
		const { revision } = parseBody(editedRevision, req);
		const edit = { ...submissionOf(req), revision, cards: cardsOf(req) };
		res.json(present(req, await links.update(userOf(req), slugParam(req), edit)));
	});

	router.delete(API_ROUTES.linkById, ...requireSubscription, async (req, res) => {
		await links.remove(userOf(req), linkId(req));
		res.status(204).end();
	});

	return router;
}

function submissionOf(req: Request) {
	return { planId: subscriptionOf(req).planId, form: parseBody(linkForm, req), upload: uploadOf(req) };
}

/** The custom cards sent with a link (P345). */
function cardsOf(req: Request): CardEdits {
	const { cards } = parseBody(sentCards, req);
	const edits = new Map();
	for (const target of CARD_TARGETS) {
		const form = cards[target];
		if (form === undefined) continue;
		edits.set(target, form && { form, upload: uploadOf(req, cardImageField(target)) });
	}
	return edits;
}

const pageQuery = z.object({
	limit: z
		.string()
		.regex(/^\d{1,9}$/)
		.transform(Number)
		.pipe(z.number().min(1).max(1000))
		.optional(),
	before: rowIdText.optional(),
	/** `false` excludes archived links. */
	archived: z.literal("false").optional(),
});

const slugQuery = z.object({ slug: linkForm.shape.customLinkSlug });

function readSlug(req: Request): string {
	const { slug } = parse(slugQuery, req.query);
	if (slug) return slug;
	throw new AppError("required", "Required", { field: "slug" });
}

function slugParam(req: Request): string {
	return String(req.params.linkSlug);
}

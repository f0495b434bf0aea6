import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Outbound } from "#server/platform/outbound/outbound.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { createManyLinks } from "./create-many.ts";
import { createDuplicate } from "./duplicate.ts";
import { imageRouter } from "./image.routes.ts";
import { createTargetJudge } from "./judge-target.ts";
import { linkAliasesRouter } from "./link-aliases.routes.ts";
import { createLinkAliases } from "./link-aliases.ts";
import { createLinkContents } from "./link-contents.ts";
import { createLinkPages } from "./link-pages.ts";
import { createNewAccountLimits, type NewAccountBounds } from "./link-quota.ts";
import { createLinkWriter } from "./link-writer.ts";
import { linksRouter } from "./links.routes.ts";
import { type CardsOfEdit, createLinkService } from "./links.service.ts";
import { createBulkChanges } from "./list/bulk-changes.service.ts";
import { linkListRouter } from "./list/link-list.routes.ts";
import { createLinkList } from "./list/link-list.service.ts";
import { createRetag } from "./list/retag.ts";
import { originalsRouter } from "./originals.routes.ts";
import { createPageReader } from "./prefill/page-reader.ts";
import { prefillRouter } from "./prefill/prefill.routes.ts";
import { createPrefill } from "./prefill/prefill.service.ts";
import { utmTemplatesRouter } from "./utm-templates.routes.ts";

type Options = {
	db: Db;
	storedImages: ImageService;
	originals: Originals;
	outbound: Outbound;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	overrides: CardsOfEdit;
	moderation: Moderation;
	newAccountLimits: NewAccountBounds;
	guards: Guards;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	linksOrigin: string;
	ownOrigins: readonly string[];
	deadlines: Deadlines;
	now: () => Date;
	log: Logger;
};

export function createLinks(options: Options) {
	const {
		db,
		storedImages,
		originals,
		outbound,
		linkCache,
		overrides,
		moderation,
		newAccountLimits,
		guards,
		activeSubscription,
		linksOrigin,
		ownOrigins,
		now,
		log,
	} = options;
	const judgeTargets = createTargetJudge({ ownOrigins });
	const limits = createNewAccountLimits(newAccountLimits);
	const writer = createLinkWriter({
		db,
		now,
		storedImages,
		judgeTargets,
		moderation,
		newAccountLimits: limits,
		linkCache,
	});
	const contents = createLinkContents({ db, judgeTargets, originals, cards: overrides });
	const links = createLinkService({ db, now, contents, storedImages, linkCache, writer, moderation });
	const pages = createLinkPages({ db });
	const { pageWork: workMs, page: deadlineMs, pageTurn: waitMs, provider: providerMs } = options.deadlines;
	const reader = createPageReader({ ownOrigins, log, workMs, deadlineMs, waitMs });
	const prefill = createPrefill({ outbound, originals, pages: reader, providerMs, moderation });
	const list = {
		list: createLinkList({ db, now, ownOrigins }),
		bulkChanges: createBulkChanges({ db, now, linkCache }),
		duplicate: createDuplicate({ db, writer }),
		createMany: createManyLinks({ now, links, writer }),
		retag: createRetag({ db, now }),
	};
	return {
		writer,
		judgeTargets,
		prefill,
		services: { links, ...list },
		formRouters: [
			linksRouter({ links, pages, guards, activeSubscription, linksOrigin, log }),
			originalsRouter({ originals, guards }),
			imageRouter({ originals, guards }),
		],
		routers: [
			linkAliasesRouter({ aliases: createLinkAliases({ db, now, linkCache, linksOrigin, moderation }), guards }),
			prefillRouter({ prefill, guards }),
			utmTemplatesRouter({ db, guards }),
			linkListRouter({ ...list, guards, linksOrigin }),
		],
		stop: () => reader.stop(),
	};
}

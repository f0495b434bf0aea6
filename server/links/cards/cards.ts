import type pg from "pg";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { ImageService } from "#server/links/images/image.service.ts";
import type { SentImage } from "#server/links/images/images.routes.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import type { Moderation } from "#server/moderation/guard/moderation.service.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { hidesImageLoads } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createOwnAddress } from "#server/platform/outbound/own-address.ts";
import { createCardPreviews } from "./card-previews.ts";
import { cardsRouter } from "./cards.routes.ts";
import { createCardService } from "./cards.service.ts";
import { createDeliveries } from "./deliveries.ts";
import { hiddenImageFetcher } from "./image-fetchers.ts";
import { createImageTags } from "./image-tags.ts";
import { overridesRouter } from "./overrides.routes.ts";
import { createOverrides } from "./overrides.service.ts";
import { createOwnMark } from "./self-test/own-mark.ts";
import { selfTestRouter } from "./self-test/self-test.routes.ts";
import { createSelfTests } from "./self-test/self-test.service.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	sessionSecret: string;
	storedImages: ImageService;
	originals: Originals;
	moderation: Moderation;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	/** The platform whose preview fetcher has this user agent, or null. */
	fetcherOf: (userAgent: string) => string | null;
	guards: Guards;
	linksOrigin: string;
	imagesOrigin: string;
	imageOrigins: readonly string[];
	config: Pick<Config, "domains">;
	deadlines: Pick<Deadlines, "selfTest">;
	now: () => Date;
	log: Logger;
};

export function createCards(options: Options) {
	const {
		db,
		pool,
		sessionSecret,
		storedImages,
		originals,
		moderation,
		linkCache,
		fetcherOf,
		guards,
		linksOrigin,
		imagesOrigin,
		config,
		now,
		log,
	} = options;
	const ownMark = createOwnMark({ sessionSecret, now });
	const tags = createImageTags({ sessionSecret });
	const deliveries = createDeliveries({ pool, tags, now, log });
	const domainTarget = config.domains.target;
	const ownAddress = createOwnAddress({ linksOrigin, imagesOrigin, domainTarget });
	const selfTests = createSelfTests({ ...options, domainTarget, ownAddress, mark: ownMark, tags });
	const receipts = createCardService({ db, seesImageLoads: !hidesImageLoads(options) });
	const overrides = createOverrides({ db, storedImages, originals, moderation, linkCache });

	/** Our own self-test doesn't count. */
	function imageSent({ imageUrl, tag, headers }: SentImage): void {
		if (ownMark.isOn(headers)) return;
		const userAgent = headers["user-agent"] ?? "";
		deliveries.picture({ imageUrl, tag, platform: fetcherOf(userAgent) ?? hiddenImageFetcher(userAgent) });
	}

	return {
		deliveries,
		overrides,
		selfTests,
		receipts,
		cardPreviews: createCardPreviews(options),
		imageSent,
		isOwnTest: ownMark.isOn,
		tagOf: tags.sign,
		metrics: [deliveries.metrics],
		work: [deliveries],
		routers: [
			overridesRouter({ overrides, guards }),
			selfTestRouter({ selfTests, guards }),
			cardsRouter({ cards: receipts, guards }),
		],
	};
}

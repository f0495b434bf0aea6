import type pg from "pg";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { SentPicture } from "#server/links/images/images.routes.ts";
import type { Originals } from "#server/links/images/originals.service.ts";
import type { Pictures } from "#server/links/images/pictures.service.ts";
import type { Guard } from "#server/moderation/guard/guard.service.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createOwnAddress } from "#server/platform/outbound/own-address.ts";
import { cardsRouter } from "./cards.routes.ts";
import { createCardService } from "./cards.service.ts";
import { createDeliveries } from "./deliveries.ts";
import { overridesRouter } from "./overrides.routes.ts";
import { createOverrides } from "./overrides.service.ts";
import { hiddenPictureFetcher } from "./picture-fetchers.ts";
import { createPictureTags } from "./picture-tags.ts";
import { createOwnMark } from "./self-test/own-mark.ts";
import { selfTestRouter } from "./self-test/self-test.routes.ts";
import { createSelfTests } from "./self-test/self-test.service.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	/** Signs the tags of images and the requests of self-tests. */
	sessionSecret: string;
	pictures: Pictures;
	originals: Originals;
	guard: Guard;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	/** The platform whose preview fetcher has this user agent; null for any other. */
	fetcherOf: (userAgent: string) => string | null;
	guards: Guards;
	linksOrigin: string;
	deadlines: Pick<Deadlines, "selfTest">;
	now: () => Date;
	log: Logger;
};

/** Cards, wired: those for some apps, which platform has fetched them, and the test of a link. */
export function createCards(options: Options) {
	const { db, pool, sessionSecret, pictures, originals, guard, linkCache, fetcherOf, guards, linksOrigin, now, log } =
		options;
	const ownMark = createOwnMark({ sessionSecret, now });
	const tags = createPictureTags({ sessionSecret });
	const deliveries = createDeliveries({ pool, tags, now, log });
	const ownAddress = createOwnAddress({ linksOrigin });
	const selfTests = createSelfTests({ ...options, ownAddress, mark: ownMark, tags });
	const overrides = createOverrides({ db, pictures, originals, guard, linkCache });

	/** Notes that an image of a card was sent; our own test counts nowhere. */
	function imageSent({ imageUrl, tag, headers }: SentPicture): void {
		if (ownMark.isOn(headers)) return;
		const userAgent = headers["user-agent"] ?? "";
		deliveries.picture({ imageUrl, tag, platform: fetcherOf(userAgent) ?? hiddenPictureFetcher(userAgent) });
	}

	return {
		deliveries,
		overrides,
		imageSent,
		isOwnTest: ownMark.isOn,
		tagOf: tags.sign,
		figures: [deliveries.figures],
		work: [deliveries],
		/** They read their own bodies. */
		routers: [
			overridesRouter({ overrides, guards }),
			selfTestRouter({ selfTests, guards }),
			cardsRouter({ cards: createCardService({ db }), guards }),
		],
	};
}

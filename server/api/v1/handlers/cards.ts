import { linkNotFound } from "#server/account/auth/own-link.ts";
import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { CardPreviews } from "#server/links/cards/card-previews.ts";
import type { Cards } from "#server/links/cards/cards.service.ts";
import type { Overrides } from "#server/links/cards/overrides.service.ts";
import type { SelfTests } from "#server/links/cards/self-test/self-test.service.ts";
import { domainOfNew, liveDomains } from "#server/links/link-domains.ts";
import type { LinkList } from "#server/links/list/link-list.service.ts";
import { imageUrlOn, shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { CARD_ROUTES } from "#shared/api/v1/routes/cards.ts";
import type { LinkCard } from "#shared/links/cards/card-override.ts";
import { receiptsOf } from "#shared/links/cards/receipts.ts";
import { makeQrCode } from "#shared/links/qr/qr-code.ts";
import { qrSvg } from "#shared/links/qr/qr-svg.ts";
import { scanAddress } from "#shared/links/scan.ts";
import { handlersFor } from "../route-work.ts";

export type CardHandlerOptions = {
	db: Db;
	overrides: Overrides;
	cardPreviews: CardPreviews;
	selfTests: SelfTests;
	receipts: Pick<Cards, "deliveriesOf">;
	list: Pick<LinkList, "rows">;
	linksOrigin: string;
	imagesOrigin: string;
	now: () => Date;
};

export function cardHandlers(options: CardHandlerOptions) {
	const { db, overrides, cardPreviews, selfTests, receipts, list, linksOrigin, imagesOrigin, now } = options;

	function presented({ imageShape: _, imageUrl, ...card }: LinkCard) {
		return { ...card, imageUrl: imageUrlOn(imagesOrigin, imageUrl) };
	}

	return handlersFor<typeof CARD_ROUTES>({
		async listCards({ user, params }) {
			const cards = await overrides.list(user, params.id);
			return { body: { cards: cards.map(presented), next: null } };
		},

		async saveCard({ user, planId, params: { id: linkId, target }, body }) {
			requireFeature(planId, "platformCards");
			const { title = null, description = null, imageUrl = null, color = null, buttonLabel = null } = body;
			const form = { title, description, imageUrl, color, buttonLabel, imageCut: null };
			const cards = await overrides.save(user, { linkId, target, form, upload: undefined });
			const saved = cards.find((card) => card.target === target);
			// Another request has removed it meanwhile.
			if (!saved) throw linkNotFound();
			return { body: presented(saved) };
		},

		async deleteCard({ user, params: { id: linkId, target } }) {
			await overrides.remove(user, { linkId, target });
			return { body: null };
		},

		previewLink: async ({ user, params }) => ({ body: { platforms: await cardPreviews.ofLink(user.id, params.id) } }),

		async previewCard({ user, body: { imageUrl = null, targetUrl = null, domain: wanted, ...card } }) {
			const live = await liveDomains(db, user.id);
			const { domainId, refused } = domainOfNew(live, wanted);
			if (refused) throw refused;
			const domain = live.find(({ id }) => id === domainId)?.host ?? null;
			return { body: { platforms: await cardPreviews.ofCard(user.id, { ...card, imageUrl, targetUrl, domain }) } };
		},

		async testLink({ user, params }) {
			const { took, results } = await selfTests.run(user, params.id);
			return { body: { tookMs: took, results: results.map(({ fetcher: app, findings }) => ({ app, findings })) } };
		},

		async getReceipts({ user, params }) {
			const found = await receipts.deliveriesOf(user.id, params.id);
			const states = { present: "current", older: "older", never: "never" } as const;
			return {
				body: {
					version: found.version,
					receipts: receiptsOf(found, now()).map(({ fetcher, state, text }) => ({
						...{ app: fetcher.name, state: states[state], text },
					})),
					fetches: found.deliveries.map(({ kind, ...fetch }) => ({
						...fetch,
						kind: kind === "picture" ? "image" : kind,
					})),
					next: null,
				},
			};
		},

		async getQrCode({ user, params, query: { color: dark, background: light } }) {
			const [link] = await list.rows(user, [params.id]);
			if (!link) throw linkNotFound();
			const text = scanAddress(shortUrlOf(linksOrigin, { ...link, userSlug: user.userSlug }));
			const code = makeQrCode(text, { withLogo: false });
			return { body: qrSvg(code, { colours: { dark, light }, logo: null }) };
		},
	});
}

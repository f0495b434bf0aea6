import { expect, it } from "vitest";
import { createOverrides } from "#server/links/cards/overrides.service.ts";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { CardOverride } from "#shared/links/cards/card-override.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { createModerationService, type Moderation } from "./moderation.service.ts";

const app = useTestApp();
const FORM: CardOverride = {
	title: "For X",
	description: null,
	imageUrl: null,
	imageCut: null,
	color: null,
	buttonLabel: null,
};

/** The guard of the app; it says how often texts were read, in all and within a transaction. */
function countingModeration() {
	const reads = { all: 0, inside: 0 };
	const listed = () => {
		reads.all += 1;
		return [];
	};
	const service = createModerationService({ ...app.deps, listed });
	const check: Moderation["check"] = async (...asked) => {
		const before = reads.all;
		const flag = await service.check(...asked);
		reads.inside += reads.all - before;
		return flag;
	};
	return { moderation: { ...service, check }, reads };
}

it("P456: an edit's texts are read before its transaction, with cards and the alias that it makes", async () => {
	const owner = await subscriber(app);
	const link = await createLink(owner, { customLinkSlug: "summer" });
	await app.deps.db.insert(linkCards).values({ linkId: link.id, target: "x", title: "For X" });
	const { moderation, reads } = countingModeration();
	const links = linksOf(app, { moderation });
	const edits = [
		{ title: "PayPal", description: "Please verify your account" },
		{ title: "Winter", customLinkSlug: "winter" },
		{ title: "Summer", customLinkSlug: "summer" },
		{ title: "Summer", afterUrl: "https://after.example/", endsAt: "2099-01-01T00:00:00.000Z" },
	];
	let { linkSlug } = link;
	for (const edit of edits) {
		const saved = await links.update(owner.user, linkSlug, { ...submission(edit as object), revision: null });
		linkSlug = saved.linkSlug;
	}
	expect(reads.all).toBeGreaterThanOrEqual(edits.length);
	expect(reads.inside).toBe(0);
});

it("P456: a new link with cards is read once, and so is a card that is saved by itself", async () => {
	const owner = await subscriber(app);
	const { moderation, reads } = countingModeration();
	const cards = {
		validated: async () => async (tx: Pick<typeof app.deps.db, "insert">, linkId: number) => {
			await tx.insert(linkCards).values({ linkId, target: "x", title: FORM.title });
		},
	};
	const made = await linksOf(app, { moderation, cards }).create(owner.user, {
		...submission(),
		cards: new Map([["x", { form: FORM, upload: undefined }]]),
	});
	expect(reads).toEqual({ all: 1, inside: 0 });
	const overrides = createOverrides({
		...{ db: app.deps.db, moderation, linkCache: { invalidate: () => undefined } },
		storedImages: { requireShown: async () => {} },
		originals: { imageFor: async () => null },
	});
	const form = { ...FORM, title: "PayPal", description: "Please verify your account" };
	await overrides.save(owner.user, { linkId: made.id, target: "x", form, upload: undefined });
	await overrides.remove(owner.user, { linkId: made.id, target: "x" });
	expect(reads).toEqual({ all: 3, inside: 0 });
});

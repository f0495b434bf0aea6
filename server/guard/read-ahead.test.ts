import { expect, it } from "vitest";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import { createGuardService, type Guard } from "./guard.service.ts";

const app = useTestApp();

it("P456: an edit's texts are read before its transaction, with cards and the alias that it makes", async () => {
	const owner = await subscriber(app);
	const link = await createLink(owner, { customLinkSlug: "summer" });
	await app.deps.db.insert(linkCards).values({ linkId: link.id, target: "x", title: "For X" });
	let reads = 0;
	let readsInside = 0;
	const listed = () => {
		reads += 1;
		return [];
	};
	const service = createGuardService({ ...app.deps, listed });
	const check: Guard["check"] = async (...asked) => {
		const before = reads;
		const flag = await service.check(...asked);
		readsInside += reads - before;
		return flag;
	};
	const links = linksOf(app, { guard: { ...service, check } });
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
	expect(reads).toBeGreaterThanOrEqual(edits.length);
	expect(readsInside).toBe(0);
});

import { expect, test } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { listedIds } from "#server/testing/api/listed-links.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { links } from "#shared/links/links.table.ts";

const app = useTestApp();
const TEXTS = { targetUrl: "https://example.com/", title: "A title", description: "A description" };

test("3,000 links are listed by cursor, none missing or twice, while others are added and removed (P642)", async () => {
	const owner = await subscriber(app, "enterprise");
	const by = await apiClient(app, owner);
	const rows = Array.from({ length: 3_000 }, (_, n) => ({ ...TEXTS, userId: owner.user.id, linkSlug: `many-${n}` }));
	const before = await app.deps.db.insert(links).values(rows).returning({ id: links.id });
	const seen = await listedIds(by, 200, async ({ links: page }) => {
		await by.post("/links/bulk", { links: [TEXTS, TEXTS, TEXTS] });
		await by.delete(`/links/${page[0]?.id}`);
	});
	expect(seen).toEqual(before.map(({ id }) => id).reverse());
}, 120_000);

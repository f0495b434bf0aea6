import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import { LINKS_PER_DAY } from "./link-quota.ts";

let clock = Date.UTC(2031, 5, 1, 18);
const app = useTestApp({ now: () => new Date(clock) });

it("a plan without a monthly quota creates 25,000 links a UTC day, by form, duplicate or import (P248)", async () => {
	const owner = await subscriber(app, "enterprise");
	const insert = `INSERT INTO links (user_id, link_slug, target_url, title, description, created_at)
		SELECT $1, 'many' || n, 'https://example.com', 'T', 'D', $2 FROM generate_series(1, $3::int) n`;
	await app.deps.pool.query(insert, [owner.user.id, new Date(clock), LINKS_PER_DAY - 1]);
	const link = await createLink(owner);
	const file = await fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
		method: "POST",
		headers: { "Content-Type": "text/csv", Cookie: cookieOf(owner) },
		body: "slug,target_url,title,description\none,https://example.com/1,T,D",
	});
	const { id } = (await file.json()) as ImportView;
	const message = "You've created all 25,000 links allowed in a day. Please try again tomorrow.";
	for (const refused of [
		await owner.post(API.links.all, linkForm()),
		await owner.post(API.links.duplicate(link.id), {}),
		await owner.post(API.imports.start(id), {}),
	]) {
		expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
			429,
			String(6 * 3_600),
			{ kind: "too_many", message, limit: 25_000 },
		]);
	}
	// What stands may be changed, and tomorrow there is room.
	expect((await owner.put(API.links.bySlug(link.linkSlug), linkForm({ title: "New" }))).status).toBe(200);
	clock += 6 * 3_600_000;
	expect((await owner.post(API.links.all, linkForm())).status).toBe(201);
	expect((await owner.post(API.imports.start(id), {})).status).toBe(200);
});

import { expect, it } from "vitest";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import { link } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

it.each(["made", "edited"])(
	"a link that is %s while its domain is removed is saved, and is on ours afterwards (P624)",
	async (what) => {
		const ada = await subscriber(app);
		const { db, pool } = app.deps;
		const host = `${what}.brand.example`;
		const row = { userId: ada.user.id, host, token: what, verifiedAt: new Date("2026-01-01") };
		const [domain] = await db.insert(domains).values(row).returning();
		await createLink(ada, { customLinkSlug: "old", domain: "" });
		const waiting = async () => {
			const { rowCount } = await pool.query("SELECT FROM pg_locks WHERE NOT granted");
			return rowCount;
		};
		const holder = await pool.connect();
		// Links can be read, and not written: the save has found its domain by then.
		await holder.query("BEGIN; LOCK TABLE links IN SHARE MODE");
		const form = linkForm({ domain: host, title: "Saved" });
		const saved = what === "made" ? ada.post(API.links.all, form) : ada.put(API.links.bySlug("old"), form);
		await until(async () => (await waiting()) === 1);
		const removed = ada.delete(API.domains.one(domain?.id ?? 0));
		await until(async () => (await waiting()) === 2);
		await holder.query("COMMIT");
		holder.release();
		expect([(await saved).status, (await removed).status]).toEqual([what === "made" ? 201 : 200, 204]);
		const { linkSlug } = link.parse(await (await saved).json());
		const after = link.parse(await (await ada.get(API.links.bySlug(linkSlug))).json());
		expect(after).toMatchObject({ title: "Saved", domain: null, shortUrl: expect.stringContaining("/go/") });
	},
);

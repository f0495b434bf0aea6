import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { imports } from "#shared/links/imports/imports.table.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Requests for pages that were begun and that were ended; no page ever answers. */
const pages = { begun: 0, ended: 0 };
const app = useTestApp({
	deps: () => ({
		openOutbound: () => ({
			async get({ signal }) {
				pages.begun += 1;
				await new Promise((resolve) => signal?.addEventListener("abort", resolve));
				pages.ended += 1;
				throw signal?.reason;
			},
			probe: async () => ({ failure: "ours" }),
			stop: () => {},
		}),
	}),
});

async function check(who: Subscriber, text: string): Promise<ImportView> {
	const headers = { "Content-Type": "text/csv", Cookie: cookieOf(who) };
	return (
		await fetch(app.origin + API.imports.all, { method: "POST", headers, body: text })
	).json() as Promise<ImportView>;
}
const present = async (who: Subscriber) => (await (await who.get(API.imports.all)).json()) as ImportView;
const start = (who: Subscriber, { id }: ImportView, prefill = false) => who.post(API.imports.start(id), { prefill });
const disable = ({ user }: Subscriber) =>
	app.deps.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id));
const linksOf = ({ user }: Subscriber) => app.deps.db.select().from(links).where(eq(links.userId, user.id));

/** Someone else's import, which wakes the work of all. */
async function wake(): Promise<void> {
	const other = await subscriber(app);
	await start(other, await check(other, "target_url,title,description\nhttps://example.com/,T,D"));
	await until(async () => (await present(other)).state === "done");
}

it("an import of a disabled owner makes no links (P19)", async () => {
	const owner = await subscriber(app);
	const { id } = await check(owner, "target_url,title,description\nhttps://example.com/,T,D");
	await disable(owner);
	expect((await start(owner, { id } as ImportView)).status).toBe(403);
	// It was started the moment before.
	await app.deps.db.update(imports).set({ state: "running" }).where(eq(imports.id, id));
	await wake();
	await until(async () => (await present(owner)).state !== "running");
	expect(await present(owner)).toMatchObject({ state: "stopped", reason: "Your account has been disabled" });
	expect(await linksOf(owner)).toEqual([]);
});

it("it stops while a page is being read, too, and the reading ends", async () => {
	const owner = await subscriber(app);
	await start(owner, await check(owner, "target_url\nhttps://silent.example/1\nhttps://silent.example/2"), true);
	await until(async () => pages.begun === 1);
	await disable(owner);
	await wake();
	await until(async () => (await present(owner)).state === "stopped");
	await until(async () => pages.ended === 1);
	expect(await present(owner)).toMatchObject({ reason: "Your account has been disabled" });
	expect([pages.begun, await linksOf(owner)]).toEqual([1, []]);
});

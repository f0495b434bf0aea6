import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { ImportRow, ImportView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const app = useTestApp({ env: { RATE_LIMITS: "on", NEW_ACCOUNT_LINKS: "3", NEW_ACCOUNT_LINKS_PER_WEBSITE: "2" } });

const to = (host: string) => linkForm({ targetUrl: `https://${host}/` });
const becomes = (owner: Subscriber, daysOld: number) =>
	app.deps.db
		.update(users)
		.set({ createdAt: new Date(Date.now() - daysOld * DAY_MS) })
		.where(eq(users.id, owner.user.id));

describe("P388: new accounts", () => {
	it("create so many links on their first day, whatever the plan", async () => {
		const owner = await subscriber(app);
		for (const host of ["a.example", "b.example", "c.example"])
			await createLink(owner, { targetUrl: `https://${host}/` });
		const refused = await owner.post(API.links.all, to("d.example"));
		expect([refused.status, await refused.json()]).toMatchObject([429, { code: "new_account_limit", limit: 3 }]);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(86_000);
		await becomes(owner, 1);
		expect((await owner.post(API.links.all, to("d.example"))).status).toBe(201);
	});

	it("create so many to one website in their first week, its subdomains included", async () => {
		const owner = await subscriber(app);
		await becomes(owner, 2);
		await createLink(owner, { targetUrl: "https://www.shop.example/1" });
		const second = await createLink(owner, { targetUrl: "https://shop.example/2" });
		await owner.delete(API.links.byId(second.id));
		const refused = await owner.post(API.links.all, to("sale.shop.example"));
		expect([refused.status, await refused.json()]).toMatchObject([429, { code: "new_account_limit", limit: 2 }]);
		expect((await owner.post(API.links.all, to("notshop.example"))).status).toBe(201);
		await becomes(owner, 7);
		expect((await owner.post(API.links.all, to("shop.example"))).status).toBe(201);
	});

	it("import no more than that either: the rows beyond it are refused, with a code (P391)", async () => {
		const owner = await subscriber(app, "enterprise");
		const present = async () => (await (await owner.get(API.imports.all)).json()) as ImportView;
		const hosts = ["a.example", "shop.example", "b.example", "www.shop.example", "new.shop.example", "c.example"];
		const imported = async () => {
			const body = ["target_url,title,description", ...hosts.map((host) => `https://${host}/,Title,Text`)].join("\n");
			const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
			const sent = await fetch(app.origin + API.imports.all, { method: "POST", headers, body });
			const { id } = (await sent.json()) as ImportView;
			expect((await owner.post(API.imports.start(id), {})).status).toBe(200);
			await until(async () => (await present()).state === "done");
			const rows = (await (await owner.get(API.imports.rows(id))).json()) as ImportRow[];
			return rows.map(({ state, code }) => code ?? state);
		};
		const beyond = "new_account_limit";
		expect(await imported()).toEqual(["made", "made", "made", beyond, beyond, beyond]);
		await becomes(owner, 2);
		// One more of the website of which there is one already.
		expect(await imported()).toEqual(["made", "made", "made", beyond, beyond, "made"]);
	});

	it("an operator lifts both limits", async () => {
		const owner = await subscriber(app);
		for (const host of ["a.example", "b.example", "c.example"])
			await createLink(owner, { targetUrl: `https://${host}/` });
		expect(await operatorCommand(app, "trust", "user", owner.user.email)).toEqual([
			expect.stringContaining("no longer has the limits of a new account"),
		]);
		expect((await owner.post(API.links.all, to("a.example"))).status).toBe(201);
		expect((await owner.post(API.links.all, to("a.example"))).status).toBe(201);
	});
});

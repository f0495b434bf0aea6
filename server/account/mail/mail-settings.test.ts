import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailTo } from "#server/testing/app/mailbox.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { mailSettingsView } from "#shared/account/mail/mail-settings.ts";
import { mails } from "#shared/account/mail/mails.table.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
const key = { name: "Zapier", scopes: ["links:read"], expiresInDays: null };
const settings = async (owner: Subscriber) => mailSettingsView.parse(await (await owner.get(API.account.mail)).json());
const change = (owner: Subscriber, body: object) => owner.put(API.account.mail, { ...body });
const outcomesOf = async (owner: Subscriber) => {
	const rows = await app.deps.db.select().from(mails).where(eq(mails.userId, owner.user.id)).orderBy(mails.createdAt);
	return rows.map(({ outcome }) => outcome);
};

test("P674: each kind is on until its owner switches it off, also by a mail's own link, without sign-in", async () => {
	const ada = await subscriber(app, "pro");
	expect(await settings(ada)).toEqual({
		...{ isOn: true, email: ada.user.email, off: [], hasBounced: false, timeZone: null, mailbox: "/sandbox/mail" },
	});
	expect((await app.browser().get(API.account.mail)).status).toBe(401);
	expect((await change(ada, { off: ["nothing"] })).status).toBe(400);
	await change(ada, { off: ["quota", "milestone"], timeZone: "Europe/Lisbon" });
	expect(await settings(ada)).toMatchObject({ off: ["milestone", "quota"], timeZone: "Europe/Lisbon" });

	await ada.post(API.keys.all, key);
	const mail = await mailTo(app, ada.user.email, "API key");
	const path = mail.unsubscribeUrl.replace(app.origin, "");
	expect(mail.text).toContain(mail.unsubscribeUrl);
	const anyone = app.browser();
	// A scanner that follows the link changes nothing.
	expect(await (await anyone.get(path)).text()).toContain("New API keys");
	expect((await settings(ada)).off).not.toContain("api_key");
	const oneClick = { "Sec-Fetch-Site": "cross-site", Origin: "https://mail.example" };
	const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
	expect((await anyone.post(path, body, { headers: oneClick })).status).toBe(200);
	expect((await anyone.post(path, body, { headers: oneClick })).status).toBe(200);
	expect((await settings(ada)).off).toEqual(["api_key", "milestone", "quota"]);
	for (const wrong of [path.replace(/[0-9a-f]{8}-/, "00000000-"), `${path}x`, "/email/unsubscribe/x/api_key"]) {
		expect((await anyone.post(wrong)).status).toBe(404);
	}
	expect((await anyone.put(path)).status).toBe(405);

	await ada.post(API.keys.all, key);
	await until(async () => (await outcomesOf(ada)).every((outcome) => outcome !== null));
	expect(await outcomesOf(ada)).toEqual(["sent"]);
	const data = (await (await ada.get(API.account.data)).json()) as { mailSettings: object[]; mails: object[] };
	expect(data).toMatchObject({ mailSettings: [{ timeZone: "Europe/Lisbon" }], mails: [{ kind: "api_key" }] });
	expect(JSON.stringify(data)).not.toContain(path.split("/")[3]);
});

test("P673: three hard bounces in a row switch an address off, until its owner tries again or has another", async () => {
	const ada = await subscriber(app, "enterprise");
	const bounce = async (count: number) => {
		app.sandbox?.mail.answer("bounce");
		for (let n = 0; n < count; n++) {
			const before = (await outcomesOf(ada)).length;
			await ada.post(API.keys.all, key);
			await until(async () => (await outcomesOf(ada))[before] !== null && (await outcomesOf(ada)).length > before);
		}
		app.sandbox?.mail.answer(null);
	};
	await bounce(3);
	expect(await settings(ada)).toMatchObject({ hasBounced: true });
	await ada.post(API.keys.all, key);
	await until(async () => (await outcomesOf(ada))[3] === "off");

	expect((await change(ada, { tryAgain: true })).status).toBe(200);
	expect(await settings(ada)).toMatchObject({ hasBounced: false });
	await ada.post(API.keys.all, key);
	await mailTo(app, ada.user.email, "API key");
	await bounce(3);
	const email = "another@example.com";
	await app.deps.db.update(users).set({ email }).where(eq(users.id, ada.user.id));
	expect(await settings(ada)).toMatchObject({ hasBounced: false, email });
	await ada.post(API.keys.all, key);
	await mailTo(app, email, "API key");
});

test("P672: mails of one kind that wait together are one mail, and a refused try is repeated", async () => {
	const ada = await subscriber(app, "pro");
	for (const title of ["Summer", "Winter"]) await createLink(ada, { title });
	app.sandbox?.mail.answer("later");
	await app.deps.db.update(links).set({ disabledAt: new Date() }).where(eq(links.userId, ada.user.id));
	const isHers = eq(mails.userId, ada.user.id);
	await until(async () => (await app.deps.db.select().from(mails).where(isHers)).some(({ error }) => error !== null));
	expect(await outcomesOf(ada)).toEqual([null, null]);
	app.sandbox?.mail.answer(null);
	await app.deps.db
		.update(mails)
		.set({ nextTryAt: new Date() })
		.where(and(isHers, isNull(mails.sentAs)));
	const { text } = await mailTo(app, ada.user.email, "We closed 2 of your links");
	expect([text.includes("Summer"), text.includes("Winter")]).toEqual([true, true]);
	await until(async () => (await outcomesOf(ada)).every((outcome) => outcome === "sent"));
});

test("the sandbox's mailbox shows each mail with its HTML, its text and its headers", async () => {
	const ada = await subscriber(app, "pro");
	await ada.post(API.keys.all, key);
	const { number, messageId } = await mailTo(app, ada.user.email, "API key");
	const pages = await Promise.all(
		["", `/${number}`, `/${number}/html`, "/0"].map(async (path) => {
			const response = await ada.get(`/sandbox/mail${path}`);
			return [response.status, await response.text()] as const;
		}),
	);
	expect(pages.map(([status]) => status)).toEqual([200, 200, 200, 404]);
	const [list = "", page = "", html = ""] = pages.map(([, text]) => text);
	expect(list).toContain(ada.user.email);
	for (const part of [messageId, "List-Unsubscribe-Post", "Auto-Submitted", "It begins with"])
		expect(page).toContain(part);
	expect(html).toContain("prefers-color-scheme");
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { mails } from "#shared/account/mail/mails.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
const mailbox = (to: string) => app.sandbox?.mail.all(to) ?? [];

async function mailed(to: string, count = 1) {
	return until(() => (mailbox(to).length >= count ? mailbox(to) : null));
}

describe("a mail", () => {
	test("tells of a new API key, once", async () => {
		const ada = await subscriber(app, "pro");
		const form = { name: "Zapier", scopes: ["links:read"], expiresInDays: null };
		expect((await ada.post(API.keys.all, form)).status).toBe(201);
		const [mail] = await mailed(ada.user.email);
		expect(mail).toMatchObject({ subject: "A new API key was created" });
		console.log(mail?.text);
		const rows = await app.deps.db.select().from(mails).where(eq(mails.userId, ada.user.id));
		expect(rows).toMatchObject([{ outcome: "sent" }]);
	});
});

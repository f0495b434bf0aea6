import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { startWebRiskStandIn } from "#server/testing/guard/web-risk-stand-in.ts";
import type { LinkView } from "#shared/links/link.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createLiveLinks } from "../lists/live-links.ts";

const standIn = await startWebRiskStandIn();
standIn.plant("www.evil.example");
const env = { WEB_RISK_KEY: "a-key", WEB_RISK_ORIGIN: standIn.origin };
const app = useTestApp({ env });
let twin: TestApp;
beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(async () => {
	await twin.close();
	await standIn.close();
});

async function bothAnswer({ shortUrl }: Pick<LinkView, "shortUrl">, status: number): Promise<void> {
	const request = `HEAD ${new URL(shortUrl).pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\nAccept-Language: en\r\n\r\n`;
	for (const at of [app, twin]) {
		await until(async () => (await rawRequest(at.origin, request)).status === status, 60_000);
	}
}

it("P392: refuses a save to a threat, made or edited, and says whose advice that is", async () => {
	const owner = await subscriber(app);
	const evil = linkForm({ targetUrl: "https://www.evil.example/login" });
	const answer = await owner.post(API.links.all, evil);
	expect([answer.status, await answer.json()]).toMatchObject([
		400,
		{
			code: "unsafe_target",
			message: "You can't save this link. Its target may be unsafe (phishing). Advisory provided by Google.",
			fields: [{ field: "targetUrl" }],
		},
	]);
	const link = await createLink(owner, { targetUrl: "https://notevil.example/" });
	expect((await owner.put(API.links.bySlug(link.linkSlug), evil)).status).toBe(400);
	expect([...standIn.keys]).toEqual(["a-key"]);
});

it("P392: sends Google no address that is only typed", async () => {
	const owner = await subscriber(app);
	const hinted = await owner.post(API.links.hint, {
		title: "A title",
		description: "A description",
		targetUrl: "https://typed.example/",
	});
	expect(hinted.status).toBe(200);
	await createLink(owner, { targetUrl: "https://saved.example/" });
	expect(standIn.asked.filter((address) => /typed|saved/.test(address))).toEqual(["https://saved.example/"]);
});

it("P392: closes a duplicate to a threat in both processes, and keeps it closed while that is unsure", async () => {
	const owner = await subscriber(app);
	const original = await insertLink(app.deps.db, { userId: owner.user.id, targetUrl: "https://shop.second.example/a" });
	const untouched = await createLink(owner);
	standIn.plant("shop.second.example", "MALWARE");
	const link = (await (await owner.post(API.links.duplicate(original.id), {})).json()) as LinkView;
	await bothAnswer(link, 410);
	await bothAnswer(untouched, 302);
	const seen = (await (await owner.get(API.links.bySlug(link.linkSlug))).json()) as LinkView;
	expect(seen.flag).toMatchObject({ state: "blocked", reasons: [{ code: "web-risk", words: ["malware"] }] });

	// A process that knows no answer yet opens nothing.
	const compare = (isUnsure: boolean) =>
		createLiveLinks({
			db: app.deps.db,
			now: () => new Date(),
			listed: () => [],
			isUnsure: () => isUnsure,
		}).compareAll();
	const flags = () => app.deps.db.select().from(linkFlags).where(eq(linkFlags.linkId, link.id));
	await compare(true);
	expect(await flags()).toHaveLength(1);
	await compare(false);
	expect(await flags()).toEqual([]);
});

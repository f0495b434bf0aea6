import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/api-paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import { createLists } from "./lists.ts";
import { compareLiveLinks } from "./live-links.ts";

const file = join(mkdtempSync(join(tmpdir(), "lists-")), "phishing.txt");
const list = (...lines: string[]) => writeFileSync(file, lines.join("\n"));
list("first.example");

const app = useTestApp({ env: { GUARD_LISTS: `phishing=${file}` } });
let twin: TestApp;
beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(() => twin.close());

/** As every hour: the same code on the list as it is now, read by a thread. */
async function readAgain(): Promise<void> {
	const { db, log, now } = app.deps;
	const changed = () => compareLiveLinks({ db, now, listed: lists.listed });
	const lists = createLists({ places: [{ name: "phishing", place: file }], changed, log, now });
	lists.work.start();
	await lists.work.run();
	await lists.work.stop();
}

async function bothAnswer({ shortUrl }: LinkView, status: number): Promise<void> {
	const request = `HEAD ${new URL(shortUrl).pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\nAccept-Language: en\r\n\r\n`;
	for (const at of [app, twin]) {
		await until(async () => (await rawRequest(at.origin, request)).status === status, 2_000);
	}
}

it("P386: refuses a save to a listed host, and names the list", async () => {
	const owner = await subscriber(app);
	await until(async () => {
		const answer = await owner.post(API.links.all, linkForm({ targetUrl: "https://www.first.example/x" }));
		const body = (await answer.json()) as { message: string; code: string };
		return answer.status === 400 && body.code === "unsafe_target" && body.message.includes('"phishing"');
	}, 20_000);
	await createLink(owner, { targetUrl: "https://notfirst.example/" });
});

it("P386: closes live links in every process once their target is listed, and opens them again after that", async () => {
	const owner = await subscriber(app);
	const link = await createLink(owner, { targetUrl: "https://shop.second.example/a" });
	const cleared = await createLink(owner, { targetUrl: "https://second.example/b" });
	const untouched = await createLink(owner);
	for (const each of [link, cleared]) await bothAnswer(each, 302);
	list("first.example", "second.example");
	await readAgain();
	for (const each of [link, cleared]) await bothAnswer(each, 410);
	await bothAnswer(untouched, 302);
	const seen = (await (await owner.get(API.links.bySlug(link.linkSlug))).json()) as LinkView;
	expect(seen.flag).toMatchObject({ state: "blocked", reasons: [{ code: "listed", words: ["phishing"] }] });
	expect(seen.deleted).toBe(false);

	await operatorCommand(app, "flags", "clear", `${owner.user.userSlug}/${cleared.linkSlug}`);
	await bothAnswer(cleared, 302);
	await readAgain();
	await bothAnswer(cleared, 302);
	await bothAnswer(link, 410);

	list("first.example");
	await readAgain();
	await bothAnswer(link, 302);
});

import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, linkForm, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { IS_LONG, rounds } from "#server/testing/app/torture.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const file = join(mkdtempSync(join(tmpdir(), "lists-")), "phishing.txt");
/** As an operator's job replaces it. */
function list(...lines: string[]): void {
	writeFileSync(`${file}.new`, lines.join("\n"));
	renameSync(`${file}.new`, file);
}
list("first.example");

/** Two seconds are promised; the suite runs on machines that do much else. */
const LIMIT_MS = IS_LONG ? 2_000 : 60_000;

const app = useTestApp({ env: { GUARD_LISTS: `phishing=${file}` } });
let twin: TestApp;
beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(() => twin.close());

async function bothAnswer({ shortUrl }: Pick<LinkView, "shortUrl">, status: number): Promise<void> {
	const request = `HEAD ${new URL(shortUrl).pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\nAccept-Language: en\r\n\r\n`;
	for (const at of [app, twin]) {
		await until(async () => (await rawRequest(at.origin, request)).status === status, LIMIT_MS);
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
	for (const each of [link, cleared]) await bothAnswer(each, 410);
	await bothAnswer(untouched, 302);
	const seen = (await (await owner.get(API.links.bySlug(link.linkSlug))).json()) as LinkView;
	expect(seen.flag).toMatchObject({ state: "blocked", reasons: [{ code: "listed", words: ["phishing"] }] });
	expect(seen.deleted).toBe(false);

	await operatorCommand(app, "flags", "clear", `${owner.user.userSlug}/${cleared.linkSlug}`);
	await bothAnswer(cleared, 302);
	const other = await createLink(owner, { targetUrl: "https://third.example/" });
	list("first.example", "second.example", "third.example");
	await bothAnswer(other, 410);
	await bothAnswer(cleared, 302);
	await bothAnswer(link, 410);

	list("first.example");
	await bothAnswer(link, 302);
});

it("P386: a host that a list begins to name is closed in two processes within two seconds, each time", async () => {
	const { id: userId } = await insertUser(app.deps.db, "ada");
	const hosts: string[] = [];
	for (let n = 0; n < rounds({ long: 50, short: 10 }); n++) {
		const { linkSlug } = await insertLink(app.deps.db, { userId, targetUrl: `https://www.t${n}.example/` });
		const link = { shortUrl: `${app.origin}/go/ada/${linkSlug}` };
		await bothAnswer(link, 302);
		hosts.push(`t${n}.example`);
		// Replaced or written in place.
		if (n % 2 === 0) list(...hosts);
		else writeFileSync(file, hosts.join("\n"));
		await bothAnswer(link, 410);
	}
});

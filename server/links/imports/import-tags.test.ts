import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { insertLink } from "#server/testing/app/factories.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { ImportRow, ImportView } from "#shared/links/imports/imports.ts";
import { type LinkOverview, linkOverview } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
const NO_ROOM = "Tags left out because your plan allows 1,000 different tags";

it("rows get as many new tags as the plan has room for, and their notes say so before and after (P230)", async () => {
	const owner = await subscriber(app, "pro");
	const names = Array.from({ length: 999 }, (_, n) => `tag ${n}`);
	for (let n = 0; n < names.length; n += 10) {
		await insertLink(app.deps.db, { userId: owner.user.id, tags: names.slice(n, n + 10) });
	}
	const lines = ["new|TAG 1", "New", "newer|tag 2", "newer"];
	const text = ["url,tags,title", ...lines.map((tags, n) => `https://example.com/${n},${tags},Title`)].join("\n");
	const answer = await fetch(app.origin + API.imports.all, {
		method: "POST",
		headers: { "Content-Type": "text/csv", Cookie: cookieOf(owner) },
		body: text,
	});
	const job = (await answer.json()) as ImportView;
	const rows = async () => (await (await owner.get(API.imports.rows(job.id))).json()) as ImportRow[];
	const notes = [null, null, NO_ROOM, NO_ROOM];
	expect((await rows()).map(({ state, note }) => [state, note])).toEqual(notes.map((note) => ["create", note]));

	await owner.post(API.imports.start(job.id), {});
	await until(async () => ((await (await owner.get(API.imports.all)).json()) as ImportView).state === "done");

	expect((await rows()).map(({ state, note }) => [state, note])).toEqual(notes.map((note) => ["made", note]));
	const { links, tags }: LinkOverview = linkOverview.parse(
		await (await owner.get(`${API.links.search}?q=example.com/`)).json(),
	);
	const tagsOf = (n: number) => links.find(({ targetUrl }) => targetUrl === `https://example.com/${n}`)?.tags;
	expect([0, 1, 2, 3].map(tagsOf)).toEqual([["new", "tag 1"], ["new"], ["tag 2"], []]);
	expect(tags).toHaveLength(1_000);
});

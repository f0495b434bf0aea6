import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";

const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const app = useTestApp();

const listen = (who: Subscriber, at: TestApp = app) => eventStream(at, who);
type Said = { said: string };
const changesIn = ({ said }: Said, kinds = ["deliveries", "import"]): unknown[] =>
	[...said.matchAll(/^event: change\ndata: (.*)$/gm)]
		.map(([, data]) => JSON.parse(data ?? "") as { kind: string })
		.filter(({ kind }) => kinds.includes(kind));
const viewsIn = (stream: Said) => changesIn(stream, ["views"]);

it("new views that any process counted reach their owner's screens, once for many (P402)", async () => {
	const [owner, stranger] = [await subscriber(app), await subscriber(app)];
	const [one, other] = [await createLink(owner), await createLink(owner)];
	const beside = await startTestApp({ beside: app });
	const streams = [await listen(owner), await listen(stranger)] as const;
	const see = async (link: { shortUrl: string }) => {
		const { pathname } = new URL(link.shortUrl);
		await fetch(beside.origin + pathname, { headers: { "user-agent": FACEBOOK }, redirect: "manual" });
	};
	for (const link of [one, other, one, one]) await see(link);
	await until(() => viewsIn(streams[0]).length > 0);
	expect(streams.map(viewsIn)).toEqual([[{ kind: "views", links: [one.id, other.id] }], []]);
	await beside.close();
	for (const stream of streams) stream.close();
});

it("a fetch of a card that any process answered reaches its owner's screens, and nobody else's (P402)", async () => {
	const [owner, stranger] = [await subscriber(app), await subscriber(app)];
	const link = await createLink(owner);
	const beside = await startTestApp({ beside: app });
	const streams = [await listen(owner), await listen(owner), await listen(stranger)];
	const { status, headers } = streams[0]?.answer ?? {};
	expect([status, headers?.get("content-type"), headers?.get("cache-control")]).toEqual([
		...[200, "text/event-stream", "private, no-store"],
	]);
	expect(headers?.get("x-accel-buffering")).toBe("no");

	await fetch(beside.origin + new URL(link.shortUrl).pathname, { headers: { "user-agent": FACEBOOK } });
	const wanted = [{ kind: "deliveries", links: [link.id] }];
	await until(() => streams.slice(0, 2).every((stream) => changesIn(stream).length > 0));
	expect(streams.map((stream) => changesIn(stream))).toEqual([wanted, wanted, []]);

	// The streams of a process end with it.
	const there = await listen(await subscriber(beside), beside);
	expect(there.answer.status).toBe(200);
	await beside.close();
	await until(() => there.hasEnded);
	expect(streams[0]?.hasEnded).toBe(false);
	for (const stream of streams) stream.close();
});

it("an import is told of at each step (P402)", async () => {
	const owner = await subscriber(app, "enterprise");
	const stream = await listen(owner);
	const sent = await fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
		method: "POST",
		headers: { "Content-Type": "text/csv", Cookie: cookieOf(owner) },
		body: "target_url,title,description\nhttps://example.com/,Title,Text",
	});
	const job = (await sent.json()) as ImportView;
	await until(() => changesIn(stream).length > 0);
	await owner.post(API.imports.start(job.id), {});
	const told = changesIn(stream).length;
	await until(async () => {
		const before = changesIn(stream).length;
		const { state } = (await (await owner.get(API.imports.all)).json()) as ImportView;
		return state === "done" && before > told;
	});
	expect(changesIn(stream)).toContainEqual({ kind: "import" });
	stream.close();
});

it("what may have been missed while the database was away is said (P402)", async () => {
	const owner = await subscriber(app);
	const stream = await listen(owner);
	// The connection that listens, by its first query or its heartbeat.
	const broken = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE query IN ('LISTEN account_changed', 'SELECT 1 /* account_changed */') AND datname = current_database() AND pid <> pg_backend_pid()`;
	await app.deps.pool.query(broken);
	await until(() => stream.said.includes("event: gap\ndata:\n\n"));
	stream.close();
});

it("an account has at most twelve streams in a process, and a closed one makes room (P402)", async () => {
	const owner = await subscriber(app);
	const streams = await Promise.all(Array.from({ length: 12 }, () => listen(owner)));
	expect(streams.every(({ answer }) => answer.status === 200)).toBe(true);
	// Others of the account's requests do not wait for them.
	expect((await owner.get(API.links.search)).status).toBe(200);
	expect((await listen(owner)).answer.status).toBe(429);
	streams[0]?.close();
	await until(async () => {
		const next = await listen(owner);
		if (next.answer.status === 200) streams.push(next);
		return next.answer.status === 200;
	});
	for (const stream of streams) stream.close();
});

import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { signIn } from "#server/testing/app/sign-up.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const env = { SESSION_SECRET: "one-secret-for-both-processes-of-this-file" };
const app = useTestApp({ env });
/** Another process on the same database. */
const beside = duringTests("app", () => startTestApp({ beside: app, env }));

/** The same person in another browser. */
async function elsewhere({ user }: Subscriber) {
	const browser = app.browser();
	await signIn(browser, user.email);
	return browser;
}

it.each<[string, (who: Subscriber) => Promise<unknown>, number]>([
	["signing out", (who) => who.get(API.auth.logout), 401],
	["signing in as someone else", (who) => signIn(who, "someone-else@example.com"), 401],
	["an operator who disables the account", ({ user }) => operatorCommand(app, "disable", "user", user.email), 403],
	[
		"deleting the account elsewhere",
		async (who) => (await elsewhere(who)).delete(API.account.all, { confirm: who.user.userSlug }),
		401,
	],
])("%s ends the session's streams in every process at once, and no other's (P470)", async (_case, end, status) => {
	const [owner, stranger] = [await subscriber(app), await subscriber(app)];
	const headers = { Cookie: cookieOf(owner) };
	const streams = [await eventStream(app, owner), await eventStream(beside, owner)];
	const others = [await eventStream(app, stranger), await eventStream(beside, stranger)];
	expect([...streams, ...others].map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200]);
	await end(owner);
	await until(() => streams.every(({ hasEnded }) => hasEnded));
	expect(others.some(({ hasEnded }) => hasEnded)).toBe(false);
	// Nor does it open again.
	for (const { origin } of [app, beside]) {
		const again = await fetch(origin + API.events, { headers });
		expect(again.status).toBe(status);
	}
	for (const stream of others) stream.close();
});

it("signing out ends no stream of the same person's other browser (P470)", async () => {
	const owner = await subscriber(app);
	const [here, there] = [await eventStream(app, owner), await eventStream(beside, await elsewhere(owner))];
	await owner.get(API.auth.logout);
	await until(() => here.hasEnded);
	expect(there.hasEnded).toBe(false);
	there.close();
});

it("HEAD says what GET would, opens no stream and takes no place (P470)", async () => {
	const owner = await subscriber(app);
	const head = () => owner.send("HEAD", API.events);
	for (let n = 0; n < 13; n++) {
		const { status, headers } = await head();
		expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
			...[200, "text/event-stream", "private, no-store"],
		]);
	}
	const streams = await Promise.all(Array.from({ length: 12 }, () => eventStream(app, owner)));
	expect(streams.map(({ answer }) => answer.status)).toEqual(streams.map(() => 200));
	expect((await head()).status).toBe(429);
	expect((await app.browser().send("HEAD", API.events)).status).toBe(401);
	for (const stream of streams) stream.close();
});

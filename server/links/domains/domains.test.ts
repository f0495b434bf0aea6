import { expect, test } from "vitest";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { answers } from "#server/testing/dns/answer-at.ts";
import { TARGET } from "#server/testing/dns/domains-of.ts";
import { useDomainsApp } from "#server/testing/dns/use-domains-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { type Domain, domainList } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

const DAY = 86_400_000;
const { names, clock, app, add, check, prove, verified } = await useDomainsApp();

const listOf = async (person: Awaited<ReturnType<typeof subscriber>>) =>
	domainList.parse(await (await person.get(API.domains.all)).json());
const refusal = async (response: Response) => {
	const { code, message, limit } = errorBody.parse(await response.json());
	return [response.status, code, message, limit];
};

test("a domain is added, told its records, verified by them, made the default, and removed (P620, P621)", async () => {
	const ada = await subscriber(app, "basic");
	const added = await add(ada, " HTTPS://Go.Bücher.Example/ ");
	expect(added).toMatchObject({ host: "go.xn--bcher-kva.example", status: "waiting", isDefault: false, offAt: null });
	expect(added.records).toMatchObject([
		{ type: "TXT", name: `_visualink.${added.host}`, value: expect.stringMatching(/^visualink=[0-9a-f]{40}$/) },
		{ type: "CNAME", name: added.host, value: TARGET },
	]);
	expect(await refusal(await ada.put(API.domains.one(added.id), { isDefault: true }))).toEqual([
		...[400, "domain_not_verified", "Verify this domain first.", undefined],
	]);

	prove(added);
	const proven = await check(ada, added);
	expect([proven.status, ...proven.records.map(({ message }) => message)]).toEqual([
		...["active", "Found.", "Doesn't point anywhere yet."],
	]);
	names.set(added.host, "CNAME", TARGET);
	expect((await check(ada, added)).records).toMatchObject([
		{ isFound: true },
		{ isFound: true, message: "Points here." },
	]);

	const settings = { isDefault: true, rootTarget: "brand.example/home", unknownTarget: "https://brand.example/404" };
	const changed = await (await ada.put(API.domains.one(added.id), settings)).json();
	expect(changed).toMatchObject({ ...settings, rootTarget: "https://brand.example/home" });
	expect(await (await ada.put(API.domains.one(added.id), { rootTarget: "" })).json()).toMatchObject({
		...{ isDefault: true, rootTarget: null, unknownTarget: settings.unknownTarget },
	});
	const data = (await (await ada.get(API.account.data)).json()) as { domains: Domain[] };
	expect(data.domains).toMatchObject([{ host: added.host, isDefault: true, unknownTarget: settings.unknownTarget }]);
	expect(JSON.stringify(data)).not.toContain(added.records[0]?.value);

	expect((await ada.delete(API.domains.one(added.id))).status).toBe(204);
	expect(await listOf(ada)).toEqual({ domains: [], limit: 1, dnsPage: null });
});

test("a new domain is checked by itself, and then every minute (P621)", async () => {
	const ada = await subscriber(app, "basic");
	const added = await add(ada, "single.brand.example");
	const only = async () => (await listOf(ada)).domains[0];
	await until(async () => (await only())?.checkedAt !== null, 5_000);
	expect(await only()).toMatchObject({ status: "waiting", records: [{ message: "Not found." }, {}] });
	const { rows } = await app.deps.pool.query("SELECT next_check_at - checked_at AS after FROM domains WHERE id = $1", [
		added.id,
	]);
	expect(rows[0]?.after).toMatchObject({ minutes: 1 });
});

test("open pages of the account hear of a domain's changes and checks, and no other account's (P631)", async () => {
	const [ada, eve] = [await subscriber(app, "basic"), await subscriber(app, "basic")];
	const [hers, others] = [await eventStream(app, ada), await eventStream(app, eve)];
	const heard = () => hers.said.match(/data: {"kind":"domains"}/g)?.length ?? 0;
	const oneMore = async (change: () => Promise<unknown>) => {
		const before = heard();
		await change();
		await until(() => heard() > before);
	};
	let added: Domain | undefined;
	await oneMore(async () => {
		added = await add(ada, "live.brand.example");
	});
	await until(async () => (await listOf(ada)).domains[0]?.checkedAt !== null);
	if (!added) throw new Error("The domain was not added.");
	const { id } = added;
	prove(added);
	await oneMore(() => check(ada, { id }));
	await oneMore(() => ada.put(API.domains.one(id), { isDefault: true }));
	await oneMore(() => ada.delete(API.domains.one(id)));
	expect(others.said).not.toContain("domains");
	for (const stream of [hers, others]) stream.close();
});

test("a domain says what answers there today, and by which servers it takes email (P631)", async () => {
	const ada = await subscriber(app, "basic");
	const added = await add(ada, "shop.brand.co.uk");
	expect(added).toMatchObject({ zone: "brand.co.uk", elsewhere: { addresses: [], mail: [] } });
	names.set(added.host, "A", "198.51.100.7");
	names.set(added.host, "MX", "mx1.mail.example", "");
	expect(await check(ada, added)).toMatchObject({
		elsewhere: { addresses: ["198.51.100.7"], mail: ["mx1.mail.example"] },
	});
	names.set(added.host, "A", "192.0.2.1");
	expect((await check(ada, added)).elsewhere.addresses).toEqual([]);
});

test.each<[PlanId | null, number, unknown[]]>([
	[null, 0, [403, "subscription_required", "You need an active subscription to access this feature", undefined]],
	["starter", 0, [403, "plan_required", "Links on your own domain need the Basic plan or a higher one", undefined]],
	["basic", 1, [409, "domain_limit_reached", "Your plan includes 1 domain. Remove one first.", 1]],
	["pro", 3, [409, "domain_limit_reached", "Your plan includes 3 domains. Remove one first.", 3]],
])("the plan %s has %i domains, also for requests at once (P620)", async (plan, limit, refused) => {
	const person = await subscriber(app, plan);
	const answers = await Promise.all(
		[1, 2, 3, 4, 5].map((n) => person.post(API.domains.all, { host: `${n}.${plan}.example` })),
	);
	const [first] = answers.filter(({ status }) => status !== 201);
	expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit);
	expect(first && (await refusal(first))).toEqual(refused);
	expect(await listOf(person)).toMatchObject({ limit });
});

test("after a downgrade, what exists keeps working, and more can't be added (P620)", async () => {
	const ada = await subscriber(app, "pro");
	const [one, two] = [await verified(ada, "one.down.example"), await verified(ada, "two.down.example")];
	await app.deps.pool.query("UPDATE subscriptions SET plan_id = 'basic' WHERE user_id = $1", [ada.user.id]);
	expect([(await check(ada, one)).status, (await check(ada, two)).status]).toEqual(["active", "active"]);
	expect((await ada.post(API.domains.all, { host: "three.down.example" })).status).toBe(409);
	await app.deps.pool.query("UPDATE subscriptions SET plan_id = 'starter' WHERE user_id = $1", [ada.user.id]);
	expect((await check(ada, one)).status).toBe("active");
	expect((await ada.put(API.domains.one(one.id), { rootTarget: "https://down.example/" })).status).toBe(200);
	expect((await refusal(await ada.post(API.domains.all, { host: "three.down.example" }))).slice(0, 2)).toEqual([
		...[403, "plan_required"],
	]);
	await app.deps.pool.query("UPDATE subscriptions SET status = 'canceled' WHERE user_id = $1", [ada.user.id]);
	expect(await listOf(ada)).toMatchObject({ domains: [{ status: "active" }, { status: "active" }], limit: 0 });
	await answers(app, one.host, "/", "302 https://down.example/");
});

test("bad input is refused with its reason, and other accounts' domains are not found (P620)", async () => {
	const [ada, eve] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	const { id } = await verified(ada, "input.brand.example");
	const post = async (body: Record<string, unknown>) =>
		(await refusal(await ada.post(API.domains.all, body))).slice(0, 3);
	await operatorCommand(app, "disable", "host", "bad.example", "--reason", "Phishing");
	expect(await post({ host: "go.brand.example/x" })).toEqual([
		...[400, "invalid_domain", "Enter the domain only, without a path."],
	]);
	expect(await post({ host: "co.uk" })).toEqual([
		...[400, "invalid_domain", "This is the ending of other domains. Add one below it."],
	]);
	expect((await post({ host: "github.io" }))[1]).toBe("invalid_domain");
	// This service asks resolvers of its own, and no sandbox.
	expect(await post({ host: "go.brand.localhost" })).toEqual([
		...[400, "invalid_domain", "Names below localhost only work on your own computer. Add a domain that you own."],
	]);
	expect((await ada.get("/sandbox/dns")).status).toBe(404);
	expect(await post({ host: "go.bad.example" })).toEqual([
		...[400, "website_not_allowed", "This domain isn't allowed."],
	]);
	expect(await post({ host: "input.brand.example" })).toEqual([
		...[409, "domain_exists", "You've added this domain already."],
	]);
	for (const host of [7, null, "a".repeat(2_000), undefined]) expect((await post({ host }))[0]).toBe(400);
	const put = async (body: Record<string, unknown>) =>
		(await refusal(await ada.put(API.domains.one(id), body))).slice(0, 2);
	expect(await put({ rootTarget: "https://input.brand.example/loop" })).toEqual([400, "invalid_url"]);
	expect(await put({ rootTarget: "javascript:alert(1)" })).toEqual([400, "invalid_url"]);
	expect(await put({ unknownTarget: app.origin })).toEqual([400, "invalid_url"]);
	expect(await put({ unknownTarget: "https://bad.example/" })).toEqual([400, "website_not_allowed"]);
	expect(await put({ isDefault: "yes" })).toEqual([400, "wrong_type"]);

	const theirs = [
		...[eve.put(API.domains.one(id), { isDefault: true }), eve.post(API.domains.check(id))],
		...[eve.delete(API.domains.one(id)), eve.delete("/api/domains/x"), eve.delete(API.domains.one(2_000_000_000))],
	];
	expect((await Promise.all(theirs)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
	expect((await app.browser().get(API.domains.all)).status).toBe(401);
});

test("without its records a domain works for seven days, and never stops for a resolver that fails (P622)", async () => {
	const ada = await subscriber(app, "pro");
	const added = await verified(ada, "grace.brand.example");
	names.fail("SERVFAIL");
	clock.pass(30 * DAY);
	expect(await check(ada, added)).toMatchObject({ status: "active", offAt: null });
	names.fail(null);
	names.clear();
	const failing = await check(ada, added);
	expect([failing.status, new Date(failing.offAt ?? "").getTime()]).toEqual([
		"failing",
		clock.now().getTime() + 7 * DAY,
	]);
	clock.pass(6 * DAY);
	expect((await check(ada, added)).status).toBe("failing");
	clock.pass(DAY);
	expect(await check(ada, added)).toMatchObject({ status: "off", offAt: null });
	names.set(TARGET, "A", "192.0.2.1");
	prove(added);
	expect((await check(ada, added)).status).toBe("off");
	names.set(added.host, "A", "192.0.2.1");
	expect((await check(ada, added)).status).toBe("active");
});

test("processes hear of a host whose answers change, and of no check that changes nothing (P622)", async () => {
	const ada = await subscriber(app, "pro");
	const heard: (string | undefined)[] = [];
	const client = await app.deps.pool.connect();
	client.on("notification", ({ payload }) => payload?.startsWith("@") && heard.push(payload));
	await client.query("LISTEN link_changed");
	try {
		const added = await verified(ada, "heard.brand.example");
		await check(ada, added);
		await ada.put(API.domains.one(added.id), { rootTarget: "https://brand.example/" });
		await ada.delete(API.domains.one(added.id));
		await client.query("NOTIFY link_changed, '@end'");
		await until(() => heard.at(-1) === "@end", 5_000);
		expect(heard).toEqual([...Array(4).fill(`@${added.host}`), "@end"]);
	} finally {
		client.release(true);
	}
});

test("an account that is deleted leaves its host to others (P620)", async () => {
	const leaver = await app.signedIn({ plan: "basic" });
	const { userSlug } = (await (await leaver.get(API.auth.user)).json()) as { userSlug: string };
	const host = "left.brand.example";
	expect((await leaver.post(API.domains.all, { host })).status).toBe(201);
	expect((await leaver.delete(API.account.all, { confirm: userSlug })).status).toBe(204);
	const { rows } = await app.deps.pool.query("SELECT 1 FROM domains WHERE host = $1", [host]);
	expect(rows).toEqual([]);
	expect(await verified(await subscriber(app, "pro"), host)).toMatchObject({ host, status: "active" });
});

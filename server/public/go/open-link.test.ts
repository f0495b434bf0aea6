import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { insertLink } from "#server/testing/app/factories.ts";
import { withLinksOrigin } from "#server/testing/app/links-origin.ts";
import { linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { Link } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { views } from "#shared/public/views/views.table.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const HEADERS = { "User-Agent": CHROME, "Accept-Language": "en" };
const TARGET = "https://example.com/page?a=1#part";
const SIGNED = /^\?visualink_open=\d{13}\.[\w-]{43}$/;

const app = useTestApp(withLinksOrigin);
let owner: Subscriber;

beforeAll(async () => {
	owner = await subscriber(app);
});

const newLink = (link: Partial<Link> = {}) =>
	insertLink(app.deps.db, { userId: owner.user.id, targetUrl: TARGET, ...link });
const countOf = ({ id }: Link) => app.deps.db.$count(views, eq(views.linkId, id));
const plainOf = ({ linkSlug }: Pick<Link, "linkSlug">) =>
	`${app.deps.config.http.linksOrigin}/go/${owner.user.userSlug}/${linkSlug}`;

/** Where "Open" leads, and where that leads. */
async function open(link: Pick<Link, "linkSlug">, person: Browser = owner) {
	const opened = await person.get(API.links.open(plainOf(link)));
	const address = new URL(opened.headers.get("location") ?? "");
	const { status, headers } = await app.browser().get(address.href, { headers: HEADERS });
	return { opened, address, status, location: headers.get("location") };
}

test('an owner\'s "Open" leads to the target and is not counted; a visit by the plain address is (P528)', async () => {
	const link = await newLink();
	const { opened, address, status, location } = await open(link);
	expect([opened.status, opened.headers.get("cache-control")]).toEqual([302, "private, no-store"]);
	expect(address.origin + address.pathname).toBe(plainOf(link));
	expect(address.search).toMatch(SIGNED);
	expect([status, location]).toEqual([302, TARGET]);
	expect(await countOf(link)).toBe(0);
	// The owner's cookie makes no difference below `/go`.
	await owner.get(plainOf(link), { headers: HEADERS });
	expect(await countOf(link)).toBe(1);
});

test("another user's, a visitor's and a forged visit count", async () => {
	const link = await newLink();
	for (const person of [app.browser(), await app.signedIn()]) {
		const { address, location } = await open(link, person);
		expect([address.href, location]).toEqual([plainOf(link), TARGET]);
	}
	const { address } = await open(await newLink());
	const forged = await app.browser().get(plainOf(link) + address.search, { headers: HEADERS });
	expect(forged.headers.get("location")).toBe(TARGET);
	expect(await countOf(link)).toBe(3);
});

test("an owner opens a link by a former slug, archived and outside its time, uncounted", async () => {
	const link = await newLink({ linkSlug: "before", archivedAt: new Date() });
	const edit = linkForm({ targetUrl: TARGET, customLinkSlug: "after" });
	const { revision } = (await (await owner.get(API.links.bySlug("before"))).json()) as { revision: string };
	edit.set("revision", revision);
	expect((await owner.put(API.links.bySlug("before"), edit)).status).toBe(200);
	for (const linkSlug of ["before", "after", "AFTER"]) {
		const { address, location } = await open({ linkSlug });
		expect([address.search, location]).toEqual([expect.stringMatching(SIGNED), TARGET]);
	}
	const over = await newLink({ endsAt: new Date(0), afterUrl: "https://example.org/next" });
	expect((await open(over)).location).toBe("https://example.org/next");
	expect((await open(await newLink({ startsAt: new Date("2100-01-01") }))).status).toBe(200);
	expect([await countOf(link), await countOf(over)]).toEqual([0, 0]);
});

test("an owner who has changed their name opens a link by the former one, uncounted", async () => {
	const renamed = await subscriber(app);
	const link = await insertLink(app.deps.db, { userId: renamed.user.id });
	expect((await renamed.put(API.account.name, { name: "another-name" })).status).toBe(200);
	const opened = await renamed.get(`/api/open/${renamed.user.userSlug}/${link.linkSlug}`);
	expect(new URL(opened.headers.get("location") ?? "").search).toMatch(SIGNED);
});

test("a link that is deleted or disabled has its own page, by its plain address", async () => {
	const disabled = await newLink({ disabledAt: new Date() });
	const gone = await newLink({ deleted: true });
	expect([(await open(disabled)).status, (await open(gone)).status]).toEqual([410, 404]);
	expect((await open(disabled)).address.search).toBe("");
});

test("a link opens while its owner can't be recognized, and that visit counts", async () => {
	const link = await newLink();
	await app.deps.pool.query("ALTER TABLE sessions RENAME TO sessions_away");
	try {
		const { address, location } = await open(link);
		expect([address.href, location]).toEqual([plainOf(link), TARGET]);
	} finally {
		await app.deps.pool.query("ALTER TABLE sessions_away RENAME TO sessions");
	}
	expect(await countOf(link)).toBe(1);
});

test.each([
	["/api/open", 404],
	["/api/open/ada", 404],
	["/api/open/ada/x/y", 404],
	["/api/open/ada/x%2Fy", 404],
	["/api/open/..%2F..%2Fadmin/x", 404],
	["/api/open/%2F%2Fevil.example/x", 404],
	["/api/open/ada/x%0d%0aSet-Cookie:a=b", 404],
	["/api/open/ada/%", 400],
	[`/api/open/ada/${"x".repeat(21)}`, 404],
	["/api/open/~report/x", 404],
	["/api/open/ada/x+", 404],
])("%s leads nowhere: %i", async (path, status) => {
	const answer = await owner.get(path);
	expect([answer.status, answer.headers.get("location")]).toEqual([status, null]);
});

test('what is added to a path of "Open" leads nowhere else', async () => {
	const link = await newLink();
	const path = API.links.open(plainOf(link));
	for (const added of ["?next=//evil.example", "%3Fnext=%2F%2Fevil.example", "/", ",and", "%23part"]) {
		const address = new URL((await owner.get(path + added)).headers.get("location") ?? "");
		expect([added, address.origin + address.pathname, address.search]).toEqual([
			added,
			plainOf(link),
			expect.stringMatching(SIGNED),
		]);
	}
	expect((await owner.post(path)).status).toBe(404);
	expect((await owner.send("HEAD", path)).headers.get("location")).toContain("visualink_open");
});

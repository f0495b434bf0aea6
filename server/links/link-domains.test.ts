import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import { link } from "#shared/links/link.ts";
import { LINK_CHANGED } from "#shared/links/link-form.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

const app = useTestApp();
const NOT_YOURS = "This domain isn't one of your verified domains";
const VERIFIED = new Date("2026-01-01");

let hosts = 0;
type Values = Partial<typeof domains.$inferInsert>;
/** Writes a domain by hand, verified unless said otherwise. */
async function ownDomain({ user }: Subscriber, values: Values = {}) {
	const host = `go${++hosts}.brand.example`;
	const row = { userId: user.id, host, token: String(hosts), verifiedAt: VERIFIED, ...values };
	const [made] = await app.deps.db.insert(domains).values(row).returning();
	if (!made) throw new Error("no domain");
	return made;
}
const setDomain = (id: number, values: Values) => app.deps.db.update(domains).set(values).where(eq(domains.id, id));

/** The address of a slug on a host: scheme and port are those of our links. */
function on(host: string, slug: string): string {
	const url = new URL(app.origin);
	url.hostname = host;
	return `${url.origin}/${slug}`;
}
const ours = ({ user }: Subscriber, slug: string) => `${app.origin}/go/${user.userSlug}/${slug}`;
const edit = (owner: Subscriber, slug: string, fields: Record<string, string>) =>
	owner.put(API.links.bySlug(slug), linkForm(fields));
const shown = ({ domain, shortUrl }: { domain: string | null; shortUrl: string }) => [domain, shortUrl];
const edited = async (owner: Subscriber, slug: string, fields: Record<string, string>) =>
	shown(link.parse(await (await edit(owner, slug, fields)).json()));

async function refusal(response: Response) {
	const { code, message, fields } = errorBody.parse(await response.json());
	return [response.status, code, message, fields?.map(({ field }) => field)];
}
const REFUSED = [400, "domain_not_verified", NOT_YOURS, ["domain"]];

describe("the domain of a link (P624)", () => {
	it("is the account's default, unless the form has another or none", async () => {
		const ada = await subscriber(app);
		expect(await createLink(ada)).toMatchObject({ domain: null });
		const first = await ownDomain(ada);
		const second = await ownDomain(ada, { isDefault: true });
		const slugs = ["a", "b", "c", "d"];
		const wanted = [{}, { domain: first.host }, { domain: "" }, { domain: ` HTTPS://${first.host.toUpperCase()}./ ` }];
		const made = [];
		for (const [n, fields] of wanted.entries()) {
			made.push(shown(await createLink(ada, { customLinkSlug: slugs[n] ?? "", ...fields })));
		}
		expect(made).toEqual([
			[second.host, on(second.host, "a")],
			[first.host, on(first.host, "b")],
			[null, ours(ada, "c")],
			[first.host, on(first.host, "d")],
		]);
	});

	it("isn't the default while that is not verified, or disabled", async () => {
		const ada = await subscriber(app);
		const { id } = await ownDomain(ada, { isDefault: true, verifiedAt: null, failingSince: VERIFIED });
		expect(await createLink(ada)).toMatchObject({ domain: null });
		await setDomain(id, { verifiedAt: VERIFIED, disabledAt: VERIFIED });
		expect(await createLink(ada)).toMatchObject({ domain: null });
	});

	it("is refused where the account has not verified it", async () => {
		const [ada, bob] = [await subscriber(app), await subscriber(app)];
		await createLink(ada, { customLinkSlug: "kept" });
		const others = [
			(await ownDomain(bob)).host,
			(await ownDomain(ada, { verifiedAt: null })).host,
			(await ownDomain(ada, { disabledAt: VERIFIED })).host,
			...["missing.brand.example", "visualink", "127.0.0.1", "a\0b", "x".repeat(5_000), new URL(app.origin).host],
		];
		for (const domain of others) {
			const answers = [await ada.post(API.links.all, linkForm({ domain })), await edit(ada, "kept", { domain })];
			for (const answer of answers) expect([domain, ...(await refusal(answer))]).toEqual([domain, ...REFUSED]);
		}
		const twice = await ada.post(API.links.all, linkForm({ title: "", domain: "missing.brand.example" }));
		expect((await refusal(twice))[0]).toBe(400);
		expect(await (await ada.get(API.links.bySlug("kept"))).json()).toMatchObject({ domain: null, title: "A title" });
	});

	it("stays in an edit without it, and changes by the form", async () => {
		const ada = await subscriber(app);
		const [first, second] = [await ownDomain(ada), await ownDomain(ada, { isDefault: true })];
		await createLink(ada, { customLinkSlug: "x", domain: first.host });
		expect(await edited(ada, "x", { title: "Another" })).toEqual([first.host, on(first.host, "x")]);
		expect(await edited(ada, "x", { domain: second.host })).toEqual([second.host, on(second.host, "x")]);
		expect(await edited(ada, "x", { domain: "" })).toEqual([null, ours(ada, "x")]);
		expect(await edited(ada, "x", { customLinkSlug: "y" })).toEqual([null, ours(ada, "y")]);
		const { rows } = await app.deps.pool.query("SELECT former_domain_ids AS ids FROM links WHERE user_id = $1", [
			ada.user.id,
		]);
		expect(rows).toEqual([{ ids: [first.id, second.id] }]);
	});

	it("isn't lost by a save while it is off", async () => {
		const ada = await subscriber(app);
		const { id, host } = await ownDomain(ada);
		await createLink(ada, { customLinkSlug: "x", domain: host });
		await setDomain(id, { verifiedAt: null, failingSince: VERIFIED });
		expect(await edited(ada, "x", { title: "Another", domain: "" })).toEqual([null, ours(ada, "x")]);
		await setDomain(id, { verifiedAt: VERIFIED, failingSince: null });
		expect(await (await ada.get(API.links.bySlug("x"))).json()).toMatchObject({ domain: host, title: "Another" });
	});

	it("belongs to what a second edit can't overwrite unseen (P134)", async () => {
		const ada = await subscriber(app);
		const { host } = await ownDomain(ada);
		const { revision = "" } = await createLink(ada, { customLinkSlug: "x" });
		expect(await edited(ada, "x", { domain: host, revision })).toEqual([host, on(host, "x")]);
		expect(await refusal(await edit(ada, "x", { title: "Stale", domain: "", revision }))).toEqual([
			...[409, "changed", LINK_CHANGED, undefined],
		]);
		expect(await edited(ada, "x", { domain: host, revision })).toEqual([host, on(host, "x")]);
	});

	it("is the same where a request is sent again, whatever the default is by then (P494)", async () => {
		const ada = await subscriber(app);
		const { id, host } = await ownDomain(ada, { isDefault: true });
		const headers = { "Idempotency-Key": "once" };
		const send = async (fields = {}) => {
			const answer = await ada.post(API.links.all, linkForm({ customLinkSlug: "x", ...fields }), { headers });
			return link.parse(await answer.json());
		};
		const made = await send();
		await setDomain(id, { isDefault: false });
		expect(await send()).toEqual(made);
		expect(shown(made)).toEqual([host, on(host, "x")]);
		expect(await send({ domain: "" })).toMatchObject({ id: made.id, domain: null });
	});

	it("of a duplicate is the default", async () => {
		const ada = await subscriber(app);
		const [first, second] = [await ownDomain(ada), await ownDomain(ada, { isDefault: true })];
		const { id } = await createLink(ada, { domain: first.host });
		const copy = link.parse(await (await ada.post(API.links.duplicate(id), {})).json());
		expect(shown(copy)).toEqual([second.host, on(second.host, copy.linkSlug)]);
	});

	it("leaves slugs unique in the account", async () => {
		const ada = await subscriber(app);
		const { host } = await ownDomain(ada);
		await createLink(ada, { customLinkSlug: "x", domain: host });
		expect((await refusal(await ada.post(API.links.all, linkForm({ customLinkSlug: "X", domain: "" }))))[1]).toBe(
			"slug_taken",
		);
	});
});

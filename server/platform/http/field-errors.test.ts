import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { importView } from "#shared/links/imports/imports.ts";
import { disabledHosts } from "#shared/moderation/disabling/disabled-hosts.table.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type ErrorBody, errorBody } from "#shared/platform/error-body.ts";

const app = useTestApp();
let owner: Subscriber;
let person: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	person = await subscriber(app, "basic");
	await app.deps.db.insert(disabledHosts).values({ host: "disabled.example.com" });
});

/** Of an error: its status and code, and each field with its code. */
async function refusalOf(answer: Response | Promise<Response>) {
	const { status, body } = await errorOf(answer);
	return [status, body.code, Object.fromEntries((body.fields ?? []).map(({ field, code }) => [field, code]))];
}

async function errorOf(asked: Response | Promise<Response>): Promise<{ status: number; body: ErrorBody }> {
	const answer = await asked;
	return { status: answer.status, body: errorBody.strict().parse(await answer.json()) };
}

const LONG = "x".repeat(300);
const WRONG_PROFILE = { fullName: " ", businessCountry: "Portugal", isBusiness: true, businessVat: "" };
const PROFILE_CODES = {
	fullName: "required",
	businessCountry: "too_long",
	businessName: "business_details_required",
	businessAddress: "business_details_required",
};
const WRONG_LINK = {
	...{ title: " ", description: LONG, targetUrl: "nowhere", customLinkSlug: "a b", imageUrl: "http://x" },
	...{ imageSource: "camera", imageCut: "1,2", startsAt: "soon", endsAt: "2030-02-30", afterUrl: "nowhere" },
};
const LINK_CODES = {
	...{ title: "required", description: "too_long", targetUrl: "invalid_url", customLinkSlug: "invalid_format" },
	...{ imageUrl: "invalid_url", imageSource: "unknown_value", imageCut: "invalid_format" },
	...{ startsAt: "invalid_format", endsAt: "invalid_format", afterUrl: "invalid_url" },
};

describe("every wrong field of a request is answered, with a code (P287)", () => {
	it.each<[string, "post" | "put" | "delete", string, Record<string, unknown> | FormData, Record<string, string>]>([
		[
			...(["onboarding", "post", API.auth.onboarding] as const),
			{ ...WRONG_PROFILE, email: "none", termsAccepted: false },
			{ email: "invalid_format", ...PROFILE_CODES, termsAccepted: "unknown_value", privacyAccepted: "required" },
		],
		["billing details", "put", API.account.billingDetails, WRONG_PROFILE, PROFILE_CODES],
		[
			...(["a checkout", "post", API.subscriptions.checkout] as const),
			{ planId: "gold", isAnnual: "yes", vatInfo: { countryCode: "PRT", vatNumber: "" } },
			{
				...{ planId: "unknown_value", isAnnual: "wrong_type" },
				...{ "vatInfo.countryCode": "too_long", "vatInfo.vatNumber": "required" },
			},
		],
		[
			...(["tags", "post", API.links.changes] as const),
			{ change: "tag", ids: [1, "x", 0], tag: "a,b" },
			{ "ids.1": "wrong_type", "ids.2": "out_of_range", tag: "invalid" },
		],
		[
			...(["a template", "post", API.links.utmTemplates] as const),
			{ name: LONG, source: LONG, medium: 7, campaign: "", term: "", content: 7 },
			{ name: "too_long", source: "too_long", medium: "wrong_type", content: "wrong_type" },
		],
		["deleting an account", "delete", API.account.all, { confirm: LONG }, { confirm: "too_long" }],
		["a page to read", "post", API.links.prefill, { url: "nowhere" }, { url: "invalid_url" }],
		["a link", "post", API.links.all, linkForm(WRONG_LINK), LINK_CODES],
	])("%s", async (_what, method, path, body, codes) => {
		const [first] = Object.values(codes);
		expect(await refusalOf(owner[method](path, body))).toEqual([400, first, codes]);
	});

	it("the start of an import", async () => {
		const headers = { "content-type": "text/csv", cookie: cookieOf(owner) };
		const body = "targetUrl,title\nhttps://example.com/,A\n";
		const checked = await fetch(`${app.origin}${API.imports.all}?name=a.csv`, { method: "POST", headers, body });
		const { id } = importView.parse(await checked.json());
		const asked = owner.post(API.imports.start(id), { prefill: "yes" });
		expect(await refusalOf(asked)).toEqual([400, "wrong_type", { prefill: "wrong_type" }]);
	});

	it("an edit of a link, and a card for an app", async () => {
		const { id, linkSlug } = await createLink(owner);
		const edit = owner.put(API.links.bySlug(linkSlug), linkForm(WRONG_LINK));
		expect(await refusalOf(edit)).toEqual([400, "required", LINK_CODES]);
		const wrong = { title: LONG, description: LONG, color: "red", buttonLabel: LONG, imageCut: "1" };
		const card = owner.put(API.links.card(id, "discord"), linkForm(wrong));
		const codes = { title: "too_long", description: "too_long", imageCut: "invalid_format" };
		const own = { color: "invalid_format", buttonLabel: "too_long" };
		expect(await refusalOf(card)).toEqual([400, "too_long", { ...codes, ...own }]);
	});

	it.each([
		["/api/analytics?range=year&from=x", { range: "unknown_value", from: "invalid_format" }],
		["/api/links?limit=x&before=0", { limit: "invalid_format", before: "invalid_format" }],
		["/api/links/search?sort=x&filter=y", { sort: "unknown_value", filter: "unknown_value" }],
		["/api/links/check-slug-availability?slug=a%20b", { slug: "invalid_format" }],
		["/api/analytics?range=days&from=2026-01-01", { to: "required" }],
	])("a query: %s", async (path, codes) => {
		expect(await refusalOf(owner.get(path))).toEqual([400, Object.values(codes)[0], codes]);
	});
});

describe("what only the server knows is answered by field, too (P287)", () => {
	const picture = new Blob(["no picture"]);
	const startsAt = "2031-01-01T00:00:00Z";

	it("of several fields at once, with the kind, status and message of the first", async () => {
		const wrong = { afterUrl: "https://disabled.example.com/", endsAt: startsAt, image: picture };
		const form = linkForm({ ...wrong, targetUrl: `${app.origin}/go/a/b` });
		const { status, body } = await errorOf(owner.post(API.links.all, form));
		const message = "You can't send visitors to this website";
		expect([status, body]).toEqual([
			400,
			{
				kind: "invalid",
				code: "website_not_allowed",
				message,
				fields: [
					{ field: "afterUrl", code: "website_not_allowed", message },
					{
						field: "targetUrl",
						code: "invalid_url",
						message: "Please enter a valid URL. It leads to our own website.",
					},
					{ field: "image", code: "image_wrong_type", message: "Please select an image file" },
				],
			},
		]);
		const { linkSlug } = await createLink(owner);
		const edit = await errorOf(owner.put(API.links.bySlug(linkSlug), form));
		expect(edit).toEqual({ status, body });
	});

	it.each([
		["image", { image: picture }, [415, "image_wrong_type"]],
		["imageSource", { imageSource: "ai" }, [400, "image_not_generated"]],
		["imageUrl", { imageUrl: `/images/${"0".repeat(64)}.jpg` }, [400, "image_unknown"]],
		["imageCut", { imageCut: "0,0,1200,630" }, [400, "original_not_kept"]],
		["endsAt", { startsAt, endsAt: startsAt }, [400, "end_before_start"]],
		["endsAt", { afterUrl: "https://example.com/", endsAt: "" }, [400, "end_required"]],
		["targetUrl", { targetUrl: "https://disabled.example.com/" }, [400, "website_not_allowed"]],
	])("%s, with its own status: %j", async (field, changes, [status, code]) => {
		expect(await refusalOf(owner.post(API.links.all, linkForm(changes)))).toEqual([status, code, { [field]: code }]);
	});

	it("a slug that is taken, and what the plan lacks", async () => {
		const { linkSlug } = await createLink(owner);
		const taken = owner.post(API.links.all, linkForm({ customLinkSlug: linkSlug }));
		expect(await refusalOf(taken)).toEqual([409, "slug_taken", { customLinkSlug: "slug_taken" }]);
		const slug = person.post(API.links.all, linkForm({ customLinkSlug: "own" }));
		expect(await refusalOf(slug)).toEqual([403, "plan_required", { customLinkSlug: "plan_required" }]);
		const time = person.post(API.links.all, linkForm({ endsAt: startsAt }));
		expect(await refusalOf(time)).toEqual([403, "plan_required", { endsAt: "plan_required" }]);
	});

	it("a VAT number, by the name that each form has for it", async () => {
		const business = { isBusiness: true, businessName: "B", businessAddress: "C", businessCountry: "PT" };
		const details = owner.put(API.account.billingDetails, { fullName: "A", ...business, businessVat: "PT1" });
		expect(await refusalOf(details)).toEqual([400, "invalid_vat_number", { businessVat: "invalid_vat_number" }]);
		const nowhere = owner.put(API.account.billingDetails, { fullName: "A", businessCountry: "QQ" });
		expect(await refusalOf(nowhere)).toEqual([400, "country_required", { businessCountry: "country_required" }]);
	});
});

it("an answer names at most 20 fields", async () => {
	const body = { change: "archive", ids: Array(500).fill("x") };
	expect((await errorOf(owner.post(API.links.changes, body))).body.fields).toHaveLength(20);
});

it("an error that belongs to no field names none, and a limit is a number (P287)", async () => {
	const missing = await errorOf(owner.delete(API.links.byId(2_000_000_000)));
	expect(missing.body).toEqual({ kind: "not_found", code: "link_not_found", message: "Link not found" });
	const { body } = await errorOf(owner.post(API.links.all, linkForm({ title: "x".repeat(61) })));
	expect(body.fields).toEqual([{ field: "title", code: "too_long", message: body.message, limit: 60 }]);
});

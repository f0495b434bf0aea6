import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { type Browser, cookieOf } from "#server/testing/app/browser.ts";
import { routesOf } from "#server/testing/app/routes.ts";
import { createLink, linkForm as formOf, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { accountDeletion } from "#shared/account/account-deletion.ts";
import { nameChange } from "#shared/account/auth/user-name.ts";
import { mailSettingsForm } from "#shared/account/mail/mail-settings.ts";
import { apiKeyForm } from "#shared/api/keys/api-key.ts";
import { webhookChange, webhookForm } from "#shared/api/webhooks/webhook.ts";
import { billingDetails, onboardingForm, vatInfo } from "#shared/billing/onboarding/onboarding-form.ts";
import { checkoutRequest } from "#shared/billing/subscriptions/subscription.ts";
import { withdrawalForm } from "#shared/billing/subscriptions/withdrawal.ts";
import { cardOverride } from "#shared/links/cards/card-override.ts";
import { domainForm, domainSettings } from "#shared/links/domains/domain.ts";
import { imageForm } from "#shared/links/image-form.ts";
import { importStart } from "#shared/links/imports/imports.ts";
import { hintedTexts, linkForm } from "#shared/links/link-form.ts";
import { addressToRead } from "#shared/links/prefill.ts";
import { utmTemplateForm } from "#shared/links/utm.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

/** What the libraries that read requests say by themselves. */
const LIBRARY_WORDS = [
	...[/expected/i, /received/i, /too (?:small|big|short|long|many|large)/i, /invalid (?!input$)/i, /unrecognized/i],
	...[/must (?:be|have|match|contain|start|end) (?!\d+ characters or less)/i, /\bnan\b/i, /undefined|null|\bobject\b/i],
	...[
		/unexpected/i,
		/token/i,
		/JSON at/i,
		/busboy|multer|multipart:/i,
		/boundary/i,
		/malformed/i,
		/>=|<=/,
		/\bat\b.*:\d+/,
	],
];

const profile = { email: "a@example.com", fullName: "A B", termsAccepted: true, privacyAccepted: true };
const business = {
	isBusiness: true,
	businessName: "B",
	businessAddress: "C",
	businessCountry: "PT",
	businessVat: "PT1",
};
const campaign = { source: "", medium: "", campaign: "", term: "", content: "" };
const vat = { countryCode: "PT", vatNumber: "501964843" };

type Body = {
	fields: Record<string, unknown>;
	valid: Record<string, unknown>;
	/** Another place than the body itself. */
	within?: (fields: Record<string, unknown>) => Record<string, unknown>;
};

/** Every route that reads JSON, and a body of which one field at a time is made wrong. */
const JSON_BODIES: Record<string, Body[]> = {
	"POST /api/auth/onboarding": [{ fields: fieldsOf(onboardingForm), valid: { ...profile, ...business } }],
	"POST /api/subscriptions": [
		{
			fields: fieldsOf(checkoutRequest),
			valid: { planId: "starter", isAnnual: true, vatInfo: { ...vat, vatNumber: "1" } },
		},
		{ fields: fieldsOf(vatInfo), valid: vat, within: (fields) => ({ planId: "starter", vatInfo: fields }) },
	],
	"POST /api/links/hint": [
		{ fields: fieldsOf(hintedTexts), valid: { title: "x", description: "x", targetUrl: "https://example.com/" } },
	],
	"POST /api/links/prefill": [{ fields: fieldsOf(addressToRead), valid: { url: "http://localhost/" } }],
	"POST /api/links/picture": [{ fields: fieldsOf(addressToRead), valid: { url: "http://localhost/" } }],
	"POST /api/links/changes": [
		{ fields: { change: "tag", ids: [1], tag: "x" }, valid: { change: "tag", ids: [1], tag: "x" } },
	],
	"PUT /api/links/tags/:tag": [{ fields: { name: "x" }, valid: { name: "x" } }],
	"PUT /api/links/:id/health": [{ fields: { isOff: true }, valid: { isOff: true } }],
	"POST /api/links/utm-templates": [{ fields: fieldsOf(utmTemplateForm), valid: { ...campaign, name: "x" } }],
	"POST /api/imports/:id/start": [{ fields: fieldsOf(importStart), valid: { prefill: false } }],
	"POST /api/keys": [{ fields: fieldsOf(apiKeyForm), valid: { name: "x", scopes: ["links:read"], expiresInDays: 1 } }],
	"POST /api/webhooks": [
		{ fields: fieldsOf(webhookForm), valid: { url: "https://example.com/", events: ["stats.day"] } },
	],
	"PATCH /api/webhooks/:id": [{ fields: fieldsOf(webhookChange), valid: { isEnabled: true } }],
	"POST /api/domains": [{ fields: fieldsOf(domainForm), valid: { host: "x" } }],
	"PUT /api/domains/:id": [{ fields: fieldsOf(domainSettings), valid: { isDefault: true } }],
	"PUT /api/account/mail": [{ fields: fieldsOf(mailSettingsForm), valid: {} }],
	"PUT /api/account/name": [{ fields: fieldsOf(nameChange), valid: { name: "x" } }],
	"PUT /api/account/billing-details": [{ fields: fieldsOf(billingDetails), valid: { fullName: "A B", ...business } }],
	"POST /api/withdrawals": [
		{
			fields: fieldsOf(withdrawalForm),
			valid: { key: "0".repeat(32), name: "A B", email: "a@example.com", contract: "Pro" },
		},
	],
	"DELETE /api/account": [{ fields: fieldsOf(accountDeletion), valid: { confirm: "nobody" } }],
};
const FORMS: Record<string, z.ZodObject> = {
	"POST /api/links": linkForm,
	"POST /api/links/image": imageForm,
	"PUT /api/links/by-slug/:linkSlug": linkForm,
	"PUT /api/links/:id/cards/:target": cardOverride,
};
const FILES = ["POST /api/imports"];
const WITHOUT_BODY = [
	...["DELETE /api/links/:id", "POST /api/subscriptions/cancel", "POST /api/subscriptions/reactivate"],
	...[
		"POST /api/subscriptions/keep-plan",
		"POST /api/subscriptions/card-page",
		"POST /api/subscriptions/portal",
		"POST /api/subscriptions/payment-page",
	],
	"POST /api/subscriptions/also-paying/cancel",
	// Its messages are those of the public API's schemas (server/api/mcp/mcp.test.ts).
	"POST /mcp",
	...[
		"POST /api/links/:id/duplicate",
		"POST /api/links/:id/review",
		"POST /api/links/:id/health",
		"DELETE /api/links/tags/:tag",
		"DELETE /api/links/:id/aliases/:slug",
	],
	...["DELETE /api/links/utm-templates/:id", "DELETE /api/links/:id/cards/:target", "POST /api/links/:id/self-test"],
	...["PUT /api/analytics/links/:id/public", "DELETE /api/analytics/links/:id/public", "POST /api/imports/:id/stop"],
	...["DELETE /api/keys/:id", "DELETE /api/domains/:id", "POST /api/domains/:id/check"],
	...["DELETE /api/webhooks/:id", "POST /api/webhooks/:id/secret", "POST /api/webhooks/:id/test"],
	"POST /api/webhooks/:id/deliveries/:deliveryId/again",
	"POST /api/stripe/webhook",
];

const LONG = "x".repeat(5000);
const WRONG_JSON = [undefined, null, true, 0, 1.5, -1, "", " ", "x", "a\u0000b", LONG, [], ["x"], {}, { a: 1 }];
const WRONG_TEXTS = [
	"",
	" ",
	"0",
	"null",
	"undefined",
	"[]",
	"{}",
	"a\u0000b",
	LONG,
	"http://",
	["x", "y"],
	new Blob(["x"]),
];

const app = useTestApp();
let owner: Subscriber;
/** What is read of a body may reach Stripe's stand-in, which knows nothing of a subscription written by hand. */
let person: Browser;
beforeAll(async () => {
	person = await app.signedIn();
	owner = await subscriber(app, "enterprise");
});

it("knows of every route that reads what people send", () => {
	const changing = routesOf(app.express).filter((route) => !/^(?:GET|ALL) /.test(route));
	expect(changing).toEqual([...Object.keys(JSON_BODIES), ...Object.keys(FORMS), ...FILES, ...WITHOUT_BODY].sort());
});

describe.each(Object.entries(JSON_BODIES))("%s refuses in our words", (route, bodies) => {
	const [method = "", path = ""] = route.split(" ");
	const isOwners = [
		API.links.all,
		API.imports.all,
		API.domains.all,
		API.keys.all,
		API.webhooks.all,
		API.account.name,
	].some((begin) => path.startsWith(begin));
	const asker = () => (isOwners ? owner : person);

	it.each(bodies.flatMap(({ fields, ...body }) => Object.keys(fields).map((field) => ({ field, ...body }))))(
		"a wrong $field",
		async ({ field, valid, within = (fields) => fields }) => {
			const answers: Response[] = [];
			for (const wrong of WRONG_JSON)
				answers.push(await send(asker(), method, path, within({ ...valid, [field]: wrong })));
			await expectOurWords(answers);
		},
	);

	it("what is no set of fields at all", async () => {
		const answers: Response[] = [];
		for (const body of ["[]", '["x"]', "{", '"x"', "1", "null", "", "{}", '{"__proto__":{}}', "\u0000"]) {
			const headers = { cookie: cookieOf(asker()), "content-type": "application/json" };
			answers.push(await fetch(app.origin + path, { method, headers, body }));
		}
		await expectOurWords(answers);
	});
});

it("what is missing is required", async () => {
	const { email: _, ...withoutEmail } = profile;
	for (const [path, body, message] of [
		[API.subscriptions.checkout, {}, "Required"],
		[API.subscriptions.checkout, { planId: "gold" }, "Invalid input"],
		[API.subscriptions.checkout, { planId: "pro", vatInfo: { countryCode: "PT" } }, "Required"],
		[API.subscriptions.checkout, { planId: "pro", vatInfo: { ...vat, vatNumber: "" } }, "Required"],
		[API.subscriptions.checkout, { planId: "pro", vatInfo: { ...vat, countryCode: "PRT" } }, "Invalid input"],
		[API.auth.onboarding, { ...profile, fullName: undefined }, "Required"],
		[API.auth.onboarding, { ...profile, fullName: 7 }, "Invalid input"],
		[API.auth.onboarding, profile, "Country is required"],
		[API.auth.onboarding, withoutEmail, "Required"],
	] as const) {
		const answer = await person.post(path, body);
		expect([body, await answer.json()]).toMatchObject([body, { kind: "invalid", message }]);
	}
});

describe.each(Object.entries(FORMS))("%s refuses in our words", (route, form) => {
	it.each(Object.keys(form.shape))("a wrong %s", async (field) => {
		const { id, linkSlug } = await createLink(owner);
		const named = route.replace(":linkSlug", linkSlug).replace(":id", String(id)).replace(":target", "meta");
		const [method = "", path = ""] = named.split(" ");
		const answers: Response[] = [];
		for (const wrong of WRONG_TEXTS) answers.push(await send(owner, method, path, formOf({ [field]: wrong })));
		await expectOurWords(answers);
	});
});

it.each(FILES)("%s refuses in our words what is no file of links", async (route) => {
	const [method = "", path = ""] = route.split(" ");
	const answers: Response[] = [];
	for (const type of ["text/csv", "text/plain", "application/json", "", "x"]) {
		for (const body of ["", "\u0000", "a,b", '"', LONG]) {
			answers.push(
				await fetch(app.origin + path, { method, headers: { cookie: cookieOf(owner), "content-type": type }, body }),
			);
		}
	}
	await expectOurWords(answers);
});

it.each([
	...["/api/links?limit=", "/api/links?before=", "/api/links/deleted?limit=", "/api/links/deleted?before="],
	...["/api/links/search?sort=", "/api/links/search?filter=", "/api/links/rows?ids="],
	"/api/links/check-slug-availability?slug=",
])("GET %s refuses in our words", async (start) => {
	const answers: Response[] = [];
	for (const wrong of ["", "x!", "-1", "1.5", "1e999", "null", "%00", LONG, "0", "9999999999", "a b"])
		answers.push(await owner.get(start + (wrong.startsWith("%") ? wrong : encodeURIComponent(wrong))));
	answers.push(await owner.get(`${start}1&${start.split("?")[1]}2`));
	await expectOurWords(answers);
});

/** Of some wrong requests some are refused, and what they hear is ours. */
async function expectOurWords(answers: Response[]) {
	const refused = answers.filter(({ status }) => status >= 400);
	expect(refused.length).toBeGreaterThan(1);
	for (const answer of refused) {
		expect(answer.status).toBeLessThan(500);
		const { message } = errorBody.strict().parse(await answer.json());
		for (const words of LIBRARY_WORDS) expect(message).not.toMatch(words);
	}
}

function fieldsOf(schema: z.ZodObject): Record<string, unknown> {
	return schema.shape;
}

function send(browser: Browser, method: string, path: string, body: Record<string, unknown> | FormData) {
	if (method === "DELETE") return browser.delete(path, body);
	return method === "PUT" ? browser.put(path, body) : browser.post(path, body);
}

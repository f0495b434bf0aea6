import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

it.each([
	["constructor@x.org", "constructor"],
	["__proto__@x.org", "proto"],
	["toString@x.org", "tostring"],
	["VALUEOF@X.ORG", "valueof"],
	["o'brien+tag@x.org", "o"],
	["1234@x.org", "guest"],
	[`${"x".repeat(64)}@x.org`, "x".repeat(20)],
])("an odd address of the sandbox signs in, and gets a proper slug: %s", async (email, userSlug) => {
	const person = await app.signedIn({ email, consent: false });
	const answer = await person.get(API.auth.user);
	expect([answer.status, await answer.json()]).toEqual([
		200,
		expect.objectContaining({ email: email.toLowerCase(), userSlug }),
	]);
});

it.each(["𝒜da@x.org", "🙂@x.org", "@x.org", "ada@", '"a b"@x.org', "ada\0@x.org", `${"x".repeat(3000)}@x.org`])(
	"an address that is none is a page with words: %j",
	async (email) => {
		const person = app.browser();
		const start = await person.get(`${API.auth.google}?login_hint=${encodeURIComponent(email)}`);
		const page = await person.follow(start);
		expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("Enter a valid email")]);
		expect((await person.get(API.auth.user)).status).toBe(401);
	},
);

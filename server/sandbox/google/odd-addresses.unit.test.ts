import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "../testing/start-sandbox.ts";
import { personOf } from "./people.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const request = (extra: Record<string, string> = {}): Record<string, string> => ({
	client_id: "client",
	redirect_uri: `${sandbox.origin}/api/auth/google/callback`,
	response_type: "code",
	scope: "openid",
	state: "s",
	...extra,
});
const authorize = (query: string) =>
	fetch(`${sandbox.origin}/sandbox/google/authorize?${query}`, { redirect: "manual" });
const asQuery = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

describe("an odd address", () => {
	it.each([
		"constructor@x.org",
		"__proto__@x.org",
		"toString@x.org",
		"valueOf@x.org",
		"HASOWNPROPERTY@X.ORG",
		"o'brien+tag@x.org",
		"  ada@example.com  ",
		`${"x".repeat(64)}@x.org`,
		"1234@x.org",
	])("of an account signs in: %s", async (email) => {
		for (const answer of [
			await authorize(asQuery(request({ login_hint: email }))),
			await sandbox.post("/sandbox/google/authorize", { ...request(), email }),
		]) {
			expect(answer.status).toBe(302);
			expect(new URL(answer.headers.get("location") ?? "").searchParams.get("code")).toBeTruthy();
		}
	});

	it.each([
		["outside of ASCII", "𝒜da@x.org"],
		["an emoji", "🙂@x.org"],
		["half of an emoji", "\ud83d@x.org"],
		["a foreign domain", "ada@例え.テスト"],
		["quoted", '"a b"@x.org'],
		["no local part", "@x.org"],
		["no domain", "ada@"],
		["an @ alone", "@"],
		["two", "ada@x.org,eve@x.org"],
		["a space within", "a da@x.org"],
		["a line feed", "ada\n@x.org"],
		["NUL", "ada\0@x.org"],
		["markup", "<img src=x>@x.org"],
		["65 characters before the @", `${"x".repeat(65)}@x.org`],
		["255 characters", `adam@${"x".repeat(60)}.${"y.".repeat(93)}org`],
		["9,000 characters", `${"x".repeat(9000)}@x.org`],
	])("that no account has is a 400 with words: %s", async (_, email) => {
		for (const answer of [
			await authorize(asQuery(request({ login_hint: email }))),
			await sandbox.post("/sandbox/google/authorize", { ...request(), email }),
		]) {
			expect(answer.status).toBe(400);
			const shown = await answer.text();
			expect(shown).toContain("Enter a valid email");
			expect(shown).not.toContain("<img");
		}
	});

	it("makes a whole person, whatever script it is in", () => {
		expect(personOf("constructor@x.org", "https://x.org")).toMatchObject({ given_name: "Constructor" });
		expect(personOf("𝒜da.𝒷erg@x.org", "https://x.org")).toMatchObject({
			name: "𝒜da 𝒷erg",
			picture: `https://x.org/sandbox/google/pictures/${encodeURIComponent("𝒜𝒷")}.svg`,
		});
	});

	it("may be the initials of a picture", async () => {
		const picture = await fetch(`${sandbox.origin}/sandbox/google/pictures/${encodeURIComponent("A𝒜B")}.svg`);
		expect(await picture.text()).toContain(">A𝒜<");
	});
});

describe("an address to come back to", () => {
	it.each([
		["a script", "javascript:alert(1)", "Custom scheme"],
		["a script, disguised", "java\nscript:alert(1)", "Custom scheme"],
		["data", "data:text/html,x", "Custom scheme"],
		["a file", "file:///etc/passwd", "Custom scheme"],
		["an app", "myapp://callback", "Custom scheme"],
		["relative", "/api/auth/google/callback", "Missing scheme"],
		["without a scheme", "localhost", "Missing scheme"],
		["missing", "", "Missing required parameter: redirect_uri"],
		["of another site", "https://evil.example/api/auth/google/callback", "redirect_uri_mismatch"],
		["of another port", "http://127.0.0.1:1/api/auth/google/callback", "redirect_uri_mismatch"],
		["with a password", "http://a:b@ORIGIN/x", "Userinfo"],
		["with a fragment", "http://ORIGIN/x#y", "Fragment"],
	])("is refused with words when it is %s", async (_, uri, words) => {
		const target = uri.replace("ORIGIN", new URL(sandbox.origin).host);
		for (const answer of [
			await authorize(asQuery(request({ redirect_uri: target, login_hint: "ada@example.com" }))),
			await sandbox.post("/sandbox/google/authorize", request({ redirect_uri: target, email: "ada@example.com" })),
			await sandbox.post("/sandbox/google/authorize", request({ redirect_uri: target, deny: "1" })),
		]) {
			expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
			expect(await answer.text()).toContain(words);
		}
	});

	it("is refused when it comes twice", async () => {
		const answer = await authorize(`${asQuery(request())}&redirect_uri=http%3A%2F%2Fx`);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain("can only have a single value: redirect_uri");
	});
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "../testing/start-sandbox.ts";

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
		["outside of ASCII", "𝒜da@x.org"],
		["quoted", '"a b"@x.org'],
		["no local part", "@x.org"],
		["two", "ada@x.org,eve@x.org"],
		["markup", "<img src=x>@x.org"],
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
});

describe("an address to come back to", () => {
	it.each([
		["a script", "javascript:alert(1)", "Custom scheme"],
		["a script, disguised", "java\nscript:alert(1)", "Custom scheme"],
		["data", "data:text/html,x", "Custom scheme"],
		["missing", "", "Missing required parameter: redirect_uri"],
		["of another site", "https://evil.example/api/auth/google/callback", "redirect_uri_mismatch"],
		["with a password", "http://a:b@ORIGIN/x", "Userinfo"],
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
});

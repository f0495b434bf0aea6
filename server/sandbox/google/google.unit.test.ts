import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "../testing/start-sandbox.ts";

const CALLBACK = "/api/auth/google/callback";
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const request = (extra: Record<string, string> = {}) => ({
	client_id: "client",
	redirect_uri: sandbox.origin + CALLBACK,
	response_type: "code",
	scope: "openid email profile",
	state: "the-state",
	code_challenge: CHALLENGE,
	code_challenge_method: "S256",
	...extra,
});
const authorize = (query: Record<string, string>) =>
	fetch(`${sandbox.origin}/sandbox/google/authorize?${new URLSearchParams(query)}`, { redirect: "manual" });
const landing = (response: Response) => new URL(response.headers.get("location") ?? "").searchParams;
const token = (form: Record<string, string>) =>
	sandbox.post("/sandbox/google/token", {
		grant_type: "authorization_code",
		client_id: "client",
		client_secret: "secret",
		redirect_uri: sandbox.origin + CALLBACK,
		code_verifier: VERIFIER,
		...form,
	});
const codeFor = async (email: string) => landing(await authorize(request({ login_hint: email }))).get("code") ?? "";
const person = async (email: string, form: Record<string, string> = {}) => {
	const { access_token: bearer } = (await (await token({ code: await codeFor(email), ...form })).json()) as {
		access_token: string;
	};
	const answer = await fetch(`${sandbox.origin}/sandbox/google/userinfo`, {
		headers: { Authorization: `Bearer ${bearer}` },
	});
	return (await answer.json()) as Record<string, unknown>;
};

it("signs the person of a login_hint in at once and tells who it is", async () => {
	const response = await authorize(request({ login_hint: "ada@example.com" }));
	expect(response.status).toBe(302);
	expect(response.headers.get("location")?.split("?")[0]).toBe(sandbox.origin + CALLBACK);
	expect(landing(response).get("state")).toBe("the-state");

	const ada = await person("ada@example.com");
	expect(ada).toMatchObject({
		given_name: "Ada",
		family_name: "Lovelace",
		name: "Ada Lovelace",
		email: "ada@example.com",
		email_verified: true,
	});
	expect(ada.sub).toMatch(/^\d{21}$/);
	expect(await fetch(String(ada.picture)).then((picture) => picture.headers.get("content-type"))).toContain("svg");
});

it("shows an account chooser of plain forms, and signs in whom it is given", async () => {
	const shown = await (await authorize(request())).text();
	expect(shown).toContain("Sandbox");
	expect(shown).toContain('value="ada@example.com"');
	expect(shown).not.toContain("<script");

	const chosen = await sandbox.post("/sandbox/google/authorize", { ...request(), email: "any.one@example.net" });
	expect(landing(chosen).get("code")).toBeTruthy();
	const wrong = await sandbox.post("/sandbox/google/authorize", { ...request(), email: "nobody" });
	expect([wrong.status, (await wrong.text()).includes("Enter a valid email")]).toEqual([400, true]);
});

it("lets a person refuse, and be unverified", async () => {
	const denied = await sandbox.post("/sandbox/google/authorize", { ...request(), deny: "1" });
	expect(Object.fromEntries(landing(denied))).toEqual({ error: "access_denied", state: "the-state" });

	const form = { ...request(), email: "new@example.com", unverified: "1" };
	const code = landing(await sandbox.post("/sandbox/google/authorize", form)).get("code") ?? "";
	expect(await person("new@example.com", { code })).toMatchObject({ email_verified: false });
});

it.each(["client_id", "redirect_uri", "response_type", "scope", "state"])(
	"refuses a request without %s",
	async (name) => {
		const { [name as "state"]: _, ...query } = request({ login_hint: "ada@example.com" });
		const response = await authorize(query);
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
	},
);

it.each([
	["another verifier", { code_verifier: "w".repeat(43) }, 400],
	["no verifier", { code_verifier: "" }, 400],
	["another redirect address", { redirect_uri: "http://localhost:4300/other" }, 400],
	["another client", { client_id: "other" }, 401],
	["no secret", { client_secret: "" }, 401],
	["an unknown code", { code: "4/unknown" }, 400],
])("gives no token for %s", async (_case, form, status) => {
	const response = await token({ code: await codeFor("ada@example.com"), ...form });
	expect(response.status).toBe(status);
	expect(await response.json()).toHaveProperty("error");
});

it("gives no token for a verifier of as many characters but other bytes", async () => {
	const query = request({ login_hint: "ada@example.com", code_challenge: "é", code_challenge_method: "plain" });
	const response = await token({ code: landing(await authorize(query)).get("code") ?? "", code_verifier: "e" });
	expect([response.status, await response.json()]).toEqual([
		400,
		{ error: "invalid_grant", error_description: "Invalid code verifier." },
	]);
});

it("refuses userinfo without a known token", async () => {
	expect((await fetch(`${sandbox.origin}/sandbox/google/userinfo`)).status).toBe(401);
});

it("can change what Google says of a person, and fail on demand", async () => {
	const before = await person("grace@example.com");
	sandbox.control.google.setPerson("grace@example.com", { email: "hopper@example.com" });
	expect(await person("grace@example.com")).toEqual({ ...before, email: "hopper@example.com" });
	sandbox.control.google.setPerson("grace@example.com", null);

	sandbox.control.faults.add({ match: "/sandbox/google/token", kind: "status", status: 503, times: 1 });
	expect((await token({ code: await codeFor("ada@example.com") })).status).toBe(503);
	expect((await token({ code: await codeFor("ada@example.com") })).status).toBe(200);
});

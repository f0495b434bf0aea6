import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
	NODE_ENV: "production",
	DATABASE_URL: "postgres://visualink@db.internal/visualink",
	PUBLIC_ORIGIN: "https://visualink.example",
	SESSION_SECRET: "0123456789abcdef0123456789abcdef",
	GOOGLE_CLIENT_ID: "id",
	GOOGLE_CLIENT_SECRET: "secret",
	STRIPE_SECRET_KEY: "sk_live_x",
	STRIPE_WEBHOOK_SECRET: "whsec_a,whsec_b",
};

function problemsOf(env: Record<string, string>): string {
	try {
		readConfig(env);
	} catch (error) {
		if (error instanceof ConfigError) return error.message;
		throw error;
	}
	return "";
}

describe("without any variable", () => {
	it("runs on port 3000 with the embedded database and the sandbox", () => {
		const config = readConfig({});
		expect(config.http).toMatchObject({ port: 3000, publicOrigin: "http://localhost:3000", trustProxy: 0 });
		expect(config.db.url).toBeNull();
		expect(config.google.isSandbox).toBe(true);
		expect(config.stripe).toMatchObject({ isSandbox: true, host: "127.0.0.1", port: 3000 });
	});

	it("takes an empty variable for an unset one", () => {
		expect(readConfig({ DATABASE_URL: "", GOOGLE_CLIENT_ID: "", PORT: "" })).toEqual(readConfig({}));
	});
});

it("takes reports of links at the host of the public origin unless told otherwise", () => {
	expect(readConfig(production).http.reportEmail).toBe("abuse@visualink.example");
	expect(readConfig({ REPORT_EMAIL: "trust@example.com" }).http.reportEmail).toBe("trust@example.com");
});

describe("pictures", () => {
	it("are files unless a bucket is named", () => {
		expect(readConfig({}).images.s3).toBeNull();
		expect(readConfig({ IMAGES_S3_BUCKET: "pictures" }).images.s3).toEqual({
			bucket: "pictures",
			region: "us-east-1",
			endpoint: null,
			credentials: null,
		});
	});

	it("want both keys or none", () => {
		const bucket = { IMAGES_S3_BUCKET: "pictures", IMAGES_S3_ENDPOINT: "https://storage.example" };
		const keys = { IMAGES_S3_ACCESS_KEY_ID: "id", IMAGES_S3_SECRET_ACCESS_KEY: "secret" };
		expect(readConfig({ ...bucket, ...keys }).images.s3).toMatchObject({
			endpoint: "https://storage.example",
			credentials: { accessKeyId: "id", secretAccessKey: "secret" },
		});
		expect(problemsOf({ ...bucket, IMAGES_S3_ACCESS_KEY_ID: "id" })).toContain(
			"IMAGES_S3_SECRET_ACCESS_KEY: is missing",
		);
	});
});

describe("in production", () => {
	it("uses the real hosts, and every webhook secret during a rotation", () => {
		const config = readConfig(production);
		expect(config.google).toMatchObject({ isSandbox: false, tokenURL: "https://oauth2.googleapis.com/token" });
		expect(config.stripe).toMatchObject({ isSandbox: false, protocol: "https", host: "api.stripe.com" });
		expect(config.stripe.webhookSecrets).toEqual(["whsec_a", "whsec_b"]);
	});

	it.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))("refuses to start without %s", (name) => {
		expect(problemsOf({ ...production, [name]: "" })).toContain(`${name}: is missing`);
	});

	it("lists all that is missing at once", () => {
		const problems = problemsOf({ NODE_ENV: "production" });
		for (const name of Object.keys(production).slice(1)) expect(problems).toContain(name);
	});

	it("refuses a public origin without TLS", () => {
		expect(problemsOf({ ...production, PUBLIC_ORIGIN: "http://visualink.example" })).toContain("https");
	});

	it("starts with stand-ins when SANDBOX=1 is said", () => {
		expect(readConfig({ NODE_ENV: "production", SANDBOX: "1" }).google.isSandbox).toBe(true);
	});
});

it.each([
	["PORT", "70000"],
	["PUBLIC_ORIGIN", "visualink.example"],
	["DATABASE_URL", "mysql://localhost/x"],
	["SESSION_SECRET", "short"],
	["TRUST_PROXY", "true"],
	["LOG_LEVEL", "loud"],
	["REPORT_EMAIL", "abuse"],
])("names the wrong variable: %s=%s", (name, value) => {
	expect(problemsOf({ [name]: value })).toContain(name);
});

it.each([
	["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
	["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"],
])("says that %s is of no use without %s", (given, missing) => {
	expect(problemsOf({ [given]: "something" })).toContain(`${missing}: is missing, but ${given} is set`);
});

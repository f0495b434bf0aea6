import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
	NODE_ENV: "production",
	DATABASE_URL: "postgres://visualink@db.internal/visualink",
	PUBLIC_ORIGIN: "https://visualink.example",
	SESSION_SECRET: "0123456789abcdef0123456789abcdef",
	GOOGLE_CLIENT_ID: "id.apps.googleusercontent.com",
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

function without<T extends object>(env: T, name: keyof T): Omit<T, typeof name> {
	const { [name]: _left, ...rest } = env;
	return rest;
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

it("is written to at a web page or an e-mail address", () => {
	expect(readConfig(production).http.contactUrl).toBe("https://forms.gle/visualink-feedback");
	for (const CONTACT_URL of ["https://help.example/ask?a=1", "mailto:help@visualink.example"]) {
		expect(readConfig({ CONTACT_URL }).http.contactUrl).toBe(CONTACT_URL);
	}
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

	it.each([
		["STRIPE_SECRET_KEY", "sk_test_51x", "test key"],
		["STRIPE_SECRET_KEY", "rk_test_51x", "test key"],
		["STRIPE_SECRET_KEY", "pk_live_51x", "publishable"],
		["STRIPE_SECRET_KEY", "pk_test_51x", "publishable"],
		["STRIPE_SECRET_KEY", "whsec_51x", "must begin with sk_live_ or rk_live_"],
		["STRIPE_SECRET_KEY", "sk_live_", "must begin with sk_live_ or rk_live_"],
		["GOOGLE_CLIENT_ID", "visualink", "must end in .apps.googleusercontent.com"],
		["STRIPE_WEBHOOK_SECRET", "sk_live_x", "whsec_"],
		["STRIPE_WEBHOOK_SECRET", "whsec_a, wrong", "whsec_"],
		["SESSION_SECRET", "a".repeat(32), "easily guessed"],
		["SESSION_SECRET", "1234567".repeat(5), "easily guessed"],
	])("refuses %s=%s, unless the sandbox is asked for", (name, value, why) => {
		const env = { ...production, [name]: value };
		expect(problemsOf(env)).toMatch(new RegExp(`^  ${name}: .*${why}`, "m"));
		expect(problemsOf({ STRIPE_SECRET_KEY: "sk_test_x", ...without(env, "STRIPE_SECRET_KEY"), SANDBOX: "1" })).toBe("");
		expect(problemsOf({ ...env, NODE_ENV: "development" })).toBe("");
	});

	it.each(["production", "development"])("refuses a sandbox beside a live key, in %s", (NODE_ENV) => {
		const words = "SANDBOX: is on beside a live key in STRIPE_SECRET_KEY";
		expect(problemsOf({ ...production, NODE_ENV, SANDBOX: "1" })).toContain(words);
		expect(problemsOf({ ...production, NODE_ENV, SANDBOX: "true", STRIPE_SECRET_KEY: "rk_live_51x" })).toContain(words);
		expect(problemsOf({ ...production, NODE_ENV, SANDBOX: "1", STRIPE_SECRET_KEY: "sk_test_51x" })).toBe("");
		expect(problemsOf({ ...production, NODE_ENV, SANDBOX: "0" })).toBe("");
	});

	it.each([
		["STRIPE_SECRET_KEY", "rk_live_51x"],
		["STRIPE_WEBHOOK_SECRET", "whsec_a, whsec_b,"],
		["SESSION_SECRET", "12345678".repeat(4)],
	])("takes %s=%s", (name, value) => {
		expect(problemsOf({ ...production, [name]: value })).toBe("");
	});

	it("names what is unfit beside what is missing", () => {
		const problems = problemsOf({ ...production, STRIPE_SECRET_KEY: "sk_test_x", DATABASE_URL: "" });
		expect(problems).toContain("DATABASE_URL: is missing");
		expect(problems).toContain("STRIPE_SECRET_KEY: is a test key");
	});
});

const real = { ...production, NODE_ENV: "development" };
const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, ...withoutGoogle } = real;

describe("where it listens (P123)", () => {
	const LOOPBACK = ["127.0.0.1", "::1"];

	it.each([
		["all of it a sandbox", {}, LOOPBACK],
		["in a test", { NODE_ENV: "test" }, LOOPBACK],
		["one of two a sandbox", withoutGoogle, LOOPBACK],
		["no sandbox", real, null],
		["production", production, null],
		["production with a sandbox", { NODE_ENV: "production", SANDBOX: "1" }, null],
		["HOST, with a sandbox", { HOST: "0.0.0.0" }, ["0.0.0.0"]],
		["HOST of IPv6", { HOST: "::" }, ["::"]],
		["HOST, in production", { ...production, HOST: "10.0.0.7" }, ["10.0.0.7"]],
		["HOST by its name", { ...production, HOST: "localhost" }, LOOPBACK],
	])("%s", (_what, env, hosts) => {
		const { http } = readConfig(env);
		expect(http.hosts).toEqual(hosts);
		expect(http.isPrivate).toBe(hosts === LOOPBACK && !("HOST" in env));
	});

	it.each([
		[{}, null],
		[{ TLS_ASK_HOST: "0.0.0.0" }, null],
		[{ TLS_ASK_PORT: "3080" }, { port: 3080, hosts: ["127.0.0.1"] }],
		[
			{ TLS_ASK_PORT: "3080", TLS_ASK_HOST: "localhost" },
			{ port: 3080, hosts: LOOPBACK },
		],
		[
			{ TLS_ASK_PORT: "3080", TLS_ASK_HOST: "0.0.0.0" },
			{ port: 3080, hosts: ["0.0.0.0"] },
		],
	])("%o: a proxy asks for certificates at %o (P627)", (env, place) => {
		expect(readConfig(env).tlsAsk).toEqual(place);
	});

	it.each([
		[{}, "http://127.0.0.1:3000", "127.0.0.1"],
		[{ HOST: "0.0.0.0" }, "http://127.0.0.1:3000", "127.0.0.1"],
		[{ HOST: "::" }, "http://127.0.0.1:3000", "127.0.0.1"],
		[{ HOST: "192.168.1.5" }, "http://192.168.1.5:3000", "192.168.1.5"],
		[{ HOST: "::1" }, "http://[::1]:3000", "::1"],
	])("%o: it reaches itself, and so its sandbox, at %s", (env, ownOrigin, host) => {
		const { http, google, stripe } = readConfig(env);
		expect(http.ownOrigin).toBe(ownOrigin);
		expect(google.tokenURL).toBe(`${ownOrigin}/sandbox/google/token`);
		expect(stripe).toMatchObject({ host, port: 3000 });
	});
});

it.each([
	["PORT", "70000", "whole number from 1 to 65535"],
	["PORT", "http", "whole number from 1 to 65535"],
	["HOST", "my-laptop", "such as 0.0.0.0"],
	["TLS_ASK_PORT", "0", "whole number from 1 to 65535"],
	["TLS_ASK_PORT", "3000", "must be another port than PORT"],
	["TLS_ASK_HOST", "app", "such as 127.0.0.1"],
	["NODE_ENV", "prod", "development, test or production"],
	["NODE_ENV", "Production", "development, test or production"],
	["SANDBOX", "yes", "true, false, 1 or 0"],
	["RELEASE", "x".repeat(41), "at most 40 characters"],
	["DATA_DIR", " ", "such as /var/lib/visualink"],
	["PUBLIC_ORIGIN", "visualink.example", "such as https://visualink.example"],
	["DATABASE_URL", "mysql://localhost/x", "such as postgres://user:password@host:5432/name"],
	["DATABASE_URL", "postgres://[::1/x", "one looks like postgres://user:password@host:5432/name"],
	["DATABASE_REPLICA_URL", "replica.internal", "such as postgres://user:password@host:5432/name"],
	["DATABASE_REPLICA_URL", "postgres://a,b/name", "must name one host"],
	["DATABASE_WAIT_SECONDS", "-1", "whole number from 0 to 3600"],
	["ALLOW_NEWER_SCHEMA", "please", "true, false, 1 or 0"],
	["PUBLIC_ORIGIN", "https://visualink.example/app", "scheme and host alone"],
	["PUBLIC_ORIGIN", "https://ada:s3cret@visualink.example", "scheme and host alone"],
	["LINKS_ORIGIN", "v.example", "such as https://visualink.example"],
	["LINKS_ORIGIN", "https://v.example/go", "scheme and host alone"],
	["LINKS_ORIGIN", "https://ada:s3cret@v.example", "scheme and host alone"],
	["LINKS_ORIGIN", "ftp://v.example", "such as https://visualink.example"],
	["LINKS_ORIGIN", "http://localhost:3001", "another host than PUBLIC_ORIGIN"],
	["LINKS_ORIGIN", "http://127.0.0.1:3000", "not an IP address"],
	["LINKS_ORIGIN", "http://[::1]:3000", "not an IP address"],
	["LINKS_ORIGIN", "https://v.example", "must begin with http://, as PUBLIC_ORIGIN does"],
	["IMAGES_ORIGIN", "images.example", "such as https://visualink.example"],
	["IMAGES_ORIGIN", "https://images.example/images/", "scheme and host alone"],
	["IMAGES_ORIGIN", "https://images.example/?v=1", "scheme and host alone"],
	["IMAGES_S3_ENDPOINT", "storage", "such as https://"],
	["IMAGES_S3_ENDPOINT", "https://storage.example/pictures", "scheme and host alone"],
	["IMAGES_S3_BUCKET", "My Bucket", "a bucket's name"],
	["IMAGES_S3_BUCKET", "a", "a bucket's name"],
	["IMAGES_S3_REGION", "eu west", "such as us-east-1"],
	["IP_COUNTRY_HEADER", "cf ipcountry", "the name of a header"],
	["METRICS_TOKEN", "a token with spaces in it", "one line of letters"],
	["STRIPE_SECRET_KEY", "sk_test_1\nsk_test_1", "one line of letters"],
	["GOOGLE_CLIENT_SECRET", "GOCSPX-1\r\nGOCSPX-1", "one line of letters"],
	["STRIPE_WEBHOOK_SECRET", "whsec_1\nwhsec_2", "one line"],
	["SESSION_SECRET", `${"s3cret".repeat(6)}\n`, "one line"],
	["METRICS_TOKEN", "short", "at least 16 characters"],
	["SESSION_SECRET", "short", "at least 32 characters"],
	["TRUST_PROXY", "true", "whole number from 0 to 10"],
	["TRUST_PROXY", "1.5", "whole number from 0 to 10"],
	["RATE_LIMITS", "maybe", "on or off"],
	["LOG_LEVEL", "loud", "one of fatal, error"],
	["REPORT_EMAIL", "abuse", "e-mail address"],
	["CONTACT_URL", "javascript:alert(1)", "address of a web page"],
	["CONTACT_URL", "help@visualink.example", "mailto: and an e-mail address"],
	["STRIPE_AUTOMATIC_TAX", "yes", "true, false, 1 or 0"],
])("names the wrong variable and what a right one is: %s=%s", (name, value, words) => {
	const problems = problemsOf({ [name]: value });
	expect(problems).toMatch(new RegExp(`^  ${name}: .*${words.replaceAll(/[.[\]?]/g, "\\$&")}`, "m"));
	expect(problems).not.toContain("Invalid");
});

it("takes a CDN's address however it is written, and none over http behind https (P697)", () => {
	const origins = { PUBLIC_ORIGIN: "https://visualink.example", LINKS_ORIGIN: "https://v.example" };
	const imagesOriginOf = (IMAGES_ORIGIN: string) => readConfig({ ...origins, IMAGES_ORIGIN }).http.imagesOrigin;
	expect(
		["https://Images.example/", "https://images.example:443", "https://bücher.example", ""].map(imagesOriginOf),
	).toEqual([
		...["https://images.example", "https://images.example", "https://xn--bcher-kva.example", "https://v.example"],
	]);
	const plain = problemsOf({ ...origins, IMAGES_ORIGIN: "http://images.example" });
	expect(plain).toMatch(/^ {2}IMAGES_ORIGIN: must begin with https:\/\/, as PUBLIC_ORIGIN does$/m);
});

it("needs a bucket of images where storage is named", () => {
	const named = { IMAGES_S3_ENDPOINT: "https://storage.example" };
	expect(problemsOf(named)).toContain("IMAGES_S3_BUCKET: is missing, but IMAGES_S3_ENDPOINT is set");
	expect(readConfig({ ...named, IMAGES_S3_BUCKET: "a-bucket" })).toMatchObject({
		images: { s3: { bucket: "a-bucket", region: "us-east-1", endpoint: "https://storage.example" } },
	});
});

it("reads charts from a replica of a database that is set, never of the embedded one", () => {
	const both = { DATABASE_URL: "postgres://db/visualink", DATABASE_REPLICA_URL: " postgres://replica/visualink " };
	expect(readConfig(both).db.replicaUrl).toBe("postgres://replica/visualink");
	expect(readConfig({}).db.replicaUrl).toBeNull();
	expect(problemsOf({ ...both, DATABASE_URL: "" })).toContain(
		"DATABASE_URL: is missing, but DATABASE_REPLICA_URL is set",
	);
});

describe("DATABASE_URL", () => {
	it.each([
		"postgres://u:p#ss@db/name",
		"postgres://u:p/ss@db:5432/name",
		"postgres://u:p?ss@db/name",
		"postgresql://u:12#45@db/name",
		"postgres://u:12/45@db/name",
	])("%s: its password must be percent-encoded", (url) => {
		const problems = problemsOf({ DATABASE_URL: url });
		expect(problems).toContain("DATABASE_URL: its password has a character that must be percent-encoded");
		expect(problems).not.toMatch(/ss@|45@/);
	});

	it.each(["postgres://u:100%ff@db/name", "postgres://100%:x@db/name"])(
		"%s: a percent sign that stands alone",
		(url) => {
			expect(problemsOf({ DATABASE_URL: url })).toContain("%25");
		},
	);

	it.each([
		"postgres://db/name",
		"postgres://u@db/name",
		"postgres://u:p%23ss@db:5432/name?sslmode=verify-full",
		"postgres://u:p@ss@db/name",
		"postgresql://db:5432/name?options=a@b",
		" postgres://u:p@db/name ",
	])("%s is taken", (url) => {
		expect(readConfig({ DATABASE_URL: url }).db).toMatchObject({ url: url.trim(), waitMs: 60_000, mayBeNewer: false });
	});
});

it.each([
	["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
	["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"],
	["IP_COUNTRY_HEADER", "TRUST_PROXY"],
])("says that %s is of no use without %s (P475)", (given, missing) => {
	expect(problemsOf({ [given]: "something" })).toContain(`${missing}: is missing, but ${given} is set`);
});

it.each([
	["all of it a sandbox", {}, true],
	["one of two a sandbox", withoutGoogle, true],
	["no sandbox", real, false],
	["resolvers of its own", { DOMAIN_RESOLVERS: "127.0.0.1:53" }, false],
	["production", production, false],
	["production with a sandbox", { NODE_ENV: "production", SANDBOX: "1" }, false],
])("the sandbox plays DNS or not: %s (P630)", (_what, env, isSandbox) => {
	expect(readConfig(env).domains.isSandbox).toBe(isSandbox);
});

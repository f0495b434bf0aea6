import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** A call as it is: the SDK would not send everything that may come. */
async function call(method: string, path: string, body?: string) {
	const response = await fetch(sandbox.origin + path, {
		method,
		headers: { Authorization: "Bearer sk_test_x", "Content-Type": "application/x-www-form-urlencoded" },
		...(body !== undefined && { body }),
	});
	const answer = (await response.json()) as Record<string, unknown> & { error?: { message: string; type: string } };
	return { status: response.status, answer, message: answer.error?.message ?? "" };
}

describe.each(["constructor", "__proto__"])("the name %s", (name) => {
	it("is nobody's id", async () => {
		for (const kind of ["customers", "charges", "invoices", "payment_intents", "checkout/sessions"]) {
			expect((await call("GET", `/v1/${kind}/${name}`)).message).toMatch(/^No such /);
		}
		for (const page of ["checkout", "portal", "invoices", "receipts"]) {
			expect((await fetch(`${sandbox.origin}/sandbox/stripe/${page}/${name}`)).status).toBe(404);
		}
	});

	it("is no parameter", async () => {
		expect((await call("POST", "/v1/customers", `${name}=x`)).message).toBe(`Received unknown parameter: ${name}`);
		expect((await call("POST", "/v1/customers", `${name}[polluted]=x`)).status).toBe(400);
		expect((await call("POST", "/v1/customers", `address[${name}]=x`)).status).toBe(400);
		expect({}).not.toHaveProperty("polluted");
	});

	it("may be a key of metadata (or is refused), and an id that somebody chose", async () => {
		const made = await call("POST", "/v1/customers", `metadata[${name}]=x&metadata[b]=y`);
		if (name === "__proto__") expect(made.message).toBe("The sandbox knows no metadata key `__proto__`.");
		else expect(made.answer.metadata).toEqual({ [name]: "x", b: "y" });
		const coupon = await call("POST", "/v1/coupons", `id=${name}&percent_off=10`);
		expect([coupon.status, coupon.answer.id]).toEqual([200, name]);
		const code = `code=${name}&promotion[type]=coupon&promotion[coupon]=${name}`;
		expect((await call("POST", "/v1/promotion_codes", code)).status).toBe(200);
	});
});

describe("a body", () => {
	it.each([
		["/v1/prices", "currency=eur&product=x&unit_amount=1e308", "Invalid integer: 1e308"],
		["/v1/prices", `currency=eur&product=x&unit_amount=${"9".repeat(400)}`, "Invalid integer: 9"],
		["/v1/prices", "currency=eur&product=x&unit_amount=-1", "Invalid non-negative integer"],
		["/v1/coupons", "percent_off=1e308", "Invalid decimal: 1e308"],
		["/v1/coupons", `percent_off=${"9".repeat(400)}`, "Invalid decimal"],
		["/v1/subscriptions/sub_1", "cancel_at=9007199254740991", "Invalid timestamp"],
	])("with an absurd number is refused: %s %s", async (path, body, words) => {
		const { status, message } = await call("POST", path, body);
		expect([status, message.slice(0, words.length)]).toEqual([400, words]);
	});
});

describe("an address to come back to", () => {
	const asked = async (urls: Record<string, string>) => {
		const { id } = await sandbox.stripe.customers.create({});
		const { data } = await sandbox.stripe.prices.list({ lookup_keys: ["pro_monthly"] });
		const form = { mode: "subscription", customer: id, "line_items[0][price]": data[0]?.id ?? "", ...urls };
		return call("POST", "/v1/checkout/sessions", new URLSearchParams(form).toString());
	};
	const GOOD = "https://visualink.example/payment-success?session_id={CHECKOUT_SESSION_ID}";

	it.each([
		"javascript:alert(1)",
		"java\nscript:alert(1)",
		"data:text/html,x",
		"file:///etc/passwd",
		"/payment-success",
		"visualink.example/payment-success",
		"//visualink.example",
		"http:visualink.example",
		"https:javascript:alert(1)",
		"https://",
		"https://a b/",
		"",
	])("is http or https and whole, not %j", async (address) => {
		for (const urls of [{ success_url: address }, { success_url: GOOD, cancel_url: address }]) {
			const { status, answer } = await asked(urls);
			expect([status, answer.error]).toEqual([
				400,
				expect.objectContaining({ code: "url_invalid", message: "Not a valid URL" }),
			]);
		}
	});
});

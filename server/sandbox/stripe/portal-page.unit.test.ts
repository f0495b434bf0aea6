import { afterAll, beforeAll, expect, it } from "vitest";
import { startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

it("is no page of a portal that nobody has set up: there is no default", async () => {
	const { customer } = await subscribed(sandbox);
	await expect(sandbox.stripe.billingPortal.sessions.create({ customer })).rejects.toThrow(
		"default configuration has not been created",
	);
	const { data } = await sandbox.stripe.billingPortal.configurations.list();
	expect(data.map((each) => each.is_default)).toEqual([false]);
});

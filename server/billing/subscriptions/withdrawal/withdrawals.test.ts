import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import type { Browser } from "#server/testing/app/browser.ts";
import { settled, userOf } from "#server/testing/billing/billing.ts";
import { newcomer, payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { shownNumber, type WithdrawalOffer, type WithdrawalReceipt } from "#shared/billing/subscriptions/withdrawal.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { closeWithdrawal, linesOfOpen } from "../operator/withdrawals.ts";
import { createWithdrawals } from "./withdrawals.service.ts";

/** Days by which the clock of the process is ahead. */
let days = 0;
const lines: string[] = [];
const log = createLog({ logLevel: "warn" }, { write: (line) => void lines.push(line) });
const app = useBillingApp({
	now: () => new Date(Date.now() + days * DAY_MS),
	env: { METRICS_TOKEN: "a-token-for-metrics" },
});

const newKey = () => randomUUID().replaceAll("-", "");
const statement = (change: object = {}) => ({
	...{ key: newKey(), name: "Ada Lovelace", email: "ada@example.com", contract: "Pro, paid monthly" },
	...change,
});
const withdraw = (person: Browser, change: object = {}) => person.post(API.withdrawals.all, statement(change));
async function receipt(person: Browser, change: object = {}): Promise<WithdrawalReceipt> {
	const answer = await withdraw(person, change);
	expect(answer.status).toBe(201);
	return (await answer.json()) as WithdrawalReceipt;
}
const offer = async (person: Browser) => (await (await person.get(API.withdrawals.all)).json()) as WithdrawalOffer;
/** What `npm run operator -- withdrawals` prints. */
const list = async () => (await linesOfOpen(app.deps.db)).join("\n");
const done = (number: string) => closeWithdrawal(app.deps.db, number, app.deps.now());

describe("P577: withdrawing", () => {
	it("works signed out; the confirmation has what was stated, with date and time, to read and to keep", async () => {
		const visitor = app.browser();
		const sent = await receipt(visitor, { name: "\u200b Ada Lovelace\n", contract: "Pro,\tpaid monthly" });
		expect(sent).toEqual({
			...{ name: "Ada Lovelace", email: "ada@example.com", contract: "Pro, paid monthly" },
			...{ number: expect.stringMatching(/^[2-9a-z]{20}$/), receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
		});
		expect(await (await visitor.get(API.withdrawals.one(sent.number))).json()).toEqual(sent);
		const file = await visitor.get(API.withdrawals.file(sent.number));
		expect(file.headers.get("content-disposition")).toBe(
			`attachment; filename=visualink-withdrawal-${sent.number}.txt`,
		);
		expect(file.headers.get("cache-control")).toBe("private, no-store");
		const text = await file.text();
		for (const words of ["Ada Lovelace", "ada@example.com", "Pro, paid monthly", "I withdraw from this contract."]) {
			expect(text).toContain(words);
		}
		expect(text).toContain(`${sent.receivedAt.slice(0, 10)} ${sent.receivedAt.slice(11, 19)} UTC`);
	});

	it.each([
		["an address in another script", { email: "änne@müller.example" }],
		["a name and a contract in other scripts", { name: "Ελένη 😀", contract: "合同 №7 <b>" }],
		["a contract at its longest", { contract: "x".repeat(255) }],
	])("takes %s", async (_case, change) => {
		expect(await receipt(app.browser(), change)).toMatchObject(change);
		expect(await list()).toContain(Object.values(change)[0]);
	});

	it("is one withdrawal however often the form is sent, and another statement with its key is refused", async () => {
		const key = newKey();
		const sent = await Promise.all(Array.from({ length: 8 }, () => receipt(app.browser(), { key })));
		expect(new Set(sent.map(({ number }) => number)).size).toBe(1);
		expect((await withdraw(app.browser(), { key, name: "Eve" })).status).toBe(409);
	});

	it.each<[string, object, string, string]>([
		["no name", { name: " \u200b" }, "name", "Required"],
		["no contract", { contract: undefined }, "contract", "Required"],
		["a long contract", { contract: "x".repeat(256) }, "contract", "Use at most 255 characters"],
		["no address", { email: "" }, "email", "Required"],
		["half an address", { email: "ada@" }, "email", "Enter a valid e-mail address"],
		[
			"an address of several lines",
			{ email: "ada@example.com\nbcc: eve@example.com" },
			"email",
			"Enter a valid e-mail address",
		],
		["a hidden field filled in", { website: "https://spam.example" }, "website", "Leave this field empty"],
		["a name that is no text", { name: ["Ada"] }, "name", "Required"],
		["no key", { key: "7" }, "key", "Invalid input"],
	])("refuses %s", async (_case, change, field, message) => {
		const answer = await withdraw(app.browser(), change);
		expect([answer.status, await answer.json()]).toMatchObject([400, { message, fields: [{ field }] }]);
	});

	it("finds no number that wasn't given", async () => {
		for (const number of ["a".repeat(20), "1", "%00", "A".repeat(20)]) {
			expect((await app.browser().get(`${API.withdrawals.all}/${number}`)).status).toBe(404);
		}
	});

	it("reports it to the operator at once, without a name", async () => {
		const { number } = await createWithdrawals({ db: app.deps.db, now: app.deps.now, log }).receive(
			{ ...statement(), website: "" },
			null,
		);
		expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ alert: "withdrawal", number }]);
		expect(lines.join()).not.toContain("Ada");
		const headers = { authorization: "Bearer a-token-for-metrics" };
		expect(await (await app.browser().get("/metrics", { headers })).text()).toMatch(/visualink_withdrawals_open [1-9]/);
	});
});

describe("P577: the offer on the tab", () => {
	it("stands for 31 days after a payment, and the statement of the account is shown", async () => {
		const { person, email } = await payingCustomer(app);
		const paid = (await app.deps.pool.query("SELECT max(created_at) AS at FROM payments")).rows[0].at as Date;
		expect(await offer(person)).toEqual({ until: new Date(paid.getTime() + 31 * DAY_MS).toISOString(), sent: null });
		days = 30.9;
		expect((await offer(person)).until).not.toBeNull();
		days = 31.1;
		expect((await offer(person)).until).toBeNull();
		days = 0;
		const { number, receivedAt } = await receipt(person, { email });
		expect((await offer(person)).sent).toEqual({ number, receivedAt });
	});

	it("loses no statement of an account that was deleted at that moment", async () => {
		const { receive } = createWithdrawals({ db: app.deps.db, now: app.deps.now, log });
		expect(await receive({ ...statement(), website: "" }, "nobody-any-more")).toMatchObject({ name: "Ada Lovelace" });
	});

	it("is none without a payment, nor for anyone else's statement", async () => {
		const { person, email } = await newcomer(app);
		await receipt(app.browser(), { email });
		expect(await offer(person)).toEqual({ until: null, sent: null });
	});
});

describe("P578: the operator's list", () => {
	it("names the refund of whom it knows, and closes what is done", async () => {
		const { person, email } = await payingCustomer(app);
		const { number, receivedAt } = await receipt(person, { email: "other@example.com", contract: "Pro of the list" });
		const asked = receivedAt.slice(0, 10);
		const before = await list();
		expect(before).toContain(`npm run operator -- refund --user ${email} --asked-on ${asked}`);
		expect(before).toContain('"Pro of the list"');
		expect(await done(shownNumber(number).toUpperCase())).toBe(`Closed ${shownNumber(number)}.`);
		expect(await list()).not.toContain("Pro of the list");
		await expect(done(number)).rejects.toThrow(`No open withdrawal has the number ${number}.`);
	});

	it("doubts a statement that was sent signed out, and names the payments of a deleted account", async () => {
		const { person, email } = await payingCustomer(app);
		await receipt(app.browser(), { email: email.toUpperCase(), contract: "of a signed-out person" });
		await receipt(app.browser(), { email: "nobody@example.com", contract: "of nobody" });
		await receipt(person, { email, contract: "of who leaves" });
		await settled(app);
		const { id, userSlug } = await userOf(app, email);
		const { stripe_payment_intent_id: payment } = (
			await app.deps.pool.query("SELECT stripe_payment_intent_id FROM payments WHERE user_id = $1", [id])
		).rows[0];
		const exported = (await (await person.get(API.account.data)).json()) as { withdrawals: object[] };
		expect(exported.withdrawals).toMatchObject([{ email, contract: "of who leaves", closedAt: null }]);
		expect(await list()).toContain("sent signed out: make sure that it is theirs");
		expect((await person.delete(API.account.all, { confirm: userSlug })).status).toBe(204);
		const lines = await list();
		expect(lines).toContain("of who leaves");
		expect(lines).toContain(`npm run operator -- refund --payment ${payment} --asked-on`);
		expect(lines).toContain("nobody here has this e-mail address");
	});

	it("is kept for three years after it was closed", async () => {
		const { number } = await receipt(app.browser());
		const { forgetOld } = createWithdrawals({ db: app.deps.db, now: app.deps.now, log });
		const status = async () => (await app.browser().get(API.withdrawals.one(number))).status;
		days = 2_000;
		await forgetOld();
		expect(await status()).toBe(200);
		days = 0;
		await done(number);
		days = 1_095;
		await forgetOld();
		expect(await status()).toBe(200);
		days = 1_097;
		await forgetOld();
		expect(await status()).toBe(404);
		days = 0;
	});
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import { createEndBilling } from "./end-billing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("ends nothing at Stripe once the person was told that it failed", async () => {
	const { stripe, calls } = fakeStripe();
	const tx = { select: () => ({ from: () => ({ where: async () => [{ customerId: "cus_1" }] }) }) } as unknown as Tx;
	let held: Promise<unknown> = Promise.resolve();
	const hold = (_userId: string, work: (tx: Tx) => Promise<unknown>) => {
		held = work(tx);
		return held;
	};
	const erase = vi.fn(async () => {});
	const endBilling = createEndBilling({
		deadlines: DEADLINES,
		stripe,
		lock: { hold } as unknown as BillingLock,
		sync: { syncCustomer: async () => [] },
		checkout: { closeAll: () => new Promise((resolve) => setTimeout(resolve, 9_001)) },
	});
	const answer = expect(endBilling({ id: "ada", userSlug: "ada" }, erase)).rejects.toMatchObject({ kind: "upstream" });
	await vi.advanceTimersByTimeAsync(9_000);
	await answer;
	const ended = expect(held).rejects.toThrow("The account was kept, because Stripe took too long");
	await vi.advanceTimersByTimeAsync(1);
	await ended;
	expect(calls).toEqual([]);
	expect(erase).not.toHaveBeenCalled();
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { deliver, eventAbout, settled } from "#server/testing/billing/billing.ts";
import { API } from "#shared/platform/api-paths.ts";
import { nastyText } from "./inputs.ts";
import { expectClear, holds, SOON_MS, TIMEOUT_MS } from "./surface.ts";

const anything = fc.oneof(
	nastyText,
	fc.anything({ maxDepth: 3, withNullPrototype: false }).filter((value) => JSON.stringify(value) !== undefined),
	fc.constantFrom(null, true, 0, -1, 0.5, 1e300, [], {}),
	fc.maxSafeNat(),
);
const idLike = fc.oneof(
	fc.constantFrom("evt_1", "cus_nobody", "pi_nobody", "in_nobody", "ch_nobody", "x".repeat(255), "x".repeat(256)),
	anything,
);

/** An event whose parts are odd here and there: mostly right, so that each oddness gets far. */
const oddEvent = fc
	.record(
		{
			id: fc.oneof(
				{ weight: 3, arbitrary: fc.uuid().map((uuid) => `evt_${uuid.replaceAll("-", "")}`) },
				{ weight: 1, arbitrary: idLike },
			),
			object: fc.oneof({ weight: 5, arbitrary: fc.constant("event") }, { weight: 1, arbitrary: anything }),
			type: fc.oneof(fc.constantFrom("charge.refunded", "invoice.paid", "a.b"), anything),
			created: fc.oneof(fc.constant(1_800_000_000), fc.maxSafeNat(), anything),
			livemode: fc.oneof({ weight: 5, arbitrary: fc.boolean() }, { weight: 1, arbitrary: anything }),
			data: fc.oneof(
				{
					weight: 5,
					arbitrary: fc.record({
						object: fc.record(
							{ object: idLike, id: idLike, customer: idLike, charge: idLike, payment_intent: idLike, invoice: idLike },
							{ requiredKeys: [] },
						),
					}),
				},
				{ weight: 1, arbitrary: anything },
			),
			api_version: anything,
		},
		{ requiredKeys: ["id", "object", "type", "created", "livemode", "data"] },
	)
	.map((event) => JSON.stringify(event));

const oddBody = fc.oneof(
	{ weight: 6, arbitrary: oddEvent },
	{ weight: 1, arbitrary: fc.json() },
	{ weight: 1, arbitrary: nastyText },
);

const app = useTestApp();

describe("whatever comes to the webhook", () => {
	it(
		"signed: 200 or 400; unsigned: 400; and the inbox stays sound",
		async () => {
			await holds(fc.tuple(oddBody, nastyText), async ([body, nonsense]) => {
				const startedAt = performance.now();
				const signed = await deliver(app, body);
				expect([200, 400], await signed.text()).toContain(signed.status);
				expect(performance.now() - startedAt).toBeLessThan(SOON_MS);

				const signature = nonsense.replace(/[^\t\x20-\x7e]/g, "").slice(0, 8000);
				const headers = { "content-type": "application/json", "stripe-signature": signature };
				const unsigned = await expectClear(app.origin, { method: "POST", path: API.stripeWebhook, headers, body });
				expect(unsigned.status).toBe(400);
			});
			expect((await deliver(app, eventAbout("cus_nobody"))).status).toBe(200);
			await settled(app, TIMEOUT_MS);
			const { rows } = await app.deps.pool.query("SELECT id FROM stripe_events WHERE id !~ '^[A-Za-z0-9_]{1,255}$'");
			expect(rows).toEqual([]);
		},
		TIMEOUT_MS * 2,
	);
});

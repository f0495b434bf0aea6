import pino from "pino";
import Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import type { Db } from "#server/platform/db/connect.ts";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";
import { createStripeCustomers } from "./stripe-customer.ts";

const ADA = {
	id: "google-ada",
	userSlug: "ada",
	email: "ada@example.com",
	firstName: "Ada",
	lastName: "Lovelace",
	stripeCustomerId: null,
	isBusiness: false,
	businessName: null,
	businessVat: null,
} as User;
const KNOWN = { ...ADA, stripeCustomerId: "cus_old", emailAtStripe: ADA.email };

function rig(answers: Parameters<typeof fakeStripe>[0] = {}, isClaimed = true) {
	const fake = fakeStripe({
		"customers.create": () => ({ id: "cus_new" }),
		"customers.update": () => ({}),
		...answers,
	});
	const set = vi.fn((_values: object) => ({ where: () => ({ returning: async () => (isClaimed ? [{}] : []) }) }));
	const said: Record<string, unknown>[] = [];
	const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const db = { update: () => ({ set }) } as unknown as Db;
	return { ...fake, set, said, customers: createStripeCustomers({ stripe: fake.stripe, db, log }) };
}

describe("the customer of a user", () => {
	it("is made at the first checkout, by a key and parameters that never change, and is theirs from then on", async () => {
		const { customers, calls, set } = rig();
		expect(await customers.ensure(ADA)).toBe("cus_new");
		expect(calls).toEqual([
			[
				"customers.create",
				{ metadata: { userId: "google-ada" } },
				{ ...WHILE_SOMEONE_WAITS, idempotencyKey: "cust:google-ada:ada" },
			],
			["customers.update", "cus_new", { email: "ada@example.com", name: "Ada Lovelace" }, WHILE_SOMEONE_WAITS],
		]);
		expect(set).toHaveBeenCalledExactlyOnceWith({
			stripeCustomerId: "cus_new",
			emailAtStripe: "ada@example.com",
		});
	});

	it("is the one that they have", async () => {
		const { customers, calls } = rig({ "customers.retrieve": () => ({ id: "cus_old" }) });
		expect(await customers.ensure(KNOWN)).toBe("cus_old");
		expect(calls).toEqual([["customers.retrieve", "cus_old", {}, WHILE_SOMEONE_WAITS]]);
	});

	it("hears a new e-mail address at the next checkout (P575)", async () => {
		const { customers, named } = rig({ "customers.retrieve": () => ({ id: "cus_old" }) });
		await customers.ensure({ ...KNOWN, emailAtStripe: "old@example.com" });
		expect(named("customers.update")).toEqual([["cus_old", { email: "ada@example.com" }, WHILE_SOMEONE_WAITS]]);
	});

	it("has a business's name and address before each checkout, and nothing left of another address (P265)", async () => {
		const { customers, calls } = rig({ "customers.retrieve": () => ({ id: "cus_old" }) });
		const place = { businessAddress: "Rua das Flores 1\n Lisboa", businessCountry: "PT" };
		await customers.ensure({ ...KNOWN, isBusiness: true, businessName: "Engines Ltd", ...place });
		const empty = { line2: "", city: "", postal_code: "", state: "" };
		const address = { line1: "Rua das Flores 1, Lisboa", ...empty, country: "PT" };
		expect(calls.at(-1)).toEqual([
			"customers.update",
			"cus_old",
			{ email: "ada@example.com", name: "Engines Ltd", address },
			WHILE_SOMEONE_WAITS,
		]);
	});

	it.each([
		["deleted", () => ({ id: "cus_old", deleted: true })],
		["unknown", () => Promise.reject(refusal("resource_missing"))],
	])("is made again when it is %s at Stripe", async (_case, answer) => {
		const { customers, named } = rig({ "customers.retrieve": answer });
		expect(await customers.ensure(KNOWN)).toBe("cus_new");
		expect(named("customers.create")).toMatchObject([[{}, { idempotencyKey: "cust:google-ada:cus_old" }]]);
	});

	it("is not made again because Stripe is away", async () => {
		const { customers, named } = rig({ "customers.retrieve": () => Promise.reject(new Error("away")) });
		await expect(customers.ensure(KNOWN)).rejects.toThrow("away");
		expect(named("customers.create")).toEqual([]);
	});

	it("is made by another key when Stripe fails: it would answer this one the same for a day", async () => {
		const failure = new Stripe.errors.StripeAPIError({ type: "api_error", message: "failed" });
		const create = (_values: object, { idempotencyKey }: Stripe.RequestOptions) =>
			idempotencyKey ? Promise.reject(failure) : { id: "cus_new" };
		const { customers, named } = rig({ "customers.create": create });
		expect(await customers.ensure(ADA)).toBe("cus_new");
		expect(named("customers.create")[1]).toEqual([{ metadata: { userId: "google-ada" } }, WHILE_SOMEONE_WAITS]);
	});

	it("is asked for again by the same key where no answer came: it may be there", async () => {
		const silence = new Stripe.errors.StripeConnectionError({ message: "silence" } as never);
		const { customers, named } = rig({ "customers.create": () => Promise.reject(silence) });
		await expect(customers.ensure(ADA)).rejects.toBe(silence);
		await expect(customers.ensure(ADA)).rejects.toBe(silence);
		const byKey = [{}, { idempotencyKey: "cust:google-ada:ada" }];
		expect(named("customers.create")).toMatchObject([byKey, byKey]);
	});

	it("is not taken when another process has claimed one meanwhile", async () => {
		const { customers } = rig({}, false);
		await expect(customers.ensure(ADA)).rejects.toMatchObject({ kind: "conflict", message: "Please try again" });
	});

	it.each<[string, Partial<User>, string | undefined]>([
		["first and last name", {}, "Ada Lovelace"],
		["the one that is known", { firstName: null }, "Lovelace"],
		["nothing", { firstName: null, lastName: "" }, undefined],
		["the business's name", { isBusiness: true, businessName: "Engines Ltd" }, "Engines Ltd"],
		["the person's, for a business without one", { isBusiness: true }, "Ada Lovelace"],
		["the person's, who is no business any more", { businessName: "Engines Ltd" }, "Ada Lovelace"],
	])("is called by %s", async (_case, change, name) => {
		const { customers, named } = rig();
		await customers.ensure({ ...ADA, ...change });
		expect(named("customers.update")[0]?.[1]).toStrictEqual({ email: "ada@example.com", ...(name && { name }) });
	});
});

describe("corrected details (P575)", () => {
	const empty = { line1: "", line2: "", city: "", postal_code: "", state: "" };
	it.each<[string, Partial<User>, object]>([
		[
			"all of them",
			{ businessAddress: "Rua 1\nPorto" },
			{ address: { ...empty, line1: "Rua 1, Porto", country: "PT" } },
		],
		["a cleared address as its country", { businessAddress: null }, { address: { ...empty, country: "PT" } }],
	])("reach Stripe in one call: %s", async (_case, change, address) => {
		const { customers, named } = rig();
		await customers.correct("cus_1", { ...ADA, businessCountry: "PT", ...change });
		const who = { email: "ada@example.com", name: "Ada Lovelace", ...address, metadata: { profileVat: "" } };
		expect(named("customers.update")).toEqual([["cus_1", who, WHILE_SOMEONE_WAITS]]);
	});

	it("of a customer that is gone wait for the next checkout", async () => {
		const { customers } = rig({ "customers.retrieve": () => Promise.reject(refusal("resource_missing")) });
		await customers.correct("cus_1", { ...ADA, businessCountry: "PT" });
	});
});

describe("the VAT number of a customer", () => {
	const BUSINESS = { ...ADA, isBusiness: true, businessVat: "PT501964843" };
	const GIVEN = { countryCode: "EL", vatNumber: "094 259 216" };
	const made = (value: string) => [["cus_1", { type: "eu_vat", value }, WHILE_SOMEONE_WAITS]];

	it.each([
		["is that of onboarding", BUSINESS, undefined, made("PT501964843")],
		["is that of the checkout, before all others", BUSINESS, GIVEN, made("EL094259216")],
		["is none for a private person", { ...BUSINESS, isBusiness: false }, undefined, []],
		["is none for a business that told none", { ...BUSINESS, businessVat: null }, undefined, []],
	])("%s", async (_case, user, vatInfo, wanted) => {
		const { customers, named } = rig();
		await customers.attachVat("cus_1", user, vatInfo);
		expect(named("customers.createTaxId")).toEqual(wanted);
		const noted =
			wanted.length > 0 && !vatInfo
				? [["cus_1", { metadata: { profileVat: user.businessVat } }, WHILE_SOMEONE_WAITS]]
				: [];
		expect(named("customers.update")).toEqual(noted);
		const asked = wanted.length > 0 ? [["cus_1", { limit: 100 }, WHILE_SOMEONE_WAITS]] : [];
		expect(named("customers.listTaxIds")).toEqual(asked);
	});

	const PROFILE = "PT501964843";
	const OTHER = { id: "txi_1", type: "eu_vat", value: "PT999999990" };
	it.each([
		["the same", { ...OTHER, value: PROFILE }, "", [0, 0]],
		["one of another kind", { ...OTHER, type: "gb_vat" }, "", [1, 0]],
		["one that an earlier profile had, which is replaced", OTHER, OTHER.value, [1, 1]],
		["one that the person has told Stripe, which stays alone", OTHER, "", [0, 0]],
	])("of the profile: %s being there already", async (_case, there, profileVat, times) => {
		const { customers, named } = rig({
			"customers.listTaxIds": () => [there],
			"customers.retrieve": () => ({ metadata: { profileVat } }),
		});
		await customers.attachVat("cus_1", BUSINESS, undefined);
		const done = [named("customers.createTaxId"), named("customers.deleteTaxId")].map(({ length }) => length);
		expect(done).toEqual(times);
	});

	it.each([
		["another", OTHER, [1, 1]],
		["the same", { ...OTHER, value: "EL094259216" }, [0, 0]],
		["one of another kind", { ...OTHER, type: "gb_vat" }, [1, 0]],
	])("of the checkout takes the place of %s", async (_case, there, times) => {
		const { customers, named } = rig({ "customers.listTaxIds": () => [there] });
		await customers.attachVat("cus_1", BUSINESS, GIVEN);
		const done = [named("customers.createTaxId"), named("customers.deleteTaxId")].map(({ length }) => length);
		expect(done).toEqual(times);
	});

	it("brings the company's name with it", async () => {
		const { customers, named } = rig();
		await customers.attachVat("cus_1", ADA, { ...GIVEN, companyName: "Engines Ltd" });
		expect(named("customers.update")).toEqual([["cus_1", { name: "Engines Ltd" }, WHILE_SOMEONE_WAITS]]);
	});

	it("is told to be wrong, where somebody has just typed it and Stripe refuses it", async () => {
		const { customers, said } = rig({ "customers.createTaxId": () => Promise.reject(refusal()) });
		const refused = { kind: "invalid", message: "Please enter a valid VAT number" };
		const fields = [{ field: "vatInfo.vatNumber", code: "invalid_vat_number" }];
		await expect(customers.attachVat("cus_1", ADA, GIVEN)).rejects.toMatchObject({ ...refused, fields });
		const malformed = customers.attachVat("cus_1", ADA, { ...GIVEN, vatNumber: "1" });
		await expect(malformed).rejects.toMatchObject({ ...refused, fields });
		expect(said).toEqual([]);
	});

	it.each([
		["Stripe refuses an old one", refusal(), BUSINESS, undefined],
		["the tax service is away", new Error("away"), ADA, GIVEN],
	])("keeps nobody from paying when %s; it is said", async (_case, error, user, vatInfo) => {
		const { customers, said } = rig({ "customers.createTaxId": () => Promise.reject(error) });
		await customers.attachVat("cus_1", user, vatInfo);
		expect(said).toMatchObject([{ userId: "google-ada", msg: "a VAT number could not be put on the Stripe customer" }]);
	});

	it("is reported as invalid if Stripe refuses it in a correction; any other refusal is passed on unchanged", async () => {
		const { customers } = rig({ "customers.createTaxId": () => Promise.reject(refusal()) });
		const fields = [{ field: "businessVat", code: "invalid_vat_number" }];
		await expect(customers.correct("cus_1", BUSINESS)).rejects.toMatchObject({ kind: "invalid", fields });
		const other = rig({ "customers.update": () => Promise.reject(refusal("customer_tax_location_invalid")) });
		await expect(other.customers.correct("cus_1", BUSINESS)).rejects.toThrow("refused");
	});
});

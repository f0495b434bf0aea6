import { and, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import Stripe from "stripe";
import { normaliseVatNumber, wrongVatNumber } from "#server/billing/onboarding/vat-number.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import type { VatInfo } from "#shared/billing/onboarding/onboarding-form.ts";
import { isMissing, WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

const VAT_OF_CHECKOUT = "vatInfo.vatNumber";
const VAT_FIELDS = { checkout: VAT_OF_CHECKOUT, correction: "businessVat", profile: null } as const;

export type StripeCustomers = ReturnType<typeof createStripeCustomers>;

type Identity = { email?: string; name?: string; address?: Stripe.AddressParam; vat?: Vat };
/** `profile`: from onboarding, at a checkout; it doesn't replace a number entered at Stripe. */
type Vat = { value: string | null; of: keyof typeof VAT_FIELDS };

export function createStripeCustomers({ stripe, db, log }: { stripe: Stripe; db: Db; log: Logger }) {
	return {
		/**
		 * Call it while holding the user's billing lock. The id is committed outside its transaction. Invoices carry a
		 * business's name and address (P265).
		 * @returns the customer's id
		 */
		async ensure(user: User): Promise<string> {
			const { stripeCustomerId: known, emailAtStripe, email } = user;
			if (known && !(await isGone(known))) {
				if (user.isBusiness) await write(known, { email, ...namesOf(user), ...addressOf(user) });
				else if (emailAtStripe !== email) await write(known, { email });
				return known;
			}
			const { id } = await create(user);
			// Checkout collects a private person's address.
			await write(id, { email, ...namesOf(user), ...(user.isBusiness && addressOf(user)) });
			const isUnclaimed = known ? eq(users.stripeCustomerId, known) : isNull(users.stripeCustomerId);
			const claimed = await db
				.update(users)
				.set({ stripeCustomerId: id, emailAtStripe: email })
				.where(and(eq(users.id, user.id), isUnclaimed))
				.returning({ id: users.id });
			if (claimed.length === 0) throw new AppError("subscription_changed", "Please try again");
			return id;
		},

		/**
		 * Sets a checkout's VAT number as the customer's only EU tax id. Without one, uses the onboarding number, which
		 * doesn't replace one entered at Stripe.
		 * @throws AppError `invalid` for a malformed number in the checkout
		 */
		async attachVat(customerId: string, user: User, vatInfo: VatInfo | undefined): Promise<void> {
			const value = vatInfo ? normaliseVatNumber(vatInfo.countryCode, vatInfo.vatNumber, VAT_OF_CHECKOUT) : vatOf(user);
			if (!value) return;
			const name = vatInfo?.companyName;
			try {
				await write(customerId, { vat: { value, of: vatInfo ? "checkout" : "profile" }, ...(name && { name }) });
			} catch (error) {
				if (error instanceof AppError) throw error;
				// A tax service outage must not block payment; Stripe's page asks for the number too.
				log.warn({ err: error, userId: user.id }, "a VAT number could not be put on the Stripe customer");
			}
		},

		/**
		 * Updates identity at Stripe, removing a former business's VAT number. A deleted customer is skipped.
		 * @throws AppError `invalid` for a VAT number that Stripe refuses; Stripe's errors as they are
		 */
		async correct(customerId: string, user: User): Promise<void> {
			const vat = { value: vatOf(user), of: "correction" } as const;
			try {
				await write(customerId, { vat, email: user.email, ...namesOf(user), ...addressOf(user) });
			} catch (error) {
				if (!isMissing(error)) throw error;
			}
		},

		tellEmail: (customerId: string, { email }: Pick<User, "email">) => write(customerId, { email }),
	};

	/** The only place that writes a customer's identity (P575). */
	async function write(customerId: string, { vat, ...details }: Identity): Promise<void> {
		// The VAT number first: if Stripe refuses it, nothing has changed.
		const profileVat = vat ? await writeVat(customerId, vat) : undefined;
		const changes = { ...details, ...(profileVat !== undefined && { metadata: { profileVat } }) };
		if (Object.keys(changes).length > 0) await stripe.customers.update(customerId, changes, WHILE_SOMEONE_WAITS);
	}

	/**
	 * @returns the number to remember as the profile's, which a later profile may replace
	 * @throws AppError `invalid` if Stripe refuses a number that the user has just entered
	 */
	async function writeVat(customerId: string, { value, of }: Vat): Promise<string | undefined> {
		try {
			if (of === "profile") return value && (await putProfileVat(customerId, value)) ? value : undefined;
			if (value) await replaceVat(customerId, value);
			else await removeProfileVat(customerId);
			return of === "correction" ? (value ?? "") : undefined;
		} catch (error) {
			const field = VAT_FIELDS[of];
			throw field && isRefusal(error) ? wrongVatNumber(field, error) : error;
		}
	}

	/**
	 * Parameters must not change under an idempotency key. userSlug is in it, because a re-created account has the same
	 * id.
	 */
	async function create({ id: userId, stripeCustomerId: known, userSlug }: User): Promise<Stripe.Customer> {
		const values = { metadata: { userId } };
		const idempotencyKey = `cust:${userId}:${known ?? userSlug}`;
		try {
			return await stripe.customers.create(values, { ...WHILE_SOMEONE_WAITS, idempotencyKey });
		} catch (error) {
			if (error instanceof Stripe.errors.StripeConnectionError) throw error;
			// Stripe repeats its answer to a key for a day, failures included. An unused customer does no harm.
			return stripe.customers.create(values, WHILE_SOMEONE_WAITS);
		}
	}

	async function replaceVat(customerId: string, value: string): Promise<void> {
		const known = await vatIds(customerId);
		if (!known.some((taxId) => taxId.value === value)) await createVat(customerId, value);
		for (const other of known.filter((taxId) => taxId.value !== value)) await removeVat(customerId, other.id);
	}

	/** Sets the profile's number if there is none, or instead of an earlier profile's. */
	async function putProfileVat(customerId: string, value: string): Promise<boolean> {
		const known = await vatIds(customerId);
		if (known.some((taxId) => taxId.value === value)) return false;
		const outdated = known.length > 0 ? await profileVat(customerId) : null;
		const earlier = known.find((taxId) => taxId.value === outdated);
		if (known.length > 0 && !earlier) return false;
		await createVat(customerId, value);
		if (earlier) await removeVat(customerId, earlier.id);
		return true;
	}

	async function removeProfileVat(customerId: string): Promise<void> {
		const value = await profileVat(customerId);
		if (!value) return;
		const found = (await vatIds(customerId)).find((taxId) => taxId.value === value);
		if (found) await removeVat(customerId, found.id);
	}

	async function vatIds(customerId: string): Promise<Stripe.TaxId[]> {
		const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 }, WHILE_SOMEONE_WAITS);
		return data.filter(({ type }) => type === "eu_vat");
	}

	async function createVat(customerId: string, value: string): Promise<void> {
		await stripe.customers.createTaxId(customerId, { type: "eu_vat", value }, WHILE_SOMEONE_WAITS);
	}

	async function removeVat(customerId: string, taxId: string): Promise<void> {
		await stripe.customers.deleteTaxId(customerId, taxId, {}, WHILE_SOMEONE_WAITS);
	}

	async function profileVat(customerId: string): Promise<string | null> {
		const customer = await stripe.customers.retrieve(customerId, {}, WHILE_SOMEONE_WAITS);
		return customer.deleted ? null : (customer.metadata?.profileVat ?? null);
	}

	/** Deleted, or never there: a test mode customer after the switch to the live key, for example. */
	async function isGone(customerId: string): Promise<boolean> {
		try {
			const customer = await stripe.customers.retrieve(customerId, {}, WHILE_SOMEONE_WAITS);
			return customer.deleted === true;
		} catch (error) {
			if (isMissing(error)) return true;
			throw error;
		}
	}
}

function namesOf(user: User): { name?: string } {
	const person = [user.firstName, user.lastName].filter(Boolean).join(" ");
	const name = user.isBusiness ? (user.businessName ?? person) : person;
	return name ? { name } : {};
}

/** All fields are set, so that nothing of a previous address remains. */
function addressOf({ businessAddress, businessCountry: country }: User): { address?: Stripe.AddressParam } {
	const line1 = businessAddress?.replace(/\s*\n\s*/g, ", ") ?? "";
	return country ? { address: { line1, line2: "", city: "", postal_code: "", state: "", country } } : {};
}

function vatOf({ isBusiness, businessVat }: User): string | null {
	return isBusiness ? businessVat : null;
}

function isRefusal(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeInvalidRequestError && !isMissing(error);
}

import { and, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { normaliseVatNumber, wrongVatNumber } from "#server/onboarding/vat-number.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import type { VatInfo } from "#shared/onboarding/onboarding-form.ts";
import { isMissing, WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

const VAT_OF_CHECKOUT = "vatInfo.vatNumber";

export type StripeCustomers = ReturnType<typeof createStripeCustomers>;

/** The one Stripe customer of each user. */
export function createStripeCustomers({ stripe, db, log }: { stripe: Stripe; db: Db; log: Logger }) {
	return {
		/**
		 * The user's customer at Stripe; made at the first checkout, and again if it was deleted over there. A business's
		 * name and address are on it afterwards, so that its invoices carry them (P265).
		 * Call it while holding the user's billing lock. The claim is committed at once, outside the lock's transaction,
		 * because the customer exists whatever happens next.
		 * @returns the customer's id
		 */
		async ensure(user: User): Promise<string> {
			const known = user.stripeCustomerId;
			if (known && !(await isGone(known))) {
				if (user.isBusiness) await stripe.customers.update(known, identityOf(user), WHILE_SOMEONE_WAITS);
				return known;
			}
			const { id } = await create(user);
			await stripe.customers.update(id, { email: user.email, ...identityOf(user) }, WHILE_SOMEONE_WAITS);
			const isUnclaimed = known ? eq(users.stripeCustomerId, known) : isNull(users.stripeCustomerId);
			const claimed = await db
				.update(users)
				.set({ stripeCustomerId: id })
				.where(and(eq(users.id, user.id), isUnclaimed))
				.returning({ id: users.id });
			if (claimed.length === 0) throw new AppError("subscription_changed", "Please try again");
			return id;
		},

		/**
		 * Stores a checkout's VAT number as the customer's only EU tax id; without one the number from onboarding,
		 * which doesn't replace a number given to Stripe itself.
		 * @throws AppError `invalid` for a malformed number in the checkout
		 */
		async attachVat(customerId: string, user: User, vatInfo: VatInfo | undefined): Promise<void> {
			const value = vatInfo ? normaliseVatNumber(vatInfo.countryCode, vatInfo.vatNumber, VAT_OF_CHECKOUT) : vatOf(user);
			if (!value) return;
			try {
				await (vatInfo ? replaceVat(customerId, value) : putProfileVat(customerId, value));
				if (vatInfo?.companyName) {
					await stripe.customers.update(customerId, { name: vatInfo.companyName }, WHILE_SOMEONE_WAITS);
				}
			} catch (error) {
				if (isRefusal(error) && vatInfo) throw wrongVatNumber(VAT_OF_CHECKOUT, error);
				// A tax service outage must not block payment; Stripe's page asks for the number, too.
				log.warn({ err: error, userId: user.id }, "a VAT number could not be put on the Stripe customer");
			}
		},

		/**
		 * Carries corrected details over: name, address, and the VAT number instead of any other. For a private person the
		 * number of the business that they were is removed.
		 * @throws AppError `invalid` for a VAT number that Stripe refuses; Stripe's errors as they are
		 */
		async correct(customerId: string, user: User): Promise<void> {
			const value = vatOf(user);
			// The number first: it is what may be refused, and then nothing is changed.
			try {
				if (value) await replaceVat(customerId, value);
				else await removeProfileVat(customerId);
			} catch (error) {
				if (isRefusal(error)) throw wrongVatNumber("businessVat", error);
				throw error;
			}
			const details = { ...namesOf(user), ...addressOf(user), metadata: { profileVat: value ?? "" } };
			await stripe.customers.update(customerId, details, WHILE_SOMEONE_WAITS);
		},
	};

	/**
	 * An idempotency key: a repeated call after a lost reply finds the same customer, hence only parameters that never
	 * change. The userSlug distinguishes a user's later account, whose id is the same.
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

	/** The number of the profile, where there is none, or instead of the one that an earlier profile had. */
	async function putProfileVat(customerId: string, value: string): Promise<void> {
		const known = await vatIds(customerId);
		if (known.some((taxId) => taxId.value === value)) return;
		const outdated = known.length > 0 ? await profileVat(customerId) : null;
		const earlier = known.find((taxId) => taxId.value === outdated);
		if (known.length > 0 && !earlier) return;
		await createVat(customerId, value);
		if (earlier) await removeVat(customerId, earlier.id);
		await rememberVat(customerId, value);
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

	/** Which number came from the profile is noted at Stripe: it may be replaced by a later profile's. */
	async function rememberVat(customerId: string, value: string): Promise<void> {
		await stripe.customers.update(customerId, { metadata: { profileVat: value } }, WHILE_SOMEONE_WAITS);
	}

	async function profileVat(customerId: string): Promise<string | null> {
		const customer = await stripe.customers.retrieve(customerId, {}, WHILE_SOMEONE_WAITS);
		return customer.deleted ? null : (customer.metadata?.profileVat ?? null);
	}

	/** Deleted over there, or never there: a customer of test mode, say, when the live key has taken over. */
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

/** What Checkout does not ask: it takes a private person's address itself, and a business's is that of onboarding. */
function identityOf(user: User): { name?: string; address?: Stripe.AddressParam } {
	return { ...namesOf(user), ...(user.isBusiness && addressOf(user)) };
}

/** One line, and nothing left of an address that was there before. */
function addressOf({ businessAddress, businessCountry: country }: User): { address?: Stripe.AddressParam } {
	const line1 = businessAddress?.replace(/\s*\n\s*/g, ", ");
	return line1 && country ? { address: { line1, line2: "", city: "", postal_code: "", state: "", country } } : {};
}

function vatOf({ isBusiness, businessVat }: User): string | null {
	return isBusiness ? businessVat : null;
}

function isRefusal(error: unknown): boolean {
	return error instanceof Stripe.errors.StripeInvalidRequestError;
}

import { and, eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { normaliseVatNumber } from "#server/onboarding/vat-number.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import type { VatInfo } from "#shared/onboarding/onboarding-form.ts";
import { isMissing, WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

export type StripeCustomers = ReturnType<typeof createStripeCustomers>;

/** The one Stripe customer of each user. */
export function createStripeCustomers({ stripe, db, log }: { stripe: Stripe; db: Db; log: Logger }) {
	return {
		/**
		 * The user's customer at Stripe; made at the first checkout, and again if it was deleted over there.
		 * Call it while holding the user's billing lock. The claim is committed at once, outside the lock's transaction,
		 * because the customer exists whatever happens next.
		 * @returns the customer's id
		 */
		async ensure(user: User): Promise<string> {
			const known = user.stripeCustomerId;
			if (known && !(await isGone(known))) return known;
			// The key makes a repeated call after a lost reply find the same customer; hence only parameters that never change.
			// The userSlug tells one account from the next that the same person has, whose id is the same.
			const { id } = await stripe.customers.create(
				{ metadata: { userId: user.id } },
				{ ...WHILE_SOMEONE_WAITS, idempotencyKey: `cust:${user.id}:${known ?? user.userSlug}` },
			);
			await stripe.customers.update(id, { email: user.email, ...namesOf(user) }, WHILE_SOMEONE_WAITS);
			const isUnclaimed = known ? eq(users.stripeCustomerId, known) : isNull(users.stripeCustomerId);
			const claimed = await db
				.update(users)
				.set({ stripeCustomerId: id })
				.where(and(eq(users.id, user.id), isUnclaimed))
				.returning({ id: users.id });
			if (claimed.length === 0) throw new AppError("conflict", "Please try again");
			return id;
		},

		/**
		 * Puts the VAT number of a checkout, or else the one from onboarding, on the customer as an EU tax id.
		 * @throws AppError `invalid` for a malformed number in the checkout
		 */
		async attachVat(customerId: string, user: User, vatInfo: VatInfo | undefined): Promise<void> {
			const value = vatInfo ? normaliseVatNumber(vatInfo.countryCode, vatInfo.vatNumber) : vatOf(user);
			if (!value) return;
			try {
				const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 }, WHILE_SOMEONE_WAITS);
				if (!data.some((taxId) => taxId.type === "eu_vat" && taxId.value === value)) {
					await stripe.customers.createTaxId(customerId, { type: "eu_vat", value }, WHILE_SOMEONE_WAITS);
				}
				if (vatInfo?.companyName) {
					await stripe.customers.update(customerId, { name: vatInfo.companyName }, WHILE_SOMEONE_WAITS);
				}
			} catch (error) {
				const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
				if (isRefused && vatInfo) throw new AppError("invalid", "Please enter a valid VAT number", { cause: error });
				// Nobody is kept from paying because a tax service is away; Stripe's page asks for the number, too.
				log.warn({ err: error, userId: user.id }, "a VAT number could not be put on the Stripe customer");
			}
		},
	};

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

function vatOf({ isBusiness, businessVat }: User): string | null {
	return isBusiness ? businessVat : null;
}

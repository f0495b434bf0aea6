import { randomUUID } from "node:crypto";
import { and, eq, exists, not, sql } from "drizzle-orm";
import type { ImageService } from "#server/links/images/image.service.ts";
import { notificationsOfAccess } from "#server/platform/db/account-notifications.ts";
import { hasName } from "#server/platform/db/former-names.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { ownerByte } from "#server/public/views/archive/owner-byte.ts";
import { sessions } from "#shared/account/auth/sessions.table.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { mailSettings } from "#shared/account/mail/mail-settings.table.ts";
import { mails } from "#shared/account/mail/mails.table.ts";
import { userChartMonths } from "#shared/analytics/chart-months.table.ts";
import { userCandidates, userDays, userVisitors } from "#shared/analytics/view-days.table.ts";
import { apiKeys } from "#shared/api/keys/api-keys.table.ts";
import { webhookEvents, webhooks } from "#shared/api/webhooks/webhooks.table.ts";
import { userConsents } from "#shared/billing/onboarding/user-consents.table.ts";
import { checkoutAttempts } from "#shared/billing/subscriptions/checkout-attempts.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { takeBacks } from "#shared/billing/subscriptions/take-backs.table.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import { erasedLinks } from "#shared/links/erased-links.table.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { idempotencyKeys } from "#shared/links/idempotency-keys.table.ts";
import { imageCounts } from "#shared/links/images/images.table.ts";
import { originals } from "#shared/links/images/originals.table.ts";
import { imports } from "#shared/links/imports/imports.table.ts";
import { links } from "#shared/links/links.table.ts";
import { utmTemplates } from "#shared/links/utm-templates.table.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";
import { pageSigns } from "#shared/moderation/guard/page-signs.table.ts";

/** Keeps keyed hashes of a person under an operator's decision (P463). */
export type KeepPerson = { keep(tx: Tx, person: Pick<User, "id" | "email" | "disabledAt">): Promise<void> };

type Options = {
	account: Pick<User, "id" | "userSlug">;
	storedImages: Pick<ImageService, "release">;
	people: KeepPerson;
	at: Date;
};

/**
 * Removes a person from every table. The `userSlug`, operators' decisions, and payments with the countries that VAT law
 * requires remain. Idempotent.
 */
export async function eraseAccount(
	tx: Tx,
	{ account: { id, userSlug }, storedImages, people, at }: Options,
): Promise<void> {
	const [user] = await tx
		.select()
		.from(users)
		.where(and(eq(users.id, id), hasName(userSlug)))
		.for("update");
	if (!user) return;

	await people.keep(tx, user);
	await tx.delete(linkDecisions).where(and(eq(linkDecisions.userId, id), eq(linkDecisions.state, "cleared")));
	await tx.delete(pageSigns).where(eq(pageSigns.userId, id));
	const isTheirs = sql`${sessions.sess}::json #>> '{passport,user}' = ${id}`;
	await tx
		.delete(sessions)
		.where(isTheirs)
		.returning({ notifications: notificationsOfAccess(id) });
	await storedImages.release(tx, id);
	// The next sweep deletes them with their files.
	await tx.update(originals).set({ userId: null }).where(eq(originals.userId, id));
	await eraseLinks(tx, id, at);
	await eraseTargets(tx, id);
	for (const table of [
		userConsents,
		checkoutAttempts,
		stripeCustomers,
		subscriptions,
		takeBacks,
		userDays,
		userVisitors,
		userCandidates,
		userChartMonths,
		utmTemplates,
		apiKeys,
		// With their deliveries.
		webhooks,
		webhookEvents,
		idempotencyKeys,
		domains,
		mails,
		mailSettings,
		imports,
		imageCounts,
	]) {
		await tx.delete(table).where(eq(table.userId, id));
	}
	const paid = await tx
		.update(payments)
		.set({ paymentMethod: null, receiptUrl: null })
		.where(eq(payments.userId, id))
		.returning({ id: payments.id });
	await tx
		.update(users)
		.set(nobody(user, { hasPaid: paid.length > 0, at }))
		.where(eq(users.id, id));
}

/** At the commit the links stop working: the table's trigger notifies every process. */
async function eraseLinks(tx: Tx, userId: string, erasedAt: Date): Promise<void> {
	await tx.insert(erasedLinks).select(
		tx
			.select({
				linkId: links.id,
				createdAt: links.createdAt,
				erasedAt: sql`${erasedAt}::timestamptz`.as("erased_at"),
				ownerByte: sql`${ownerByte(userId)}::smallint`.as("owner_byte"),
			})
			.from(links)
			.where(eq(links.userId, userId)),
	);
	await tx.delete(links).where(eq(links.userId, userId));
}

/** Targets that other accounts' links share stay. */
async function eraseTargets(tx: Tx, userId: string): Promise<void> {
	const isTheirs = eq(targetHealth.askedFor, userId);
	const isShared = exists(tx.select().from(linkHealth).where(eq(linkHealth.target, targetHealth.target)));
	await tx.delete(targetHealth).where(and(isTheirs, not(isShared)));
	await tx.update(targetHealth).set({ askedFor: null }).where(isTheirs);
}

/** Lists every column, so that a new one isn't forgotten. */
function nobody(
	{ userSlug, createdAt, cardCountry, ipCountry, disabledAt }: User,
	{ hasPaid, at }: { hasPaid: boolean; at: Date },
) {
	const id = `deleted:${randomUUID()}`;
	return {
		id,
		email: `${id}@deleted.invalid`,
		firstName: null,
		lastName: null,
		profileImageUrl: null,
		stripeCustomerId: null,
		emailAtStripe: null,
		userSlug,
		userSlugChanges: [],
		createdAt,
		updatedAt: at,
		isBusiness: false,
		businessName: null,
		businessAddress: null,
		businessCountry: null,
		businessVat: null,
		cardCountry: hasPaid ? cardCountry : null,
		ipCountry: hasPaid ? ipCountry : null,
		ipAddress: null,
		deletedAt: at,
		disabledAt,
		disabledReason: null,
		trustedAt: null,
	} satisfies User;
}

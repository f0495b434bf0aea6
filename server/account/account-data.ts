import { asc, eq, sql } from "drizzle-orm";
import { listDomains } from "#server/links/domains/domains.service.ts";
import { walkLinks } from "#server/links/link-walk.ts";
import { presentListedLink } from "#server/links/present-link.ts";
import { listUtmTemplates } from "#server/links/utm-templates.service.ts";
import type { Origins } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { OwnerWalk } from "#server/public/views/archive/archived-walk.ts";
import { userNames } from "#shared/account/auth/user-names.table.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { mailSettings } from "#shared/account/mail/mail-settings.table.ts";
import { mails } from "#shared/account/mail/mails.table.ts";
import { apiKeys } from "#shared/api/keys/api-keys.table.ts";
import { webhooks } from "#shared/api/webhooks/webhooks.table.ts";
import { userConsents } from "#shared/billing/onboarding/user-consents.table.ts";
import { checkoutAttempts } from "#shared/billing/subscriptions/checkout-attempts.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { withdrawals } from "#shared/billing/subscriptions/withdrawals.table.ts";
import { links } from "#shared/links/links.table.ts";
import { deliveryPages } from "./delivery-pages.ts";
import { imagePages, importsOf, originalPages } from "./file-pages.ts";
import { jsonParts } from "./json-parts.ts";
import {
	aliasDayPages,
	aliasPages,
	flagPages,
	platformCardPages,
	publicPages,
	reportPages,
	targetCheckPages,
} from "./link-row-pages.ts";
import { linkSourcePages, linkViewDayPages, viewDayPages } from "./view-days.ts";

type Options = { db: Db; walkViews: OwnerWalk; origins: Origins; at: Date };

/**
 * A user's data as parts of one JSON document (P38). Views omit what identifies the visitor (address, browser, window);
 * Stripe's ids are left out.
 */
export async function* accountData({ db, walkViews, origins, at }: Options, userId: string) {
	const [user] = await db.select().from(users).where(eq(users.id, userId));
	if (!user) return;
	const totals = await totalsOf(db, userId);
	yield* jsonParts({
		exportedAt: at,
		profile: { ...profileOf(user), formerUserSlugs: await formerNamesOf(db, user) },
		businessDetails: businessDetailsOf(user),
		taxEvidence: { cardCountry: user.cardCountry, ipCountry: user.ipCountry, ipAddress: user.ipAddress },
		consents: await consentsOf(db, userId),
		subscriptions: await subscriptionsOf(db, userId),
		checkoutPages: await checkoutPagesOf(db, userId),
		payments: await paymentsOf(db, userId),
		withdrawals: await withdrawalsOf(db, userId),
		pictures: imagePages(db, userId, origins.imagesOrigin),
		originals: originalPages(db, userId, origins),
		viewTotals: { total: totals.human + totals.bot, human: totals.human, bot: totals.bot },
		utmTemplates: await listUtmTemplates(db, userId),
		domains: await domainsOf(db, userId),
		apiKeys: await apiKeysOf(db, userId),
		webhooks: await webhooksOf(db, userId),
		mailSettings: await mailSettingsOf(db, userId),
		mails: await mailsOf(db, userId),
		imports: await importsOf(db, userId),
		links: linkPages(db, user, origins.linksOrigin),
		linkAliases: aliasPages(db, userId),
		linkAliasDays: aliasDayPages(db, userId),
		linkFlags: flagPages(db, userId),
		targetChecks: targetCheckPages(db, userId),
		linkReports: reportPages(db, userId),
		platformCards: platformCardPages(db, userId),
		publicStatistics: publicPages(db, userId, origins.publicOrigin),
		viewDays: viewDayPages(db, userId),
		linkViewDays: linkViewDayPages(db, userId),
		linkSources: linkSourcePages(db, userId),
		cardDeliveries: deliveryPages(db, userId),
		views: viewPages(walkViews, { ...totals, userId }, at),
	});
}

function profileOf({ id, email, firstName, lastName, profileImageUrl, userSlug, ...user }: User) {
	const { userSlugChanges, trustedAt, createdAt, updatedAt } = user;
	const names = { email, firstName, lastName, profileImageUrl, userSlug, userSlugChanges };
	return { googleId: id, ...names, trustedAt, createdAt, updatedAt };
}

function businessDetailsOf({ isBusiness, businessName, businessAddress, businessCountry, businessVat }: User) {
	return { isBusiness, businessName, businessAddress, businessCountry, businessVat };
}

function consentsOf(db: Db, userId: string) {
	const { termsAccepted, privacyAccepted, acceptanceDate } = userConsents;
	return db
		.select({ termsAccepted, privacyAccepted, acceptanceDate })
		.from(userConsents)
		.where(eq(userConsents.userId, userId));
}

function subscriptionsOf(db: Db, userId: string) {
	const { planId, isAnnual, status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, createdAt, updatedAt } =
		subscriptions;
	const { cancelAt, plannedPlanId, plannedIsAnnual, plannedAt, droppedPlanId, droppedIsAnnual } = subscriptions;
	const { unitAmount, productName, isCollectionPaused, resumesAt, owedAmount, owedCurrency, owedAt } = subscriptions;
	return db
		.select({
			planId,
			isAnnual,
			status,
			currentPeriodStart,
			currentPeriodEnd,
			cancelAtPeriodEnd,
			cancelAt,
			plannedPlanId,
			plannedIsAnnual,
			plannedAt,
			owedAmount,
			owedCurrency,
			owedAt,
			droppedPlanId,
			droppedIsAnnual,
			unitAmount,
			productName,
			isCollectionPaused,
			resumesAt,
			createdAt,
			updatedAt,
		})
		.from(subscriptions)
		.where(eq(subscriptions.userId, userId))
		.orderBy(asc(createdAt));
}

function checkoutPagesOf(db: Db, userId: string) {
	const { planId, isAnnual, createdAt } = checkoutAttempts;
	return db
		.select({ planId, isAnnual, createdAt })
		.from(checkoutAttempts)
		.where(eq(checkoutAttempts.userId, userId))
		.orderBy(asc(createdAt));
}

function paymentsOf(db: Db, userId: string) {
	const { amount, currency, status, paymentMethod, receiptUrl, createdAt } = payments;
	return db
		.select({ amount, currency, status, paymentMethod, receiptUrl, createdAt })
		.from(payments)
		.where(eq(payments.userId, userId))
		.orderBy(asc(createdAt));
}

function withdrawalsOf(db: Db, userId: string) {
	const { number, name, email, contract, createdAt, closedAt } = withdrawals;
	return db
		.select({ number, name, email, contract, createdAt, closedAt })
		.from(withdrawals)
		.where(eq(withdrawals.userId, userId))
		.orderBy(asc(createdAt));
}

async function totalsOf(db: Db, userId: string) {
	const { id, createdAt, viewsHuman, viewsBot } = links;
	const isSeen = sql`${viewsHuman} + ${viewsBot} > 0`;
	// As one text: parsing thousands of rows would block others.
	const [counted] = await db
		.select({
			human: sql`coalesce(sum(${viewsHuman}), 0)`.mapWith(Number),
			bot: sql`coalesce(sum(${viewsBot}), 0)`.mapWith(Number),
			ids: sql<string | null>`string_agg(${id}::text, ',') FILTER (WHERE ${isSeen})`,
			since: sql`min(${createdAt}) FILTER (WHERE ${isSeen})`.mapWith(createdAt),
		})
		.from(links)
		.where(eq(links.userId, userId));
	return {
		human: counted?.human ?? 0,
		bot: counted?.bot ?? 0,
		linkIds: counted?.ids?.split(",").map(Number) ?? [],
		since: (counted?.since as Date | null | undefined) ?? null,
	};
}

/** In order of creation, including unverified ones. */
async function domainsOf(db: Db, userId: string) {
	const rows = await listDomains(db, userId);
	return rows.map(({ host, verifiedAt, failingSince, isDefault, rootTarget, unknownTarget, createdAt }) => ({
		...{ host, verifiedAt, failingSince, isDefault },
		...{ rootTarget, unknownTarget, createdAt },
	}));
}

/** Without the hash: it is all that is stored of the key itself. */
function apiKeysOf(db: Db, userId: string) {
	const { name, start, scopes, createdAt, expiresAt, lastUsedAt, lastUsedCountry } = apiKeys;
	return db
		.select({ name, start, scopes, createdAt, expiresAt, lastUsedAt, lastUsedCountry })
		.from(apiKeys)
		.where(eq(apiKeys.userId, userId))
		.orderBy(asc(apiKeys.id));
}

/** Without secrets, and without what was sent, which is of links. */
function webhooksOf(db: Db, userId: string) {
	const { url, events, offReason, failingSince, lastAt, lastStatus, createdAt } = webhooks;
	return db
		.select({ url, events, offReason, failingSince, lastAt, lastStatus, createdAt })
		.from(webhooks)
		.where(eq(webhooks.userId, userId))
		.orderBy(asc(webhooks.id));
}

/** Without the token of links that unsubscribe, which anyone who has it could use. */
function mailSettingsOf(db: Db, userId: string) {
	const { off, timeZone, bounces, bouncedEmail, bouncedAt } = mailSettings;
	return db
		.select({ off, timeZone, bounces, bouncedEmail, bouncedAt })
		.from(mailSettings)
		.where(eq(mailSettings.userId, userId));
}

/** Those of the last 30 days. */
function mailsOf(db: Db, userId: string) {
	const { kind, data, createdAt, doneAt, outcome, error } = mails;
	return db
		.select({ kind, data, createdAt, doneAt, outcome, error })
		.from(mails)
		.where(eq(mails.userId, userId))
		.orderBy(asc(createdAt));
}

/** In order of creation, including deleted ones. */
async function* linkPages(db: Db, { id: userId, userSlug }: User, linksOrigin: string) {
	for await (const page of walkLinks(db, userId)) {
		yield page.map((link) => ({
			...presentListedLink({ ...link, isDisabled: link.disabledAt !== null }, { userSlug, linksOrigin }),
			externalId: link.externalId,
			archivedAt: link.archivedAt,
			changedAt: link.changedAt,
		}));
	}
}

async function formerNamesOf(db: Db, { id, userSlug }: User): Promise<string[]> {
	const { slug, userId, createdAt } = userNames;
	const names = await db.select({ slug }).from(userNames).where(eq(userId, id)).orderBy(asc(createdAt), asc(slug));
	return names.flatMap((name) => (name.slug === userSlug ? [] : name.slug));
}

type Seen = Awaited<ReturnType<typeof totalsOf>> & { userId: string };

async function* viewPages(walkViews: OwnerWalk, { userId, linkIds, since }: Seen, until: Date) {
	if (since === null) return;
	for await (const page of walkViews({ userId, linkIds, since, until })) {
		yield page.map(({ linkId, timestamp, isBot, attribution }) => ({ linkId, timestamp, isBot, attribution }));
	}
}

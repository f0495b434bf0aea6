import { and, asc, count, desc, eq, gt, gte, isNull, lt, sql } from "drizzle-orm";
import type { Charts } from "#server/analytics/charts.ts";
import { dateAt, startOf } from "#server/analytics/clock.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { queueMail } from "#server/platform/db/queue-mail.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { WeeklyReport } from "#shared/account/mail/mail-kinds.ts";
import { mailSettings } from "#shared/account/mail/mail-settings.table.ts";
import type { Breakdown } from "#shared/analytics/breakdowns.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { deliveries } from "#shared/links/cards/deliveries.table.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { links } from "#shared/links/links.table.ts";
import { QR_SOURCE } from "#shared/links/scan.ts";
import { addDays, DAY_MS, HOUR_MS, utcDay } from "#shared/platform/days.ts";
import { platformName } from "#shared/public/platforms/platform-names.ts";

type Options = {
	db: Db;
	charts: Pick<Charts, "chart">;
	now: () => Date;
	failed: (error: unknown) => void;
};

/** Local time of the report, from the start of Monday; a service that was down sends it up to the end of Tuesday. */
const FROM_MS = 8 * HOUR_MS;
const UNTIL_MS = 2 * DAY_MS;
/** The zone that is furthest ahead of UTC. */
const FURTHEST_AHEAD_MS = 14 * HOUR_MS;
const AT_ONCE = 200;
const SHOWN = 5;
/** The smallest plan's charts begin a day too late. */
const ANY_PLAN: PlanId = "enterprise";

type Owner = { id: string; zone: string };

/** Queues reports of the past week, each on Monday at 8:00 in its owner's time zone (P675). */
export function createWeeklyReports({ db, charts, now, failed }: Options) {
	/** @returns how many were queued */
	async function queueDue(stopping?: AbortSignal): Promise<number> {
		const at = now().getTime();
		const monday = mondayOf(utcDay(at + FURTHEST_AHEAD_MS));
		let queued = 0;
		for (let after = ""; ; ) {
			const owners = await withViews(monday, after);
			for (const owner of owners) {
				if (stopping?.aborted) return queued;
				if (!isDue(owner.zone, monday, at)) continue;
				try {
					const isQueued = await queueOne(owner, monday);
					queued += isQueued ? 1 : 0;
				} catch (error) {
					failed(error);
				}
			}
			const last = owners.at(-1);
			if (!last || owners.length < AT_ONCE) return queued;
			after = last.id;
		}
	}

	/** Owners with views around the week, who have no report of it yet. */
	function withViews(monday: string, after: string): Promise<Owner[]> {
		const zone = sql<string>`coalesce(${mailSettings.timeZone}, 'UTC')`;
		return db
			.select({ id: users.id, zone })
			.from(users)
			.leftJoin(mailSettings, eq(mailSettings.userId, users.id))
			.where(
				and(
					gt(users.id, after),
					isNull(users.deletedAt),
					isNull(users.disabledAt),
					sql`NOT 'weekly_report' = ANY (coalesce(${mailSettings.off}, '{}'))`,
					sql`EXISTS (SELECT FROM user_days d WHERE d.user_id = ${users.id}
						AND d.day BETWEEN ${addDays(monday, -8)} AND ${monday})`,
					sql`NOT EXISTS (SELECT FROM mails m WHERE m.user_id = ${users.id} AND m.kind = 'weekly_report'
						AND m.key = ${monday})`,
				),
			)
			.orderBy(asc(users.id))
			.limit(AT_ONCE);
	}

	async function queueOne({ id: userId, zone }: Owner, monday: string): Promise<boolean> {
		const report = await reportOf({ id: userId, zone }, monday);
		if (report.people + report.bots + report.platforms.length + report.gone.length === 0) return false;
		await queueMail(db, { userId, kind: "weekly_report", key: monday, data: report });
		return true;
	}

	async function reportOf({ id, zone }: Owner, monday: string): Promise<WeeklyReport> {
		const [from, to] = [addDays(monday, -7), addDays(monday, -1)];
		const asked = { range: { from, to }, zone, only: null, values: SHOWN };
		const chart = await charts.chart({ user: id }, asked, ANY_PLAN);
		const since = new Date(startOf(from, zone));
		const until = new Date(startOf(monday, zone));
		const titled = new Map(chart.links.map((link) => [String(link.id), link]));
		return {
			...{ from, to, zone },
			...{ people: chart.totals.human, bots: chart.totals.bot },
			...{ peopleBefore: chart.before.human, botsBefore: chart.before.bot },
			links: most(chart.breakdowns.link).flatMap(([linkId, people]) => {
				const link = titled.get(linkId);
				return link && !link.deleted ? [{ title: link.title, shortUrl: link.shortUrl, people }] : [];
			}),
			sources: most(chart.breakdowns.source).map(([value, people]) => ({ name: sourceWords(value), people })),
			platforms: await platformsOf(id, since, until),
			gone: await goneOf(id, since),
		};
	}

	/** Apps that fetched a card's version for the first time. */
	async function platformsOf(userId: string, since: Date, until: Date): Promise<WeeklyReport["platforms"]> {
		const { platform, linkId, firstAt, kind } = deliveries;
		const rows = await db
			.select({ platform, cards: count() })
			.from(deliveries)
			.innerJoin(links, eq(links.id, linkId))
			.where(and(eq(links.userId, userId), eq(kind, "page"), gte(firstAt, since), lt(firstAt, until)))
			.groupBy(platform)
			.orderBy(desc(count()))
			.limit(SHOWN);
		return rows.map((row) => ({ name: platformName(row.platform) ?? row.platform, cards: row.cards }));
	}

	/** Links whose targets are gone, and weren't before. */
	async function goneOf(userId: string, since: Date): Promise<WeeklyReport["gone"]> {
		const { goneSince } = targetHealth;
		const rows = await db
			.select({ title: links.title, goneSince })
			.from(links)
			.innerJoin(linkHealth, eq(linkHealth.linkId, links.id))
			.innerJoin(targetHealth, eq(targetHealth.target, linkHealth.target))
			.where(
				and(eq(links.userId, userId), eq(links.deleted, false), eq(linkHealth.isOff, false), gte(goneSince, since)),
			)
			.orderBy(desc(goneSince))
			.limit(SHOWN);
		return rows.flatMap(({ title, goneSince: at }) => (at ? [{ title, since: at.toISOString() }] : []));
	}

	return { queueDue };
}

/** The Monday of a date's week. */
function mondayOf(date: string): string {
	const weekday = (new Date(date).getUTCDay() + 6) % 7;
	return addDays(date, -weekday);
}

function isDue(zone: string, monday: string, at: number): boolean {
	const since = at - startOf(monday, zone);
	return since >= FROM_MS && since < UNTIL_MS && dateAt(at, zone) >= monday;
}

function most(breakdown: Breakdown | undefined): [string, number][] {
	return breakdown?.[0].slice(0, SHOWN) ?? [];
}

function sourceWords(value: string): string {
	if (value === "") return "Direct or unknown";
	return value === QR_SOURCE ? "QR code" : (platformName(value) ?? value);
}

import { createHmac } from "node:crypto";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { READABLE, randomWord } from "#server/platform/work/random-word.ts";
import type { PublicLink } from "#server/public/go/public-link.ts";
import type { ReportForm } from "#shared/moderation/trust/report.ts";
import { type Report, reports } from "#shared/moderation/trust/reports.table.ts";

const OPEN_PER_LINK = 20;
/** Open reports in total, as many as operators can handle, and per network. */
const OPEN_AT_MOST = 10_000;
const OPEN_PER_NETWORK = 100;
/** A stored reporter begins with the network's hash, then that of address and link. */
const NETWORK_LENGTH = 11;
const ADDRESS_LENGTH = 32;
const NUMBER_LENGTH = 10;
const isOpen = isNull(reports.closedAt);

export type Filed = {
	number: string;
	isNew: boolean;
};
type FiledReport = Pick<ReportForm, "reason" | "text" | "email"> & {
	link: PublicLink;
	address: string;
	network: string;
};

export type Reports = ReturnType<typeof createReports>;

/** Visitors' reports of links: bounded, looked up by number. */
export function createReports({ db, secret, now }: { db: Db; secret: string; now: () => Date }) {
	const keyed = (text: string, length: number) =>
		createHmac("sha256", secret).update(text).digest("base64url").slice(0, length);

	return {
		/**
		 * Stores a report, unless this address has an open one for the link, or the link has enough.
		 * @returns null if too many reports are open in total or for this network
		 */
		async file({ link, address, network, reason, text, email }: FiledReport): Promise<Filed | null> {
			const networkKey = keyed(`network ${network}`, NETWORK_LENGTH);
			const reporter = networkKey + keyed(`report ${link.id} ${address}`, ADDRESS_LENGTH);
			const [own] = await db
				.select({ number: reports.number })
				.from(reports)
				.where(and(isOpen, eq(reports.linkId, link.id), eq(reports.reporter, reporter)));
			if (own) return { number: own.number, isNew: false };
			const oldest = await oldestOfFullLink(link.id);
			if (oldest !== null) return { number: oldest, isNew: false };
			const isOfNetwork = sql`left(${reports.reporter}, ${NETWORK_LENGTH}) = ${networkKey}`;
			const [open = { all: 0, ofNetwork: 0 }] = await db
				.select({ all: count(), ofNetwork: sql`count(*) FILTER (WHERE ${isOfNetwork})`.mapWith(Number) })
				.from(reports)
				.where(isOpen);
			if (open.all >= OPEN_AT_MOST || open.ofNetwork >= OPEN_PER_NETWORK) return null;
			const [stored] = await db
				.insert(reports)
				.values({
					number: randomWord(NUMBER_LENGTH),
					linkId: link.id,
					link: link.path.replace(/^\/go\//, ""),
					targetUrl: link.targetUrl,
					...{ reason, text, email, reporter },
					createdAt: now(),
				})
				.onConflictDoNothing()
				.returning({ number: reports.number });
			// The same address sent two concurrently.
			return stored ? { ...stored, isNew: true } : this.file({ link, address, network, reason, text, email });
		},

		/** @param text as copied by the reporter: with hyphens or spaces, in any case */
		async find(text: string): Promise<Report | null> {
			const number = text.toLowerCase().replace(/[\s-]/g, "");
			if (number.length !== NUMBER_LENGTH || ![...number].every((each) => READABLE.includes(each))) return null;
			const [found] = await db.select().from(reports).where(eq(reports.number, number));
			return found ?? null;
		},

		async open(): Promise<{ open: number; oldestAt: Date | null }> {
			const [found] = await db
				.select({ open: count(), oldestAt: sql`min(${reports.createdAt})`.mapWith(reports.createdAt) })
				.from(reports)
				.where(isOpen);
			return { open: found?.open ?? 0, oldestAt: found?.oldestAt ?? null };
		},
	};

	async function oldestOfFullLink(linkId: number): Promise<string | null> {
		const open = await db
			.select({ id: reports.id, number: reports.number })
			.from(reports)
			.where(and(isOpen, eq(reports.linkId, linkId)))
			.orderBy(asc(reports.id))
			.limit(OPEN_PER_LINK);
		const [oldest] = open;
		if (!oldest || open.length < OPEN_PER_LINK) return null;
		await db
			.update(reports)
			.set({ repeats: sql`${reports.repeats} + 1` })
			.where(eq(reports.id, oldest.id));
		return oldest.number;
	}
}

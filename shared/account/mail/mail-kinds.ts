import { z } from "zod";

/** Mails to owners, each of which can be switched off (P674), in the order of the screen. */
export const MAIL_KINDS = [
	"weekly_report",
	"milestone",
	"quota",
	"target_gone",
	"import_finished",
	"link_flagged",
	"review_decided",
	"report_confirmed",
	"account_disabled",
	"domain",
	"api_key",
	"webhook_off",
	"payment_failed",
	"subscription_ending",
] as const;
export const mailKind = z.enum(MAIL_KINDS);
export type MailKind = z.infer<typeof mailKind>;

/** A kind's name on screen, and what it is sent about. */
export const MAIL_KIND_TEXTS: Record<MailKind, { name: string; about: string }> = {
	weekly_report: { name: "Weekly report", about: "Mondays at 8:00: people, bots, top links and sources." },
	milestone: { name: "Milestones", about: "When a link reaches 100, 1,000 and 10,000 people." },
	quota: { name: "Monthly links", about: "When 80% and 100% of your month's links are used." },
	target_gone: { name: "Missing targets", about: "When a link's target no longer exists." },
	import_finished: { name: "Imports", about: "When an import ends, with its results." },
	link_flagged: { name: "Flagged and closed links", about: "When we warn visitors of a link, or close it." },
	review_decided: { name: "Reviews", about: "When we decide a review that you requested." },
	report_confirmed: { name: "Confirmed reports", about: "When we close a link because of a report." },
	account_disabled: { name: "Disabled account", about: "When we disable your account." },
	domain: { name: "Domains", about: "When a domain is verified or lost." },
	api_key: { name: "New API keys", about: "When an API key is created." },
	webhook_off: { name: "Webhooks", about: "When we turn off a webhook that keeps failing." },
	payment_failed: { name: "Failed payments", about: "When a payment for your plan fails." },
	subscription_ending: { name: "Ending subscription", about: "Three days before your plan ends." },
};

/** A link as a mail names it. */
type MailedLink = { linkId: number };

/** A website that links may no longer lead to, and how many of the owner's did. */
export type ClosedHost = { host: string; links: number };

/** What a mail of each kind is made of; the rest is read when it is sent. */
export type MailData = {
	weekly_report: WeeklyReport;
	milestone: MailedLink & { people: number };
	quota: { used: number; limit: number };
	/** since: ISO 8601; people: of the last seven days. */
	target_gone: MailedLink & { since: string; people: number };
	import_finished: {
		fileName: string;
		state: "done" | "stopped";
		reason: string | null;
		made: number;
		same: number;
		refused: number;
		flagged: number;
	};
	link_flagged: (MailedLink & { what: "flagged" | "closed" }) | ClosedHost;
	review_decided: MailedLink & { state: "cleared" | "blocked" };
	report_confirmed: MailedLink;
	account_disabled: Record<string, never>;
	domain: { host: string; state: "verified" | "lost" };
	api_key: { name: string; start: string; scopes: string[] };
	webhook_off: { url: string; reason: "gone" | "failing" };
	/** In cents. */
	payment_failed: { amount: number | null; currency: string | null };
	subscription_ending: { endsAt: string };
};

/** Seven days of the owner's zone, first and last inclusive; links and sources count by UTC days. */
export type WeeklyReport = {
	from: string;
	to: string;
	zone: string;
	people: number;
	bots: number;
	peopleBefore: number;
	botsBefore: number;
	links: { title: string; shortUrl: string; people: number }[];
	platforms: { name: string; cards: number }[];
	sources: { name: string; people: number }[];
	gone: { title: string; since: string }[];
};

export const MILESTONES = [100, 1_000, 10_000] as const;
/** Consecutive hard bounces after which an address gets no more mail (P673). */
export const BOUNCES_MOST = 3;

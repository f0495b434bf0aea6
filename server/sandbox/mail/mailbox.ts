import { join } from "node:path";
import { Router } from "express";
import { headersOf, type Mail, type Mailer } from "#server/platform/outbound/mailer.ts";
import { openJournal } from "../journal.ts";
import { mailPage, mailsPage } from "./mailbox-pages.ts";

export const MAILBOX_PAGE = "/sandbox/mail";
/** The latest; older ones go. */
const MOST = 200;
/** The HTML of a mail in its frame: nothing runs, nothing is loaded. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const PAGE_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export type KeptMail = Mail & { number: number; sentAt: string };
export type MailControl = {
	/** Mails in the mailbox, the first first. @param to only those to this address */
	all(to?: string): KeptMail[];
	/** What the server answers the next mails; null: it takes them. */
	answer(how: "bounce" | "later" | null): void;
};
export type Mailbox = {
	router: Router;
	control: MailControl;
	mailer: Mailer;
	page: string;
	stop: () => Promise<void>;
};

/** Replaces a mail server: keeps the mails in a journal under `dataDir`, and shows them. */
export function openMailbox({ dataDir, from, now }: { dataDir: string; from: string; now: () => Date }): Mailbox {
	const mails = new Map<string, KeptMail>();
	const folder = join(dataDir, "sandbox", "mail");
	const journal = openJournal({ folder, read: (key) => mails.get(key), all: () => mails });
	for (const [key, mail] of journal.initial) mails.set(key, mail as KeptMail);
	let last = Math.max(0, ...[...mails.values()].map(({ number }) => number));
	let how: "bounce" | "later" | null = null;

	const router = Router();
	router.use(MAILBOX_PAGE, (_req, res, next) => {
		res.set("Cache-Control", "no-store");
		next();
	});
	router.get(MAILBOX_PAGE, (_req, res) => void res.send(mailsPage([...mails.values()].reverse())));
	router.get(`${MAILBOX_PAGE}/:number`, (req, res, next) => {
		const mail = numbered(req.params.number);
		if (!mail) return next();
		res.set("Content-Security-Policy", PAGE_POLICY);
		res.send(mailPage(mail, { From: from, ...headersOf(mail) }));
	});
	router.get(`${MAILBOX_PAGE}/:number/html`, (req, res, next) => {
		const mail = numbered(req.params.number);
		if (!mail) return next();
		res.set({ "Content-Security-Policy": MAIL_POLICY }).send(mail.html);
	});

	function numbered(number: string): KeptMail | undefined {
		return [...mails.values()].find((each) => String(each.number) === number);
	}

	return {
		router,
		page: MAILBOX_PAGE,
		control: {
			all: (to) => [...mails.values()].filter((mail) => to === undefined || mail.to === to),
			answer(next) {
				how = next;
			},
		},
		mailer: {
			async send(mail) {
				if (how === "bounce") return { state: "bounced", error: "550 5.1.1 No such mailbox (sandbox)" };
				if (how === "later") return { state: "later", error: "451 4.7.1 Try again later (sandbox)" };
				// A mailbox shows a repeated mail once, by its Message-ID.
				last += 1;
				mails.set(mail.messageId, { ...mail, number: last, sentAt: now().toISOString() });
				journal.touch(mail.messageId);
				const [oldest] = mails.keys();
				if (mails.size > MOST && oldest !== undefined) {
					mails.delete(oldest);
					journal.touch(oldest);
				}
				await journal.flush();
				return { state: "sent" };
			},
		},
		stop: () => journal.close(),
	};
}

import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import type { StripeMail } from "#server/platform/config/smtp.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { type Delivery, type Mailer, SEND_MS } from "#server/platform/outbound/mailer.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { MAIL_KIND_TEXTS, type MailKind } from "#shared/account/mail/mail-kinds.ts";
import { unsubscribePath } from "#shared/account/mail/mail-paths.ts";
import type { MailOutcome } from "#shared/account/mail/mails.table.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { composeMail } from "./compose-mail.ts";
import type { MailFacts } from "./mail-facts.ts";
import { hasBounced, type MailSettings } from "./mail-settings.service.ts";
import { type Claimed, type Outbox, TRIED_MS } from "./outbox.ts";
import { renderMail } from "./render-mail.ts";

type Options = {
	db: Db;
	outbox: Outbox;
	settings: MailSettings;
	mailer: Pick<Mailer, "send">;
	factsOf: (owner: Pick<User, "id" | "userSlug">, rows: Claimed["rest"]) => Promise<MailFacts>;
	publicOrigin: string;
	stripeSends: readonly StripeMail[];
	now: () => Date;
	done: (outcome: MailOutcome | "later") => void;
	log: Pick<Logger, "warn">;
};

/** Of no use to an owner whose account is disabled. */
const NEEDS_ENABLED: readonly MailKind[] = ["weekly_report", "milestone", "quota", "target_gone"];

/** Sends what is due, each mail once (P671): no transaction is open while a server is asked. */
export function createSender(options: Options) {
	const { db, outbox, settings, mailer, factsOf, publicOrigin, stripeSends, now, done, log } = options;

	/** @returns whether more may be due */
	async function sendDue(stopping: AbortSignal): Promise<boolean> {
		const claimed = await outbox.claim();
		await Promise.all(claimed.map((each) => sendOne(each, stopping)));
		return claimed.length > 0;
	}

	async function sendOne(claimed: Claimed, stopping: AbortSignal): Promise<void> {
		const { mail } = claimed;
		// The service was down for so long, or a backup was restored.
		if (now().getTime() - mail.createdAt.getTime() > TRIED_MS) {
			done("expired");
			return outbox.settle(mail, "expired");
		}
		const written = await write(claimed);
		if (written === "off") {
			done("off");
			return outbox.settle(mail, "off");
		}
		const { owner, ...message } = written;
		// A process that was held up leaves the mail to the one that has it next.
		if (now().getTime() > claimed.claimedUntil.getTime() - SEND_MS) return;
		const messageId = `${mail.id}@${new URL(publicOrigin).hostname}`;
		const delivery = await mailer.send({ ...message, messageId }, stopping);
		await settle(claimed, delivery, owner);
	}

	async function settle({ mail }: Claimed, delivery: Delivery, owner: User): Promise<void> {
		if (delivery.state === "sent") {
			await outbox.settle(mail, "sent");
			await settings.delivered(owner.id);
			return done("sent");
		}
		const { state, error } = delivery;
		if (state === "later") {
			const isOver = await outbox.postpone(mail, error);
			return done(isOver ? "expired" : "later");
		}
		await outbox.settle(mail, state, error);
		done(state);
		if (state === "bounced") await settings.bounced(owner.id, owner.email);
		// The answer may name the address, so it is only in the row.
		else log.warn({ mail: mail.id }, "a mail was refused for good");
	}

	async function write({ mail, rest }: Claimed) {
		const [owner] = await db.select().from(users).where(eq(users.id, mail.userId));
		if (!owner || owner.deletedAt) return "off";
		if (owner.disabledAt && NEEDS_ENABLED.includes(mail.kind)) return "off";
		if (stripeSends.some((kind) => kind === mail.kind)) return "off";
		const { off, token, timeZone, ...bounces } = await settings.ensure(owner.id);
		if (off.includes(mail.kind) || hasBounced(bounces, owner.email)) return "off";
		const rows = [mail, ...rest];
		const facts = await factsOf(owner, rows);
		const content = composeMail(rows, { ...facts, publicOrigin, timeZone: timeZone ?? "UTC" });
		if (content === null) return "off";
		const unsubscribeUrl = publicOrigin + unsubscribePath(token, mail.kind);
		const footer = {
			kindName: MAIL_KIND_TEXTS[mail.kind].name,
			unsubscribeUrl,
			settingsUrl: `${publicOrigin}${SCREEN_PATHS.account}?section=email`,
			homeUrl: `${publicOrigin}/`,
		};
		return { owner, to: owner.email, subject: content.subject, ...renderMail(content, footer), unsubscribeUrl };
	}

	return { sendDue };
}

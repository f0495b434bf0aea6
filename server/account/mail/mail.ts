import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Charts } from "#server/analytics/charts.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createSmtpMailer, type Mailer } from "#server/platform/outbound/mailer.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import { queueEndingSubscriptions } from "./ending-subscriptions.ts";
import { mailRouter } from "./mail.routes.ts";
import { createMailFacts, trustReader } from "./mail-facts.ts";
import { createMailSettings } from "./mail-settings.service.ts";
import { createOutbox } from "./outbox.ts";
import { createSender } from "./sender.ts";
import { unsubscribeRouter } from "./unsubscribe.routes.ts";
import { createWeeklyReports } from "./weekly-report.ts";

type Options = {
	db: Db;
	config: Pick<Config, "http" | "mail" | "isProduction">;
	charts: Pick<Charts, "chart">;
	/** The sandbox's mailbox. */
	mailbox: { mailer: Mailer; page: string } | null;
	/** SQL for whether the owner in a row of `users` is trusted. */
	ownerIsTrusted: string;
	countMiss: (address: string) => number | null;
	guards: Guards;
	now: () => Date;
	log: Logger;
};

const EVERY_MS = 5_000;
/** How long mails of one kind wait for others, to be sent as one. */
const MERGE_MS = 60_000;
/** In a sandbox, someone waits for it. */
const SANDBOX_MS = 1_000;
const OUTCOMES = ["sent", "off", "bounced", "refused", "expired", "later"] as const;

/** Mails to owners, wired: outbox, settings, unsubscribing, and the work between requests (P671 to P677). */
export function createMail(options: Options) {
	const { db, config, charts, mailbox, ownerIsTrusted, countMiss, guards, now, log } = options;
	const { smtp, from, stripeSends } = config.mail;
	const { publicOrigin, linksOrigin, trustProxy } = config.http;
	const mailer = smtp ? createSmtpMailer(smtp, from) : (mailbox?.mailer ?? null);
	const isSandbox = smtp === null && mailbox !== null;
	const outbox = createOutbox({ db, now, mergeMs: isSandbox ? 0 : MERGE_MS });
	const settings = createMailSettings({ db, now });

	const metrics = new PartRegistry("mail", async () => {
		const oldestAt = mailer ? await outbox.oldestAt() : null;
		oldest.set(oldestAt ? Math.max(0, now().getTime() - oldestAt.getTime()) / 1_000 : 0);
	});
	const oldest = new Gauge({
		name: "visualink_mails_oldest_waiting_seconds",
		help: "Age of the oldest mail that no server has taken; 0 without one",
		registers: [metrics],
	});
	const counted = new Counter({
		name: "visualink_mails_total",
		help: "Mails of this process by what became of them; later: a try that will be repeated",
		labelNames: ["outcome"],
		registers: [metrics],
	});
	for (const outcome of OUTCOMES) counted.inc({ outcome }, 0);

	const sender =
		mailer &&
		createSender({
			...{ db, outbox, settings, mailer, publicOrigin, stripeSends, now, log },
			factsOf: createMailFacts({ db, linksOrigin, isTrusted: trustReader(db, ownerIsTrusted) }),
			done: (outcome) => counted.inc({ outcome }),
		});
	const sending = repeat({
		async work(stopping) {
			if (!sender) return outbox.discard().then(() => HOUR_MS);
			while (!stopping.aborted && (await sender.sendDue(stopping)));
			return undefined;
		},
		everyMs: isSandbox ? SANDBOX_MS : EVERY_MS,
		retryMs: EVERY_MS,
		failed: (error) => log.warn({ err: error }, "mails could not be sent; it will be tried again"),
	});
	const weekly = createWeeklyReports({
		...{ db, charts, now },
		failed: (error) => log.warn({ err: error }, "a weekly report could not be made"),
	});
	const hourly = repeat({
		async work(stopping) {
			await outbox.forget();
			if (!mailer) return;
			await queueEndingSubscriptions(db, now());
			await weekly.queueDue(stopping);
		},
		everyMs: HOUR_MS,
		failed: (error) => log.warn({ err: error }, "weekly mails could not be queued"),
	});
	const notice = {
		start() {
			if (mailer || !config.isProduction) return;
			log.warn("mail is off, because SMTP_URL is not set: owners see everything on screen only");
		},
		stop() {},
	};
	return {
		routers: [mailRouter({ settings, guards, isOn: mailer !== null, mailbox: isSandbox ? mailbox.page : null })],
		/** Without sessions. */
		publicRouter: unsubscribeRouter({ settings, countMiss, publicOrigin, trustProxy }),
		metrics: [metrics],
		work: [notice, sending, hourly],
	};
}

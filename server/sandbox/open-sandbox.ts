import type { Logger } from "pino";
import type { StandIns } from "#server/deps.ts";
import type { Config } from "#server/platform/config/config.ts";
import { API } from "#shared/platform/api-paths.ts";
import { openDnsSandbox } from "./dns/dns.ts";
import { type Mailbox, openMailbox } from "./mail/mailbox.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import type { CatalogEntry } from "./stripe/seed.ts";
import { receiverAt, sandboxWeb } from "./web/web.ts";

type Options = {
	config: Config;
	now: () => Date;
	log: Logger;
	/** What the sandbox's Stripe sells at first; empty: an account in which nothing is set up. */
	stripePriceCatalog?: CatalogEntry[];
	record?: SandboxOptions["record"];
};

/** The stand-ins for the outside parts whose keys are unset. */
export async function openSandbox(
	options: Options,
): Promise<Sandbox & Pick<StandIns, "detours" | "dns" | "mailbox" | "receiverAt">> {
	const { config, now, log, stripePriceCatalog, record } = options;
	const { ownOrigin, isPrivate } = config.http;
	const web = sandboxWeb({ ownOrigin, hasReceivers: isPrivate });
	const { isSandbox, target } = config.domains;
	const dns = isSandbox ? await openDnsSandbox({ dataDir: config.dataDir, ownOrigin, target }) : null;
	const { from } = config.mail;
	const mailbox: Mailbox | null = config.mail.isSandbox
		? openMailbox({ dataDir: config.dataDir, from: `${from.name} <${from.address}>`, now })
		: null;
	const sandbox = createSandbox({
		publicOrigin: config.http.publicOrigin,
		dataDir: config.dataDir,
		webhookSecret: config.stripe.webhookSecrets[0] ?? "",
		webhookUrl: `${ownOrigin}${API.stripeWebhook}`,
		parts: { google: config.google.isSandbox, stripe: config.stripe.isSandbox },
		dns,
		mailbox,
		...(stripePriceCatalog && { stripePriceCatalog }),
		now,
		log,
		record,
	});
	sandbox.router.use(web.router);
	return {
		...sandbox,
		detours: web.detours,
		dns: dns?.standIn ?? null,
		mailbox,
		receiverAt: isPrivate ? receiverAt : null,
	};
}

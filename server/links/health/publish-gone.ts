import { queueMail } from "#server/platform/db/queue-mail.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { raiseTargetsGone } from "#server/platform/db/webhook-events.ts";
import type { GoneLink } from "./changed-links.ts";

/** A link that more people opened in a week is worth a mail at once; others are in the weekly report. */
const MAILED_ABOVE = 10;

/** Stores the webhook events of targets that are gone, and queues mails about much opened links (P661, P671). */
export async function publishGone(tx: Tx, gone: GoneLink[]): Promise<void> {
	await raiseTargetsGone(
		tx,
		gone.map(({ link }) => link.id),
	);
	for (const { link, people, goneSince } of gone) {
		if (people <= MAILED_ABOVE) continue;
		const since = goneSince.toISOString();
		const key = `${link.id}:${since}`;
		await queueMail(tx, { userId: link.userId, kind: "target_gone", key, data: { linkId: link.id, since, people } });
	}
}

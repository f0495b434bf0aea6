import { z } from "zod";
import { MAIL_KINDS, mailKind } from "./mail-kinds.ts";

/** `GET /api/account/mail`. */
export const mailSettingsView = z.object({
	/** Whether this service sends mail at all. */
	isOn: z.boolean(),
	email: z.string(),
	/** Kinds that are switched off. */
	off: z.array(mailKind),
	/** Whether the address is off after hard bounces (P673). */
	hasBounced: z.boolean(),
	/** When the weekly report comes; null: never set, so UTC. */
	timeZone: z.string().nullable(),
	/** The sandbox's mailbox; null without it. */
	mailbox: z.string().nullable(),
});
export type MailSettingsView = z.infer<typeof mailSettingsView>;

/** `PUT /api/account/mail`: what is left out stays. */
export const mailSettingsForm = z.object({
	off: z.array(mailKind).max(MAIL_KINDS.length).optional(),
	timeZone: z.string().min(1).max(64, "Use a time zone's name, such as Europe/Lisbon").optional(),
	/** Sends mail to a bounced address again. */
	tryAgain: z.literal(true).optional(),
});
export type MailSettingsForm = z.infer<typeof mailSettingsForm>;

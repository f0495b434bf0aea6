import { z } from "zod";
import { cleanedBy, cleanText, trimBlank } from "../../platform/plain-text.ts";

export const REPORT_REASONS = {
	phishing: "It asks for a password or card number under a false name",
	malware: "It downloads something harmful",
	scam: "It is a scam, such as a fake prize, shop or investment",
	impersonation: "Its preview pretends to be from someone else",
	illegal: "Its content is illegal",
	other: "Something else",
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;
const REASONS = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

export const REPORT_LIMITS = { text: 2_000, email: 254 } as const;

export const reportForm = z.object({
	reason: z.enum(REASONS, "Choose a reason"),
	text: z
		.preprocess(cleanedBy(cleanText), z.string())
		.refine((text) => text.length <= REPORT_LIMITS.text, `Use at most ${REPORT_LIMITS.text} characters`),
	email: z
		.preprocess(cleanedBy(trimBlank), z.string())
		.refine(({ length }) => length <= REPORT_LIMITS.email, "Enter a valid e-mail address")
		.refine((email) => email === "" || z.email().safeParse(email).success, "Enter a valid e-mail address")
		.transform((email) => email || null),
	/** A honeypot: people don't see this field. */
	website: z.literal("", "Leave this field empty"),
});

export type ReportForm = z.infer<typeof reportForm>;

export type ReportOutcome = "no_action" | "disabled";

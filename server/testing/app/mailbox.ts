import type { KeptMail } from "#server/sandbox/mail/mailbox.ts";
import type { TestApp } from "./test-app.ts";
import { until } from "./until.ts";

/** Waits until a mail with this in its subject has come to an address. @returns the last of them */
export async function mailTo(app: TestApp, to: string, subject: string): Promise<KeptMail> {
	const found = () => app.sandbox?.mail.all(to).filter((mail) => mail.subject.includes(subject)) ?? [];
	await until(() => found().length > 0);
	const last = found().at(-1);
	if (!last) throw new Error(`no mail "${subject}" to ${to}`);
	return last;
}

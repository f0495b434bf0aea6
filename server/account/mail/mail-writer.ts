import type { MailData, MailKind } from "#shared/account/mail/mail-kinds.ts";
import type { MailContent } from "./mail-content.ts";
import type { MailFacts } from "./mail-facts.ts";

/** Null where nothing of it is so any longer. */
export type Composed = MailContent | null;
export type ComposeOptions = MailFacts & { publicOrigin: string; timeZone: string };
/** What a mail says of what was queued. */
export type Writer<Kind extends MailKind> = (told: MailData[Kind][], options: ComposeOptions) => Composed;
export type Writers<Kinds extends MailKind> = { [Kind in Kinds]: Writer<Kind> };

export function numberText(count: number): string {
	return count.toLocaleString("en-US");
}

export function dayText(iso: string): string {
	return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(iso));
}

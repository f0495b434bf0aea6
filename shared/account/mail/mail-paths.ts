/** Where mails' "Stop these mails" leads: a page of the server, without sign-in. */
export const UNSUBSCRIBE_PATH = "/email/unsubscribe";

/** @param token the account's own in `mail_settings` */
export function unsubscribePath(token: string, kind: string): string {
	return `${UNSUBSCRIBE_PATH}/${token}/${kind}`;
}

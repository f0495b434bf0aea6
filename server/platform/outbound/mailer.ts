import type { MailAddress, SmtpPlace } from "#server/platform/config/smtp.ts";

export type Mail = {
	/** Without angle brackets; the same on every try, so that mailboxes recognize a repeated mail. */
	messageId: string;
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Absolute address that ends mails of this kind (RFC 8058). */
	unsubscribeUrl: string;
};

/**
 * `sent`: a server has taken it. `bounced`: there is no such mailbox (5yz for the recipient). `refused`: the message itself is
 * refused for good. `later`: anything else.
 */
export type Delivery = { state: "sent" } | { state: "bounced" | "refused" | "later"; error: string };

export type Mailer = {
	/** @param stopping of a process that stops: what is under way has two seconds left */
	send(mail: Mail, stopping?: AbortSignal): Promise<Delivery>;
};

/** A whole delivery, from connecting to the last answer. */
export const SEND_MS = 60_000;
const CONNECT_MS = 10_000;
/** A greylisting or busy server may take this long for one answer. */
const ANSWER_MS = 30_000;
const STOP_MS = 2_000;
const ERROR_LENGTH = 300;

/**
 * Hands mails over to the operator's server, each on its own connection.
 * @param answerMs how long the server may take for one answer
 */
export function createSmtpMailer(
	{ host, port, tls, credentials }: SmtpPlace,
	from: MailAddress,
	answerMs = ANSWER_MS,
): Mailer {
	const options = {
		...{ host, port, secure: tls === "always", requireTLS: tls === "required", ignoreTLS: tls === "never" },
		...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
		...{ connectionTimeout: CONNECT_MS, greetingTimeout: answerMs, socketTimeout: answerMs, dnsTimeout: CONNECT_MS },
		...{ disableFileAccess: true, disableUrlAccess: true },
	};
	// 15 MB, for processes that send mail.
	let transport: ReturnType<typeof openTransport> | null = null;
	const openTransport = async () => (await import("nodemailer")).createTransport(options);
	return {
		async send(mail, stopping) {
			const timeout = new AbortController();
			let timer = setTimeout(() => timeout.abort(), SEND_MS);
			const hurry = () => {
				clearTimeout(timer);
				timer = setTimeout(() => timeout.abort(), STOP_MS);
			};
			if (stopping?.aborted) hurry();
			stopping?.addEventListener("abort", hurry, { once: true });
			try {
				transport ??= openTransport();
				await (await transport).sendMail({ ...messageOf(mail, from), signal: timeout.signal });
				return { state: "sent" };
			} catch (error) {
				return failureOf(error);
			} finally {
				clearTimeout(timer);
				stopping?.removeEventListener("abort", hurry);
			}
		},
	};
}

/** The headers that a mail has next to the usual ones. */
export function headersOf({ unsubscribeUrl }: Pick<Mail, "unsubscribeUrl">): Record<string, string> {
	return {
		"List-Unsubscribe": `<${unsubscribeUrl}>`,
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		// Out-of-office replies have nobody to read them (RFC 3834).
		"Auto-Submitted": "auto-generated",
	};
}

function messageOf(mail: Mail, from: MailAddress) {
	const { messageId, to, subject, text, html } = mail;
	return {
		from,
		to: { name: "", address: to },
		subject,
		text,
		html,
		messageId: `<${messageId}>`,
		headers: headersOf(mail),
	};
}

type SmtpError = { command?: unknown; responseCode?: unknown; response?: unknown; message?: unknown };

/**
 * What a failure says of the recipient's address. Only an answer to RCPT TO does, and not one of a server that refuses us
 * (5.7.y, RFC 3463): that is the operator's to repair.
 */
function failureOf(thrown: unknown): Exclude<Delivery, { state: "sent" }> {
	const { command, responseCode, response, message } = (thrown ?? {}) as SmtpError;
	const error = String(response ?? message ?? thrown).slice(0, ERROR_LENGTH);
	// An address that can't be written into the protocol, such as one of Google's before it was changed.
	if (/^Invalid recipient/.test(String(message))) return { state: "bounced", error };
	const isPermanent = typeof responseCode === "number" && responseCode >= 500 && responseCode !== 503;
	if (!isPermanent || /^\d{3}[ -]5\.7\./.test(String(response))) return { state: "later", error };
	if (command === "RCPT TO") return { state: "bounced", error };
	return { state: command === "DATA" ? "refused" : "later", error };
}

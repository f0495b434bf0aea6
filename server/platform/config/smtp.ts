import { isIP } from "node:net";
import { z } from "zod";

/** Where mails are handed over, and how. */
export type SmtpPlace = {
	host: string;
	port: number;
	/**
	 * `always`: TLS from the first byte; `required`: STARTTLS, or nothing is sent; `offered`: STARTTLS if the server offers
	 * it; `never`: this machine's own server.
	 */
	tls: "always" | "required" | "offered" | "never";
	credentials: { user: string; password: string } | null;
};
export type MailAddress = { name: string; address: string };

/** Mails about billing that Stripe can send as well; `STRIPE_SENDS_MAIL` names those that it sends. */
export const STRIPE_MAILS = ["payment_failed", "subscription_ending"] as const;
export type StripeMail = (typeof STRIPE_MAILS)[number];

/** Ports of RFC 8314: submission over TLS, and with STARTTLS. */
const PORTS = { "smtps:": 465, "smtp:": 587 } as const;
const SUCH = "such as smtps://user:password@mail.example or smtp://mail.example:587";

/** `SMTP_URL`, with user and password percent-encoded. */
export const smtpAddress = z.string().transform((text, context): SmtpPlace => {
	const found = placeOf(text.trim());
	if (typeof found !== "string") return found;
	context.addIssue({ code: "custom", message: found });
	return z.NEVER;
});

/** `MAIL_FROM`: an address, or a name and an address in angle brackets. */
export const mailFrom = z.string().transform((text, context): MailAddress => {
	const [, quoted = "", bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
	const address = bracketed ?? text.trim();
	const name = quoted.trim().replace(/^"(.*)"$/, "$1");
	// A line break would begin another header.
	if (z.email().safeParse(address).success && !/[\p{Cc}"]/u.test(name)) return { name: name || "Visualink", address };
	context.addIssue({ code: "custom", message: "must be an e-mail address, or Name <address@visualink.example>" });
	return z.NEVER;
});

/** `STRIPE_SENDS_MAIL`: kinds separated by commas or blanks. */
export const stripeMails = z.string().transform((text, context): StripeMail[] => {
	const named = text.split(/[\s,]+/).filter(Boolean);
	const known = STRIPE_MAILS.filter((kind) => named.includes(kind));
	if (named.every((name) => known.some((kind) => kind === name))) return known;
	context.addIssue({ code: "custom", message: `must be empty, or of ${STRIPE_MAILS.join(", ")}, with commas between` });
	return z.NEVER;
});

/** @returns a sentence that says what is wrong, without the password */
function placeOf(text: string): SmtpPlace | string {
	if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return `must be the address of a mail server, ${SUCH}`;
	const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
	if (hostname === "") return `must name a host, ${SUCH}`;
	if (!["", "/"].includes(pathname) || search !== "" || hash !== "") {
		return "must end after host and port; in user and password, # is %23, / is %2F, ? is %3F, @ is %40, % is %25";
	}
	if ((username === "") !== (password === "")) return "must have both a user and a password, or neither";
	const credentials = decoded(username, password);
	if (credentials === undefined) return "a percent sign in its user or password must be written as %25";
	const host = hostname.replace(/^\[|\]$/g, "");
	const isTls = protocol === "smtps:";
	const tls = isTls ? "always" : isOwnMachine(host) ? "never" : credentials ? "required" : "offered";
	return { host, port: Number(port || PORTS[isTls ? "smtps:" : "smtp:"]), tls, credentials };
}

function decoded(user: string, password: string): SmtpPlace["credentials"] | undefined {
	if (user === "") return null;
	try {
		return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
	} catch {
		return undefined;
	}
}

function isOwnMachine(host: string): boolean {
	return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

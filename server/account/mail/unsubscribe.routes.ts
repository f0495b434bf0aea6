import { Router } from "express";
import { z } from "zod";
import { escapeHtml, OWN_FORM_CSP, ownPage } from "#server/platform/http/own-page.ts";
import { clientIp } from "#server/platform/http/proxy-headers.ts";
import { MAIL_KIND_TEXTS, type MailKind, mailKind } from "#shared/account/mail/mail-kinds.ts";
import { unsubscribePath } from "#shared/account/mail/mail-paths.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import type { MailSettings } from "./mail-settings.service.ts";

type Options = {
	settings: Pick<MailSettings, "unsubscribe" | "hasToken">;
	/** Seconds until an address may try tokens again; null: now. */
	countMiss: (address: string) => number | null;
	publicOrigin: string;
	trustProxy: number;
};

/**
 * Ends mails of one kind without sign-in (P674). Scanners follow every link of a mail, so `GET` only asks; mail programs send
 * `POST` on their own (RFC 8058), from anywhere and without a cookie.
 */
export function unsubscribeRouter({ settings, countMiss, publicOrigin, trustProxy }: Options): Router {
	const router = Router();
	const route = unsubscribePath(":token", ":kind");
	const homeUrl = `${publicOrigin}/`;
	const settingsUrl = `${publicOrigin}${SCREEN_PATHS.account}?section=email`;

	const page = (title: string, content: string) => ownPage({ title, content, homeUrl });
	const missing = page(
		"Link not found",
		`<h1><b>This link doesn't work</b></h1><p>It may be incomplete, or the account was deleted.</p><p><a href="${escapeHtml(settingsUrl)}">Email settings</a></p>`,
	);

	router.all(route, async (req, res) => {
		res.set({ "Cache-Control": "no-store", "Content-Security-Policy": OWN_FORM_CSP, "Referrer-Policy": "no-referrer" });
		const asked = parse(req.params);
		const isPost = req.method === "POST";
		if (!isPost && req.method !== "GET" && req.method !== "HEAD") {
			return void res.status(405).set("Allow", "GET, HEAD, POST").type("text").send("Method not allowed");
		}
		const isKnown = asked !== null && (await (isPost ? settings.unsubscribe(...asked) : settings.hasToken(asked[0])));
		if (!isKnown) {
			const seconds = countMiss(clientIp(req, trustProxy) ?? "");
			if (seconds !== null) res.status(429).set("Retry-After", String(seconds));
			else res.status(404);
			return void res.send(missing);
		}
		const { name } = MAIL_KIND_TEXTS[asked[1]];
		res.send(isPost ? done(name) : question(name));
	});
	return router;

	function question(name: string): string {
		return page(
			"Stop these mails",
			`<h1>Stop these mails <b>${escapeHtml(name)}</b></h1><p>Other mails from Visualink stay on.</p><form method="post"><button>Stop</button></form>`,
		);
	}

	function done(name: string): string {
		return page(
			"Mails stopped",
			`<h1>You won't get these mails <b>${escapeHtml(name)}</b></h1><p>Changed your mind? Switch them on in your <a href="${escapeHtml(settingsUrl)}">email settings</a>.</p>`,
		);
	}
}

function parse({ token, kind }: Record<string, unknown>): [string, MailKind] | null {
	const asked = z.tuple([z.uuid(), mailKind]).safeParse([token, kind]);
	return asked.success ? asked.data : null;
}

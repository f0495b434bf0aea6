import { composeMail } from "#server/account/mail/compose-mail.ts";
import type { LinkFacts } from "#server/account/mail/mail-facts.ts";
import { renderMail } from "#server/account/mail/render-mail.ts";
import { MAIL_KIND_TEXTS, MAIL_KINDS, type MailData, type MailKind } from "#shared/account/mail/mail-kinds.ts";
import { unsubscribePath } from "#shared/account/mail/mail-paths.ts";

const ORIGIN = "https://visualink.example";
/** What a user may write so that a mail program makes a link of it, or markup. */
export const HOSTILE = "Win at evil.example! https://evil.example/x www.evil.example eve@evil.example <b>x</b>";

function linkOf(id: number, changes: Partial<LinkFacts> = {}): LinkFacts {
	const linkSlug = ["summer", "winter-sale", "newsletter"][id % 3] ?? "link";
	return {
		...{ id, title: "Summer sale: eleven beaches", linkSlug, shortUrl: `${ORIGIN}/go/ada/${linkSlug}` },
		...{ targetUrl: "https://shop.example/a", isTargetGone: false, isDisabled: false, effect: "none", reasons: [] },
		...changes,
	};
}

/** Data of a mail of each kind. @param title of the links in it */
export function sampleData(title: string): { [Kind in MailKind]: MailData[Kind][] } {
	const shortUrl = `${ORIGIN}/go/ada/summer`;
	const gone = { linkId: 1, since: "2026-11-20T06:00:00Z", people: 42 };
	return {
		weekly_report: [
			{
				...{ from: "2026-11-16", to: "2026-11-22", zone: "Europe/Lisbon" },
				...{ people: 1_284, bots: 310, peopleBefore: 1_010, botsBefore: 310 },
				links: [title, "Winter lakes", "Newsletter"].map((each, n) => ({
					title: each,
					shortUrl,
					people: 800 - 350 * n,
				})),
				sources: [
					{ name: "Instagram", people: 640 },
					{ name: "Direct or unknown", people: 300 },
				],
				platforms: [{ name: "WhatsApp", cards: 7 }],
				gone: [{ title, since: gone.since }],
			},
		],
		milestone: [{ linkId: 1, people: 1_000 }],
		quota: [{ used: 20, limit: 20 }],
		target_gone: [gone],
		import_finished: [{ fileName: title, state: "done", reason: null, made: 1_204, same: 12, refused: 3, flagged: 2 }],
		link_flagged: [
			{ linkId: 2, what: "flagged" },
			{ linkId: 3, what: "closed" },
			{ host: "evil.example", links: 1_204 },
		],
		review_decided: [{ linkId: 1, state: "cleared" }],
		report_confirmed: [{ linkId: 3 }],
		account_disabled: [{}],
		domain: [{ host: "go.brand.example", state: "lost" }],
		api_key: [{ name: title, start: "vl_4fRt9", scopes: ["links:read", "links:write"] }],
		webhook_off: [{ url: "https://shop.example/webhooks", reason: "failing" }],
		payment_failed: [{ amount: null, currency: null }],
		subscription_ending: [{ endsAt: "2026-12-01T10:00:00Z" }],
	};
}

/** Every kind of mail, as it would be sent. @param title of everything that a user names */
export function sampleMails(title = "Summer sale: eleven beaches") {
	const reasons: LinkFacts["reasons"] = [{ code: "shortener", words: ["bit.ly"], evidence: "target" }];
	const links = [
		linkOf(1, { title, isTargetGone: true }),
		linkOf(2, { title, effect: "page", reasons }),
		linkOf(3, { title, isDisabled: true }),
	];
	const facts = {
		...{
			links: new Map(links.map((link) => [link.id, link])),
			disabledHosts: new Set(["evil.example"]),
			owed: { amount: 1_999, currency: "eur" },
		},
		...{ publicOrigin: ORIGIN, timeZone: "Europe/Lisbon" },
	};
	const data = sampleData(title);
	return MAIL_KINDS.map((kind) => {
		const content = composeMail(
			data[kind].map((each) => ({ kind, data: each })),
			facts,
		);
		if (!content) throw new Error(`no mail of kind ${kind}`);
		const footer = {
			kindName: MAIL_KIND_TEXTS[kind].name,
			unsubscribeUrl: ORIGIN + unsubscribePath("0b7d5a52-5a0f-4f0c-9d3a-6c2f0a8f6a11", kind),
			settingsUrl: `${ORIGIN}/account?section=email`,
			homeUrl: `${ORIGIN}/`,
		};
		return { kind, subject: content.subject, ...renderMail(content, footer) };
	});
}

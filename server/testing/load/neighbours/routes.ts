import { LIST_LIMITS } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { Attack, Kit } from "./attacks.ts";
import type { Account } from "./messages.ts";
import { filledForm, json, multipart, type Shot } from "./shots.ts";

type Make = (account: Account, n: number) => Omit<Shot, "cookie">;
const get =
	(path: string): Make =>
	() => ({ method: "GET", path });
const firstId = ({ links }: Account) => links[0]?.id ?? 0;
const text = (length: number) => "é".repeat(length);
const zone = "America/Argentina/ComodRivadavia";
const manyIds = ({ links }: Account, most: number) => links.slice(0, most).map(({ id }) => id);
const YEAR = `range=12m&zone=${encodeURIComponent(zone)}`;

/**
 * Every other route with its largest legal input, sent by the account with most links. What a route refuses beyond its
 * rate is a part of it.
 */
const READS: Record<string, Make> = {
	"GET search, 200 characters": (_, n) => ({
		method: "GET",
		path: `${API.links.search}?q=${encodeURIComponent(`${n}${"%_ä".repeat(60)}`)}&sort=seen`,
	}),
	"GET rows": (account) => ({ method: "GET", path: API.links.rows(manyIds(account, LIST_LIMITS.page)) }),
	"GET deleted links": get(API.links.deleted),
	"GET csv": get(API.links.csv),
	"GET account data": get(API.account.data),
	"GET slug availability": (_, n) => ({ method: "GET", path: API.links.slugAvailability(`slug-${n}`) }),
	"GET utm templates": get(API.links.utmTemplates),
	"GET deliveries of all links": get(API.latestDeliveries),
	"GET deliveries of a link": (account) => ({ method: "GET", path: API.links.deliveries(firstId(account)) }),
	"GET views": get(API.stats.views),
	"GET charts, 12 months": get(`${API.analytics.account}?${YEAR}`),
	"GET charts by tag, 12 months": get(`${API.analytics.tags}?${YEAR}`),
	"GET chart of a link": (account) => ({
		method: "GET",
		path: `${API.analytics.linkChart(firstId(account))}?${YEAR}&dimension=source&value=x`,
	}),
	"GET public statistics": get(`${API.publicStats.read}?address=${"a".repeat(24)}&${YEAR}`),
	"GET billing details": get(API.account.billingDetails),
	"GET import": get(API.imports.all),
	"GET pages of the client": (_, n) => ({ method: "GET", path: `/pricing?${"q".repeat(8_000)}${n}` }),
	"GET pictures, not there": (_, n) => ({ method: "GET", path: `/images/${String(n).padStart(64, "0")}.jpg` }),
	"GET links, not there": (_, n) => ({ method: "GET", path: `/go/nobody/${"%41".repeat(2_000)}${n}` }),
};

const CHANGES: Record<string, Make> = {
	"POST changes of 500 links": (account, n) => ({
		...{ method: "POST", path: API.links.changes },
		...json({ change: n % 2 ? "archive" : "unarchive", ids: manyIds(account, LIST_LIMITS.changes) }),
	}),
	"POST a tag to 500 links": (account, n) => ({
		...{ method: "POST", path: API.links.changes },
		...json({
			change: "tag",
			ids: manyIds(account, LIST_LIMITS.changes),
			tag: `tag ${n}`.padEnd(LIST_LIMITS.tag, "x"),
		}),
	}),
	"PUT a tag of all links": (_, n) => ({
		...{ method: "PUT", path: API.links.tag(n % 2 ? "renamed" : "news") },
		...json({ name: n % 2 ? "news" : "renamed" }),
	}),
	"POST duplicate": (account) => ({ method: "POST", path: API.links.duplicate(firstId(account)) }),
	"POST utm template": (_, n) => ({
		...{ method: "POST", path: API.links.utmTemplates },
		...json({
			name: `Name ${n % 20}`,
			source: text(100),
			medium: text(100),
			campaign: text(100),
			term: "",
			content: "",
		}),
	}),
	"POST self-test": (account) => ({ method: "POST", path: API.links.selfTest(firstId(account)) }),
	"POST onboarding, 32 KB": () => ({
		...{ method: "POST", path: API.auth.onboarding },
		...json({ email: "a@example.com", fullName: text(16_000), businessCountry: "PT", termsAccepted: true }),
	}),
	"PUT billing details": () => ({
		...{ method: "PUT", path: API.account.billingDetails },
		...json({ fullName: text(100), businessCountry: "PT" }),
	}),
	"POST Stripe webhook, unsigned": () => ({
		...{ method: "POST", path: API.stripeWebhook, headers: { "Stripe-Signature": `t=1,${"v1=aa,".repeat(1_000)}` } },
		...json({ id: "evt_unsigned", junk: "x".repeat(250_000) }),
	}),
	"POST domain, the longest name": (_, n) => ({
		...{ method: "POST", path: API.domains.all },
		...json({ host: `${`${"x".repeat(50)}.`.repeat(4)}d${n}.example` }),
	}),
	"POST domain check": () => ({ method: "POST", path: API.domains.check(1), ...json({}) }),
	"POST portal": () => ({ method: "POST", path: API.subscriptions.portal, ...json({}) }),
	"POST checkout": () => ({
		...{ method: "POST", path: API.subscriptions.checkout },
		...json({ planId: "enterprise", isAnnual: true }),
	}),
};

function asAttack(perSecond: number, [name, make]: [string, Make]): Attack {
	return {
		name,
		run: (kit) => {
			const account = kit.accounts[2] as Account;
			const next = (n: number): Shot => ({ ...make(account, n), cookie: account.cookie });
			return kit.flood(next, { atOnce: 8, perSecond });
		},
	};
}

/** A form with as much text as it may have, and brackets in its names. */
const saves: Attack = {
	name: "PUT link, largest form",
	async run(kit: Kit) {
		const { cookie, links } = kit.accounts[29] as Account;
		const sent = await multipart(
			filledForm({
				customLinkSlug: links[0]?.slug ?? "",
				title: text(60),
				description: text(160),
				targetUrl: `https://example.com/${"a".repeat(2_000)}`,
				imageUrl: `https://example.com/${"%25".repeat(300)}`,
			}),
		);
		const path = API.links.bySlug(links[0]?.slug ?? "");
		await kit.flood(() => ({ method: "PUT", path, cookie, ...sent }), { atOnce: 8, perSecond: 30 });
	},
};

export const ROUTES: Attack[] = [
	...Object.entries(READS).map((each) => asAttack(100, each)),
	...Object.entries(CHANGES).map((each) => asAttack(30, each)),
	saves,
];

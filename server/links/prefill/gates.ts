import type { Block } from "#shared/links/prefill.ts";

/** Facts of an answer that distinguish a page from a gate. */
export type GateEvidence = {
	asked: URL;
	url: URL;
	status: number;
	/** By their names in lower case. */
	headers: Record<string, string>;
	/** As the page's `<title>` says it, clean. */
	title: string;
	/** Whether the page has a title of its own for cards (`og:title`). */
	hasCard: boolean;
	asksPassword: boolean;
};

/** Pages that are nothing but a gate, by their host or path. */
const PLACES: readonly (readonly [Block, RegExp])[] = [
	["consent", /^consent\.(?:youtube|google|yahoo)\.[\w.]+\//],
	["consent", /^guce\.[\w.-]+\//],
	["consent", /^(?:[\w-]+\.)*(?:google|youtube)\.[\w.]+\/(?:ml\?continue=|sorry\/)/],
	["challenge", /^(?:[\w-]+\.)*linkedin\.com\/(?:checkpoint|uas)\//],
	["challenge", /^geo\.captcha-delivery\.com\//],
	["challenge", /^[\w.-]+\/cdn-cgi\/challenge-platform\//],
	["login", /^(?:[\w-]+\.)*linkedin\.com\/(?:authwall|login)/],
	["login", /^(?:[\w-]+\.)*(?:facebook|threads)\.(?:com|net)\/(?:login|checkpoint)/],
	["login", /^(?:[\w-]+\.)*instagram\.com\/(?:accounts\/login|challenge)/],
	["login", /^(?:[\w-]+\.)*(?:x|twitter)\.com\/(?:i\/flow\/login|login|account\/access)/],
	["login", /^accounts\.google\.com\//],
	["login", /^login\.(?:microsoftonline|live)\.com\//],
	["login", /^[\w-]+\.okta\.com\//],
];

/** Titles that no page of content has, whole. */
const TITLES: readonly (readonly [Block, RegExp])[] = [
	["consent", /^before you continue(?: to (?:google search|google|youtube))?$/i],
	["consent", /^(?:bevor sie (?:zu google|mit) .*|avant d'accéder à (?:google|youtube)|antes de continuar.*)$/i],
	[
		"consent",
		/^(?:cookie consent|your privacy choices|privacy settings|yahoo is part of the yahoo family of brands)$/i,
	],
	["consent", /^- youtube$/i],
	["challenge", /^just a moment(?:\.\.\.|…)?$/i],
	["challenge", /^(?:nur einen moment|un instant|einen moment,? bitte|un momento|een moment geduld)(?:\.\.\.|…)?$/i],
	["challenge", /^one moment,? please(?:\.\.\.|…)?$/i],
	["challenge", /^attention required!?(?: \| cloudflare)?$/i],
	["challenge", /^(?:vercel )?security (?:checkpoint|check|verification)$/i],
	[
		"challenge",
		/^(?:checking your browser|verifying (?:you are human|your browser)|verify (?:that )?you are human).*$/i,
	],
	[
		"challenge",
		/^(?:human verification|robot check|robot or human\??|are you a robot\??|are you human\??|bot verification)$/i,
	],
	[
		"challenge",
		/^(?:pardon our interruption(?:\.\.\.|…)?|ddos-guard|please wait(?:\.\.\.|…)?|captcha(?: challenge)?)$/i,
	],
	["challenge", /^(?:client challenge|challenge validation|site verification|web application firewall)$/i],
	["denied", /^(?:access (?:to this page has been )?denied|request (?:blocked|rejected)|forbidden)\.?$/i],
	["denied", /^(?:403|error 403)(?:[ :-]*(?:forbidden|error|access denied))?$/i],
	["denied", /^(?:error: the request could not be satisfied|you have been blocked|blocked|not acceptable!?)$/i],
	["denied", /^(?:451|unavailable for legal reasons|this content is not available in your (?:country|region))$/i],
	["login", /^login • instagram$/i],
	["login", /^(?:log in(?: or sign up)?|login|sign in|sign up|log into facebook|facebook|instagram)$/i],
	["login", /^(?:sign in|log in|login) (?:to|with|[-–—|·•‹›«»]) .*$/i],
	["login", /^(?:log in|login|sign in|sign up)[ |-]+(?:linkedin|facebook|x|twitter)(?: .*)?$/i],
];
/** These may well be the titles of pages: they are a gate without a card of their own alone. */
const UNSURE = new Set<Block>(["login"]);

/** Where one of these ends a path, a person logs in there. */
const LOGIN_NAMES = "log[-_]?in|sign[-_]?in|sign-?on|authwall|sessions?/new|wp-login";
const LOGIN_PAGE = new RegExp(`(?:^|/)(?:${LOGIN_NAMES})(?:/|\\.\\w+)?$`, "i");
/** Pages may be about these, and are below any of them. */
const LOGIN_PATH = new RegExp(`(?:^|/)(?:${LOGIN_NAMES}|auth|sso|oauth2?)(?:/|\\.\\w+$|$)`, "i");

/** The gate before the page; null if the page itself came. A log-in page that was requested is a page. */
export function gateOf(evidence: GateEvidence): Block | null {
	const { asked, url, status, headers, title, hasCard, asksPassword } = evidence;
	const place = `${url.hostname}${url.pathname}${url.search}`;
	const found = PLACES.find(
		([, pattern]) => pattern.test(place) && !pattern.test(`${asked.hostname}${asked.pathname}`),
	);
	if (found) return found[0];
	if (headers["cf-mitigated"] === "challenge" || (headers["x-datadome"] && status === 403)) return "challenge";
	const wantsLogin = LOGIN_PATH.test(asked.pathname);
	const titled = TITLES.find(([, pattern]) => pattern.test(title))?.[0];
	if (titled && !(UNSURE.has(titled) && (hasCard || (wantsLogin && status < 400)))) return titled;
	if (status === 401 || status === 407) return "login";
	if (status === 403 || status === 429 || status === 451 || status === 999) return "denied";
	if (wantsLogin || !LOGIN_PATH.test(url.pathname)) return null;
	// An app that draws its form by script has no field yet, and one card for all of its addresses.
	return LOGIN_PAGE.test(url.pathname) || asksPassword || !hasCard ? "login" : null;
}

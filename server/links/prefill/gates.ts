import type { Block } from "#shared/links/prefill.ts";

export type GateEvidence = {
	asked: URL;
	url: URL;
	status: number;
	headers: Record<string, string>;
	title: string;
	hasCard: boolean;
	asksPassword: boolean;
};

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

/** Complete titles that no content page has. */
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
/** Content pages may also have these titles, so they are a gate only without a card. */
const UNSURE = new Set<Block>(["login"]);

const LOGIN_NAMES = "log[-_]?in|sign[-_]?in|sign-?on|authwall|sessions?/new|wp-login";
const LOGIN_PAGE = new RegExp(`(?:^|/)(?:${LOGIN_NAMES})(?:/|\\.\\w+)?$`, "i");
/** Content pages may be named after these, but only below them. */
const LOGIN_PATH = new RegExp(`(?:^|/)(?:${LOGIN_NAMES}|auth|sso|oauth2?)(?:/|\\.\\w+$|$)`, "i");

/** The gate shown instead of the page, or null. A login page that was requested is a page. */
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
	// A script-rendered form has no password field yet, and its app serves the same card for every URL.
	return LOGIN_PAGE.test(url.pathname) || asksPassword || !hasCard ? "login" : null;
}

import { domainToUnicode } from "node:url";
import { getDomain, parse } from "tldts";
import type { GuardReason } from "#shared/guard/guard-reason.ts";
import { actsOf, type FoundAct, isArticle } from "./acts.ts";
import { brandsOf } from "./brands.ts";
import { KNOWN_SITES } from "./hosts/known-sites.ts";
import { type HostSign, hostSigns, mixesScripts } from "./hosts/look-alike-hosts.ts";
import { targetSigns } from "./hosts/target-signs.ts";
import { DYNAMIC_DNS } from "./hosts/warning-lists.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import { comparedText } from "./text/fold.ts";

/** What is judged of a link: its texts, and an address that it leads to. */
export type JudgedCard = { title: string; description: string; slug: string; targetUrl: string };

export type Verdict = "fine" | "flagged" | "blocked";
export type Judgement = { verdict: Verdict; score: number; reasons: GuardReason[] };

export const FLAGGED_FROM = 50;
export const BLOCKED_FROM = 100;

/** What impersonators ask for in the name of a host. */
export const HOST_ACTS =
	/(log-?in|sign-?in|sign-?on|logon|secur|verif|account|konto|cuenta|compte|conta|updat|support|auth|confirm|kunde|client|service|bank|billing|wallet|claim|alert|recover|unlock|kyc|safety|redeliv|refund|rebate|customs|prize|bonus|gift|appeal|meldung|aktualis|sicher|segur|verifi|acces|espace|cliente|zahlung|paket|parcel|track|fee|help|tan)/;
const RISKY_SUFFIX =
	/\.(top|xyz|click|link|icu|cyou|cfd|sbs|buzz|rest|quest|monster|cam|vip|win|bid|loan|pw|tk|ml|ga|cf|gq|info|site|online|live|support|help|center|finance|fun|club|shop|store|space|website|work|zip|mov|life|world|today|asia|cn|cc|ws)$/;

/** What is found in a card's texts, wherever it leads; what a card asks for is read only where it names a brand. */
export type ReadTexts = { mentions: Mention[]; asked(): { text: string; acts: FoundAct[] } };

export function readTexts({ title, description, slug }: Omit<JudgedCard, "targetUrl">): ReadTexts {
	const texts = [title, description, slug.replace(/[-_]/g, " ")];
	let asked: ReturnType<ReadTexts["asked"]> | undefined;
	return {
		mentions: mergedMentions(texts),
		asked() {
			if (!asked) {
				const text = comparedText(texts.join("\n"));
				asked = { text, acts: actsOf(text) };
			}
			return asked;
		},
	};
}

/**
 * Judges a card by its words and its target. Pure: the same card always gets the same judgement.
 * @param texts those of the card, for who judges them with more than one target: reading them takes most of the time
 */
export function judgeCard(card: JudgedCard, texts = readTexts(card)): Judgement {
	const url = new URL(card.targetUrl);
	const host = url.hostname.replace(/\.$/, "");
	const reasons: GuardReason[] = targetSigns(url).map(({ code, words }) => ({ code, words: [words], points: 50 }));
	const shown = domainToUnicode(host) || host;
	if (mixesScripts(shown)) reasons.push({ code: "mixed-host", words: [shown], points: 60 });
	const imitation = imitationOf({ card, texts, host, shown });
	if (imitation) reasons.push(imitation);
	return judgementOf(reasons);
}

/** The judgement that follows from these reasons. */
export function judgementOf(found: GuardReason[]): Judgement {
	const reasons = found.filter(({ points }) => points > 0);
	const score = reasons.reduce((sum, { points }) => sum + points, 0);
	const verdict = score >= BLOCKED_FROM ? "blocked" : score >= FLAGGED_FROM ? "flagged" : "fine";
	return { verdict, score, reasons: verdict === "fine" ? [] : reasons };
}

/** The brand that the card most likely pretends to be, if any. */
function imitationOf({
	card,
	texts,
	host,
	shown,
}: {
	card: JudgedCard;
	texts: ReadTexts;
	host: string;
	shown: string;
}): GuardReason | null {
	const own = brandsOf(host);
	const signs =
		own.size > 0 && !isOthersContent(host) ? [] : hostSigns(shown).filter(({ name }) => !own.has(name.brand));
	const mentions = texts.mentions.filter(({ name }) => !own.has(name.brand));
	const brands = new Set([...mentions, ...signs].map(({ name }) => name.brand));
	if (brands.size === 0) return null;
	const { text, acts } = texts.asked();
	const context = contextPoints({ host, text, brands: mentions.length, isOwned: own.size > 0 });
	const reasons = [...brands].map((brand) => {
		const mention = mentions.find(({ name }) => name.brand === brand);
		const sign = signs.find(({ name }) => name.brand === brand);
		return brandReason({ card, host, mention, sign, acts, context });
	});
	return reasons.reduce((most, reason) => (reason.points > most.points ? reason : most));
}

type Evidence = {
	card: JudgedCard;
	host: string;
	mention: Mention | undefined;
	sign: HostSign | undefined;
	acts: FoundAct[];
	context: number;
};

function brandReason({ card, host, mention, sign, acts, context }: Evidence): GuardReason {
	const isStrong = acts.some((act) => act.isStrong);
	const asked = acts.length === 0 ? 0 : (isStrong ? 60 : 25) + 20 * Math.min(2, acts.length - 1);
	const alike = mention?.isLookAlike ? 55 : 0;
	const named = sign ? hostPoints(sign, host) : 0;
	let points = named + alike;
	if (mention && asked > 0) {
		points += asked + hostRisk(host);
		if (!isStrong && isWholeTitle(card.title, mention, acts)) points += 35;
		if (mention.name.isWord) points += mention.isSender ? -15 : -45;
		if (mention.isMeans) points -= 40;
	} else if (sign && isStrong) points += 20;
	// An article is not written on a host that bears the brand's name.
	if (!sign || sign.kind === "name") points += context;
	const code = named >= 60 ? "look-alike-host" : alike > 0 ? "look-alike-name" : "impersonation";
	const brand = (mention ?? sign)?.name.brand.id ?? "";
	return { code, brand, points, words: [mention?.words, sign?.words, ...acts.map((act) => act.words)].filter(isText) };
}

function hostPoints({ kind, name, words }: HostSign, host: string): number {
	if (kind === "domain") return 80;
	if (kind === "look-alike") return /^[\x20-\x7e]*$/.test(words) ? 60 : 100;
	const rest = host.replace(words, "");
	const acts = HOST_ACTS.test(rest) ? 30 : 0;
	if (kind === "typo") return acts > 0 ? 50 : 35;
	if (name.isWord) return acts > 0 ? 25 : 10;
	return 25 + acts;
}

function hostRisk(host: string): number {
	if (RISKY_SUFFIX.test(host) || DYNAMIC_DNS.has(getDomain(host) ?? "")) return 15;
	return parse(host, { allowPrivateDomains: true }).isPrivate ? 15 : 0;
}

function contextPoints({
	host,
	text,
	brands,
	isOwned,
}: {
	host: string;
	text: string;
	brands: number;
	isOwned: boolean;
}) {
	let points = 0;
	if (isArticle(text)) points -= 55;
	if (brands >= 3) points -= 40;
	const isKnown = KNOWN_SITES.has(getDomain(host) ?? host) || KNOWN_SITES.has(host);
	if ((isKnown || isOwned || isOfState(host)) && !isOthersContent(host)) points -= 60;
	return points;
}

/** Whose pages anyone can make: they are no site of the brand that runs it. */
function isOthersContent(host: string): boolean {
	return /^(sites|docs|forms|drive|script|storage)\.google\.com$|^forms\.gle$|^storage\.googleapis\.com$|(^|\.)(notion\.site|canva\.site|my\.canva\.site|sharepoint\.com|onedrive\.live\.com|forms\.office\.com|amazonaws\.com|myshopify\.com|square\.site|wordpress\.com)$/.test(
		host,
	);
}

function isOfState(host: string): boolean {
	return /(^|\.)(gov|gouv|gob|gv|govt|go|edu|ac|mil)(\.[a-z]{2})?$|(^|\.)(europa\.eu|admin\.ch|bund\.de)$/.test(host);
}

/** "PayPal Login": nothing but the name and what it asks for. */
function isWholeTitle(title: string, mention: Mention, acts: FoundAct[]): boolean {
	const text = comparedText(title);
	const split = (words: string) => comparedText(words).split(/[ \n]+/);
	const known = new Set([mention.words, ...acts.map((act) => act.words)].flatMap(split));
	const rest = split(title).filter((word) => !known.has(word) && !FILLING.has(word));
	return rest.join("").length <= 6 && text.includes(comparedText(mention.words));
}

const FILLING = new Set(
	"the a an to of in on in for and or my your you our de la le du des el los su tu il di der die das und zu ihr ihre o os um com online official secure page portal account customer site app web".split(
		" ",
	),
);

/** Mentions in any of the texts; only the title has a sender. */
function mergedMentions([title = "", ...others]: string[]): Mention[] {
	const found = mentionsOf(title);
	for (const mention of others.flatMap((text) => mentionsOf(text))) {
		const known = found.find(({ name }) => name.brand === mention.name.brand);
		if (!known) found.push({ ...mention, isSender: false });
		else if (known.isMeans && !mention.isMeans) known.isMeans = false;
	}
	return found;
}

function isText(text: string | undefined): text is string {
	return text !== undefined && text !== "";
}

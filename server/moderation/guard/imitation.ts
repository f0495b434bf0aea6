import { getDomain } from "tldts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { type FoundAct, isArticle } from "./acts.ts";
import { brandsOf } from "./brands.ts";
import { HOST_ACTS } from "./hosts/host-acts.ts";
import { KNOWN_SITES } from "./hosts/known-sites.ts";
import { type HostSign, hostSigns } from "./hosts/look-alike-hosts.ts";
import { isOfState } from "./hosts/target-signs.ts";
import type { ReadTexts } from "./judge.ts";
import type { Mention } from "./mentions.ts";
import { comparedText } from "./text/fold.ts";

type Card = {
	title: string;
	texts: ReadTexts;
	host: string;
	shown: string;
	/** Anyone can get such a host, or it hides the target. */
	isRisky: boolean;
};
type Found = Omit<Card, "texts" | "shown"> & {
	mention: Mention | undefined;
	sign: HostSign | undefined;
	acts: FoundAct[];
	doubt: number;
};

/** From here on the words seem to come from the brand. */
const READS_AS = 50;
/** From here on an operator reviews, at no cost to owner and visitors. */
const HINTED = 25;
const RISK = 15;

/** The brand that a card most likely impersonates, with the evidence (P546); null if none. */
export function imitationOf({ texts, ...card }: Card): ModerationReason | null {
	const { host, shown } = card;
	const own = brandsOf(host);
	const signs =
		own.size > 0 && !isOthersContent(host) ? [] : hostSigns(shown).filter(({ name }) => !own.has(name.brand));
	const mentions = texts.mentions.filter(({ name }) => !own.has(name.brand));
	const brands = new Set([...mentions, ...signs].map(({ name }) => name.brand));
	if (brands.size === 0) return null;
	const { text, acts } = texts.asked();
	const doubt = doubtOf({ host, text, brands: mentions.length, isOwned: own.size > 0 });
	const found = [...brands].flatMap((brand) => {
		const mention = mentions.find(({ name }) => name.brand === brand);
		const sign = signs.find(({ name }) => name.brand === brand);
		return reasonOf({ ...card, mention, sign, acts, doubt }) ?? [];
	});
	const order = ["closed", "sign", "words"];
	const [worst] = found.toSorted(
		(one, other) =>
			order.indexOf(one.reason.evidence) - order.indexOf(other.reason.evidence) || other.points - one.points,
	);
	return worst?.reason ?? null;
}

function reasonOf(found: Found): { reason: ModerationReason; points: number } | null {
	const { mention, sign, acts } = found;
	const brand = (mention ?? sign)?.name.brand.id ?? "";
	const words = [mention?.words, sign?.words, ...acts.map((act) => act.words)].filter((word) => word !== undefined);
	const isStrong = acts.some((act) => act.isStrong);
	const points = wordPoints(found);
	const as = (code: ModerationReason["code"], evidence: ModerationReason["evidence"], said = words) => ({
		reason: { code, brand, words: said, evidence },
		points,
	});
	if (mention && mention.disguise.length > 0 && acts.length > 0) {
		return as("disguised-name", "closed", [mention.words, ...mention.disguise.map(named)]);
	}
	if (sign?.kind === "look-alike") {
		const isUnicode = !/^[\x20-\x7e]*$/.test(sign.words);
		const isAsked = acts.length > 0 || HOST_ACTS.test(found.host.replace(sign.words, ""));
		if (isUnicode || (isAsked && !sign.name.isWord)) return as("look-alike-host", "closed");
		if (!sign.name.isWord || (mention && isStrong)) return as("look-alike-host", "sign");
	}
	const code = mention?.isLookAlike ? "look-alike-name" : "impersonation";
	if (sign?.kind === "domain") return as(mention && isStrong ? code : "brand-in-host", "sign");
	const asked = mention && acts.length > 0 ? points : 0;
	if (asked >= READS_AS) return as(code, sign || found.isRisky ? "sign" : "words");
	if (sign) {
		const named = namePoints(sign, found.host) + (sign.kind === "name" ? found.doubt : 0);
		const said = mention && acts.length > 0 ? points - found.doubt : isStrong ? 20 : 0;
		if (named + said >= READS_AS) return as(mention && acts.length > 0 ? code : "brand-in-host", "sign");
	}
	if (found.isRisky && asked > 0 && asked + RISK >= READS_AS) return as(code, "sign");
	const isOffer = acts.every(({ act, isStrong: is }) => act === "prize" && !is);
	// Chase and UPS are words; only a bank says "unusual activity on your account".
	if (mention?.name.isWord && found.doubt === 0 && acts.some(({ act, isStrong: is }) => is && act === "threat")) {
		return as(code, found.isRisky || sign ? "sign" : "words");
	}
	return asked >= HINTED && !isOffer && !mention?.name.isWord ? as(code, "words") : null;
}

function wordPoints({ title, mention, acts, doubt }: Found): number {
	if (!mention || acts.length === 0) return 0;
	const isStrong = acts.some((act) => act.isStrong);
	let points = (isStrong ? 60 : 25) + 20 * Math.min(2, acts.length - 1) + doubt;
	if (!isStrong && !mention.isMeans && isWholeTitle(title, mention, acts)) points += 35;
	if (mention.name.isWord) points += mention.isSender ? -15 : -45;
	if (mention.isMeans) points -= 40;
	return points;
}

function namePoints({ kind, name, words }: HostSign, host: string): number {
	const acts = HOST_ACTS.test(host.replace(words, "")) ? 30 : 0;
	if (kind === "typo") return acts > 0 ? 50 : 35;
	if (name.isWord) return acts > 0 ? 25 : 10;
	return 25 + acts;
}

type Context = { host: string; text: string; brands: number; isOwned: boolean };

function doubtOf({ host, text, brands, isOwned }: Context): number {
	let points = 0;
	if (isArticle(text)) points -= 55;
	if (brands >= 3) points -= 40;
	const isKnown = KNOWN_SITES.has(getDomain(host) ?? host) || KNOWN_SITES.has(host);
	if ((isKnown || isOwned || isOfState(host)) && !isOthersContent(host)) points -= 60;
	return points;
}

/** Anyone can publish there, so it isn't the operating brand's own site. */
function isOthersContent(host: string): boolean {
	return /^(sites|docs|forms|drive|script|storage)\.google\.com$|^forms\.gle$|^storage\.googleapis\.com$|(^|\.)(notion\.site|canva\.site|my\.canva\.site|sharepoint\.com|onedrive\.live\.com|forms\.office\.com|amazonaws\.com|myshopify\.com|square\.site|wordpress\.com)$/.test(
		host,
	);
}

/** "PayPal Login": only the name and the request. */
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

/** A character people can search for: `а (U+0430)`; invisible ones by number only. */
function named(character: string): string {
	const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
	return /\p{Cf}/u.test(character) ? code : `${character} (${code})`;
}

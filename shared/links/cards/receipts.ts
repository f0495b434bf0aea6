import { platformName } from "../../public/platforms/platform-names.ts";
import { CARD_TARGET_NAMES, CARD_TARGETS, cardTargetOf } from "./card-targets.ts";
import type { Delivery, LinkDeliveries } from "./delivery.ts";
import { FETCHERS, type Fetcher } from "./fetchers.ts";

export type Receipt = {
	fetcher: Pick<Fetcher, "name" | "note">;
	/** `present`: the current card; `older`: an earlier one; `never`: none. */
	state: "present" | "older" | "never";
	/** 'Previewed on LinkedIn 12 minutes ago, with the image'. */
	text: string;
};

type Told = Pick<LinkDeliveries, "deliveries" | "targets">;

/** One line per fetcher that matters to owners, and per other platform that fetched. */
export function receiptsOf({ deliveries, targets }: Told, now: Date): Receipt[] {
	const known = new Set(FETCHERS.flatMap(({ words }) => words));
	const others = [...new Set(deliveries.map(({ platform }) => platform))].filter((word) => !known.has(word)).sort();
	const all: Fetched[] = [...FETCHERS, ...others.map((word): Fetched => ({ words: [word], name: nameOf(word) }))];
	return all.map((fetcher) => {
		const theirs = deliveries.filter(({ platform }) => fetcher.words.includes(platform));
		return { fetcher, ...receipt(fetcher, theirs, { ...targets[cardTargetOf(fetcher.words[0])], now }) };
	});
}

/** What fetchers did between two answers; time passing and new versions don't count. */
export function receiptsNotice(before: Told, after: Told, now: Date): string[] {
	const known = new Set(receiptsOf({ ...before, targets: after.targets }, now).map(({ text }) => text));
	return receiptsOf(after, now)
		.filter(({ state, text }) => state !== "never" && !known.has(text))
		.map(({ text }) => text);
}

type Fetched = Pick<Fetcher, "name" | "note" | "words" | "hidesImages">;
type Present = { version: number; hasOwnImage: boolean; now: Date };

function receipt(
	{ name, hidesImages }: Fetched,
	theirs: Delivery[],
	{ version, now, hasOwnImage }: Present,
): Omit<Receipt, "fetcher"> {
	const newest = Math.max(0, ...theirs.map((each) => each.version));
	if (newest === 0) return { state: "never", text: `${name}: never` };
	if (newest < version) return { state: "older", text: `${name} still has version ${newest}` };
	const last = theirs.filter((each) => each.version === newest).sort(byTime);
	const at = last.at(-1)?.lastAt ?? now.toISOString();
	const image = last.some(({ kind }) => kind === "picture") ? ", with the image" : "";
	const isMissing = hasOwnImage && image === "" && !hidesImages;
	const missing = isMissing ? "; it hasn't loaded the image" : "";
	return { state: "present", text: `Previewed on ${name} ${timeAgo(at, now)}${image}${missing}` };
}

/** 'The card is at version 5 for X, at version 4 for Meta and everyone else.' */
export function versionsText({ targets }: Pick<LinkDeliveries, "targets">): string {
	const versions = [...new Set(CARD_TARGETS.map((target) => targets[target].version))].sort((a, b) => b - a);
	const groups = versions.map((version) => {
		const theirs = CARD_TARGETS.filter((target) => targets[target].version === version);
		const names = theirs.map((target) => (target === "others" ? "everyone else" : CARD_TARGET_NAMES[target]));
		return `at version ${version}${versions.length > 1 ? ` for ${namesOf.format(names)}` : ""}`;
	});
	return `The card is ${groups.join(", ")}.`;
}

const namesOf = new Intl.ListFormat("en-US");

function nameOf(word: string): string {
	return platformName(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
}

function byTime(one: Delivery, other: Delivery): number {
	return one.lastAt.localeCompare(other.lastAt);
}

const ago = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const UNITS = [
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
] as const;

/** '12 minutes ago'; less than a minute is 'just now'. */
function timeAgo(at: string, now: Date): string {
	const seconds = (now.getTime() - Date.parse(at)) / 1000;
	const unit = UNITS.find(([, length]) => seconds >= length);
	return unit ? ago.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
}

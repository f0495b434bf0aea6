import type { Delivery, LinkDeliveries } from "./delivery.ts";
import { FETCHERS, type Fetcher } from "./fetchers.ts";

/** What is known of one fetcher and one link. */
export type Receipt = {
	fetcher: Pick<Fetcher, "name" | "note">;
	/** `present`: it has the card as it is; `older`: another; `never`: none. */
	state: "present" | "older" | "never";
	/** 'LinkedIn took version 3 with its picture, 12 minutes ago'. */
	text: string;
	/** The same without what changes by itself: the time. */
	news: string;
};

/**
 * A line for each fetcher that people ask for, and for everybody else who came.
 * @param hasPicture whether the card has a picture of ours, whose fetch is seen
 */
export function receiptsOf({ version, deliveries }: LinkDeliveries, now: Date, hasPicture: boolean): Receipt[] {
	const known = new Set(FETCHERS.flatMap(({ words }) => words));
	const others = [...new Set(deliveries.map(({ platform }) => platform))].filter((word) => !known.has(word)).sort();
	const all: Pick<Fetcher, "name" | "note" | "words">[] = [
		...FETCHERS,
		...others.map((word): Pick<Fetcher, "name" | "words"> => ({ words: [word], name: nameOf(word) })),
	];
	return all.map((fetcher) => {
		const theirs = deliveries.filter(({ platform }) => fetcher.words.includes(platform));
		return { fetcher, ...receipt(fetcher.name, theirs, { version, now, hasPicture }) };
	});
}

type Present = { version: number; now: Date; hasPicture: boolean };

function receipt(name: string, theirs: Delivery[], { version, now, hasPicture }: Present): Omit<Receipt, "fetcher"> {
	const newest = Math.max(0, ...theirs.map((each) => each.version));
	if (newest === 0) return timeless("never", `${name}: never`);
	if (newest < version) return timeless("older", `${name} still has version ${newest}`);
	const last = theirs.filter((each) => each.version === newest).sort(byTime);
	const at = last.at(-1)?.lastAt ?? now.toISOString();
	const picture = last.some(({ kind }) => kind === "picture") ? " with its picture" : "";
	const missing = hasPicture && picture === "" ? "; it has not asked for the picture" : "";
	const news = `${name} took version ${newest}${picture}`;
	return { state: "present", text: `${news}, ${timeAgo(at, now)}${missing}`, news };
}

function timeless(state: Receipt["state"], text: string): Omit<Receipt, "fetcher"> {
	return { state, text, news: text };
}

/** What has changed since the last look, but for the passing of time; empty where nothing has. */
export function receiptNews(former: readonly Receipt[], present: readonly Receipt[]): string {
	const known = new Set(former.map(({ news }) => news));
	return present
		.map(({ news }) => news)
		.filter((news) => !known.has(news))
		.join(". ");
}

/** The newest fetch in a few words, for a link's row. */
export function shortReceipt({ platform, version, lastAt }: Delivery, now: Date): string {
	return `${nameOf(platform)} took version ${version}, ${timeAgo(lastAt, now)}`;
}

/** A fetcher's name; its word where we have no other. */
function nameOf(word: string): string {
	const known = FETCHERS.find(({ words }) => words.includes(word));
	return known?.name ?? word.charAt(0).toUpperCase() + word.slice(1);
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

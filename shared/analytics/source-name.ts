/** What people and tools write into `utm_source` for a platform. */
const SHORT_FORMS: Record<string, string> = {
	fb: "facebook",
	ig: "instagram",
	insta: "instagram",
	li: "linkedin",
	tg: "telegram",
	tt: "tiktok",
	tw: "x",
	twitter: "x",
	wa: "whatsapp",
	yt: "youtube",
};

/** Hosts of platforms. */
const HOSTS: Record<string, string> = {
	"bsky.app": "bluesky",
	"com.google.android.googlequicksearchbox": "google",
	"mastodon.social": "mastodon",
	"news.ycombinator.com": "hacker-news",
	"search.yahoo.com": "yahoo",
	"t.co": "x",
	"t.me": "telegram",
	"threads.net": "threads",
	"twitter.com": "x",
	"web.telegram.org": "telegram",
	"web.whatsapp.com": "whatsapp",
	"x.com": "x",
	"youtu.be": "youtube",
};

/** Platforms and search engines that have their own name under many countries' domains. */
const OWN_DOMAINS =
	/^(?:[a-z]{2}\.)?(bing|discord|duckduckgo|facebook|github|google|instagram|linkedin|messenger|naver|pinterest|reddit|telegram|threads|tiktok|whatsapp|yahoo|youtube)\.(?:com?\.)?[a-z]{2,3}$/;

/**
 * A source as charts count it (P404): without case, `www.` or `m.`; hosts of one platform, its country domains and short
 * forms are the platform. The view keeps the word that it came with.
 */
export function sourceName(source: string): string {
	const word = source.trim().toLowerCase();
	if (Object.hasOwn(SHORT_FORMS, word)) return SHORT_FORMS[word] ?? word;
	if (!word.includes(".")) return word;
	const host = word.replace(/^(?:www|m|mobile|old|l|lm|out)\./, "");
	if (Object.hasOwn(HOSTS, host)) return HOSTS[host] ?? host;
	return OWN_DOMAINS.exec(host)?.[1] ?? host;
}

/** What everybody may read of where people came from: names of large platforms, which tell nothing of anybody. */
const NAMES: Record<string, string> = {
	"": "",
	alipay: "Alipay",
	bing: "Bing",
	bluesky: "Bluesky",
	discord: "Discord",
	duckduckgo: "DuckDuckGo",
	facebook: "Facebook",
	github: "GitHub",
	google: "Google",
	"hacker-news": "Hacker News",
	instagram: "Instagram",
	kakaotalk: "KakaoTalk",
	line: "LINE",
	linkedin: "LinkedIn",
	mastodon: "Mastodon",
	messenger: "Messenger",
	naver: "Naver",
	pinterest: "Pinterest",
	qr: "QR code",
	reddit: "Reddit",
	signal: "Signal",
	slack: "Slack",
	snapchat: "Snapchat",
	teams: "Teams",
	telegram: "Telegram",
	threads: "Threads",
	tiktok: "TikTok",
	viber: "Viber",
	wechat: "WeChat",
	whatsapp: "WhatsApp",
	x: "X",
	yahoo: "Yahoo",
	youtube: "YouTube",
	zalo: "Zalo",
};

/** Hosts of theirs that a view's source has as they are (P25). */
const HOSTS: Record<string, string> = {
	"bing.com": "bing",
	"bsky.app": "bluesky",
	"com.google.android.googlequicksearchbox": "google",
	"discord.com": "discord",
	"duckduckgo.com": "duckduckgo",
	"github.com": "github",
	"google.com": "google",
	"mastodon.social": "mastodon",
	"messenger.com": "messenger",
	"news.ycombinator.com": "hacker-news",
	"pinterest.com": "pinterest",
	"search.yahoo.com": "yahoo",
	"threads.com": "threads",
	"threads.net": "threads",
	"tiktok.com": "tiktok",
	"web.telegram.org": "telegram",
	"web.whatsapp.com": "whatsapp",
	"youtube.com": "youtube",
};

/**
 * What a public page calls a source (P224): a platform's name, empty where nothing tells; null for everything else, for a
 * campaign's name is its owner's, a host may be a company's own, and whoever visits can write any word there.
 */
export function publicSource(source: string): string | null {
	const word = source.toLowerCase().replace(/^www\./, "");
	const known = Object.hasOwn(HOSTS, word) ? HOSTS[word] : word;
	return known !== undefined && Object.hasOwn(NAMES, known) ? (NAMES[known] ?? null) : null;
}

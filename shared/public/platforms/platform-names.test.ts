import { expect, test } from "vitest";
import { sourceName } from "../../analytics/source-name.ts";
import { platformName } from "./platform-names.ts";
import { PLATFORMS } from "./platforms.ts";

/** Names under which people of each platform arrive: hosts of referrers, Android apps and words of `utm_source`. */
const NAMES: Record<string, string> = {
	facebook:
		"facebook fb facebook.com www.facebook.com m.facebook.com l.facebook.com lm.facebook.com web.facebook.com mbasic.facebook.com touch.facebook.com business.facebook.com fb.com fb.me fb.watch fbads facebook-ads com.facebook.katana com.facebook.lite",
	instagram:
		"instagram ig insta instagram.com www.instagram.com l.instagram.com instagr.am ig.me com.instagram.android com.instagram.lite",
	messenger: "messenger msg messenger.com www.messenger.com l.messenger.com m.me com.facebook.orca com.facebook.mlite",
	threads: "threads threads.net www.threads.net l.threads.net threads.com www.threads.com com.instagram.barcelona",
	whatsapp:
		"whatsapp wa whatsapp.com web.whatsapp.com l.wl.co api.whatsapp.com chat.whatsapp.com wa.me com.whatsapp com.whatsapp.w4b",
	x: "x twitter tw x.com www.x.com twitter.com mobile.twitter.com pro.x.com t.co com.twitter.android",
	linkedin: "linkedin li linkedin.com www.linkedin.com de.linkedin.com m.linkedin.com lnkd.in com.linkedin.android",
	reddit: "reddit reddit.com www.reddit.com old.reddit.com new.reddit.com out.reddit.com redd.it com.reddit.frontpage",
	pinterest: "pinterest pinterest.com www.pinterest.com pinterest.fr www.pinterest.co.uk pin.it com.pinterest",
	tiktok:
		"tiktok tt tiktok.com www.tiktok.com vm.tiktok.com vt.tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill",
	youtube: "youtube yt youtube.com m.youtube.com studio.youtube.com youtu.be com.google.android.youtube",
	snapchat: "snapchat snapchat.com www.snapchat.com t.snapchat.com com.snapchat.android",
	telegram: "telegram tg t.me web.telegram.org telegram.me org.telegram.messenger org.telegram.messenger.web",
	discord: "discord discord.com ptb.discord.com discordapp.com discord.gg com.discord",
	slack: "slack slack.com app.slack.com acme.slack.com slack-redir.net com.slack",
	teams:
		"teams msteams teams.microsoft.com teams.live.com statics.teams.cdn.office.net teams.cloud.microsoft com.microsoft.teams",
	bluesky: "bluesky bsky bsky.app go.bsky.app xyz.blueskyweb.app",
	mastodon: "mastodon mastodon.social mastodon.online org.joinmastodon.android",
	google:
		"google google.com www.google.com google.de www.google.co.uk www.google.com.br lens.google.com news.google.com images.google.com com.google.android.googlequicksearchbox googleads google_ads",
	gmail: "gmail mail.google.com com.google.android.gm",
	bing: "bing bing.com www.bing.com cn.bing.com com.microsoft.bing",
	yahoo: "yahoo search.yahoo.com de.search.yahoo.com mail.yahoo.com yahoo.co.jp",
	duckduckgo: "duckduckgo ddg duckduckgo.com html.duckduckgo.com com.duckduckgo.mobile.android",
	yandex: "yandex yandex.ru yandex.com.tr ya.ru ru.yandex.searchplugin",
	chatgpt: "chatgpt chatgpt.com chat.openai.com openai com.openai.chatgpt",
	perplexity: "perplexity perplexity.ai www.perplexity.ai ai.perplexity.app.android",
	claude: "claude claude.ai com.anthropic.claude",
	gemini: "gemini gemini.google.com com.google.android.apps.bard",
	copilot: "copilot copilot.microsoft.com copilot.com",
	wikipedia: "wikipedia en.wikipedia.org de.m.wikipedia.org",
	line: "line line.me liff.line.me lin.ee jp.naver.line.android",
	wechat: "wechat weixin mp.weixin.qq.com com.tencent.mm",
	"hacker-news": "hacker-news hackernews hn news.ycombinator.com",
	github: "github github.com gist.github.com com.github.android",
};

test.each(Object.entries(NAMES))("%s is one source: %s (P536)", (platform, names) => {
	const counted = new Set(names.split(" ").map(sourceName));
	expect([...counted]).toEqual([platform]);
	expect(platformName(platform)).not.toBeNull();
});

test("no two records claim the same word, domain, app or click id, and each is found as it is written (P536)", () => {
	const all = PLATFORMS.flatMap(({ word, name, aliases = [], domains = [], packages = [], clickIds = [] }) => [
		...new Set([word, name.toLowerCase(), ...aliases]),
		...domains.map((domain) => `domain ${domain}`),
		...packages.map((each) => `app ${each}`),
		...clickIds.map((param) => `click id ${param}`),
	]);
	expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
	expect(all.filter((each) => each !== each.toLowerCase())).toEqual([]);
	for (const { word, domains = [], packages = [] } of PLATFORMS)
		for (const each of [...domains, ...packages, ...domains.map((domain) => `www.${domain}`)])
			expect([each, sourceName(each)]).toEqual([each, word]);
});

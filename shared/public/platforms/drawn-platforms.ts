import { bluesky } from "./bluesky.ts";
import { discord } from "./discord.ts";
import { facebook } from "./facebook.ts";
import { imessage } from "./imessage.ts";
import { linkedin } from "./linkedin.ts";
import { mastodon } from "./mastodon.ts";
import { messenger } from "./messenger.ts";
import type { Platform } from "./platform.ts";
import { reddit } from "./reddit.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { whatsapp } from "./whatsapp.ts";
import { x } from "./x.ts";

export const DRAWN_PLATFORMS: readonly Platform[] = [
	whatsapp,
	facebook,
	messenger,
	x,
	linkedin,
	slack,
	discord,
	telegram,
	imessage,
	bluesky,
	mastodon,
	teams,
	reddit,
];

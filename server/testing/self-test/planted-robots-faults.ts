import type { DoorAnswer } from "./faulty-door.ts";
import { body, HEEDS_ROBOTS, headers, instead, type PlantedFault } from "./planted-fault.ts";

export function robotsFaults(): PlantedFault[] {
	const at = "robots" as const;
	const who = HEEDS_ROBOTS;
	const says = "is blocked by robots.txt";
	const text = (lines: string) => (answer: DoorAnswer) => body(answer, lines);
	return [
		{ at, who, says, name: "robots.txt: Disallow for all", change: text("User-agent: *\nDisallow: /\n") },
		{ at, who, says, name: "robots.txt: pictures", change: text("User-agent: *\nAllow: /\nDisallow: /images/\n") },
		{
			at,
			who: ["LinkedIn"],
			says,
			name: "robots.txt: Disallow for one",
			change: text("User-agent: *\nAllow: /\n\nUser-agent: LinkedInBot\nDisallow: /go/\n"),
		},
		{ at, who, says, name: "robots.txt: a star", change: text("User-agent: *\nDisallow: /*/\n") },
		{ at, who, says, name: "robots.txt: an end", change: text("User-agent: *\nDisallow: /go/*$\n") },
		{ at, who, says, name: "robots.txt: queries", change: text("User-agent: *\nDisallow: /*?\n") },
		{ at, who, says, name: "robots.txt: one query", change: text("User-agent: *\nDisallow: /*?l=\n") },
		{ at, who, says, name: "robots.txt: queries of images", change: text("User-agent: *\nDisallow: /*.jpg?\n") },
		{ at, who, says: "first and got 304", name: "robots.txt: not modified", change: instead(304, "") },
		{ at, who, says, name: "robots.txt: CR alone", change: text("User-agent: *\rDisallow: /go/\r") },
		{ at, who, says, name: "robots.txt: an escaped letter", change: text("User-agent: *\nDisallow: /%67o/\n") },
		{
			at,
			who: ["X", "Discord"],
			says,
			name: "robots.txt: a group of two, and a sitemap",
			change: text("User-agent: twitterbot/1.0\nSitemap: https://a.example/\nUser-agent: Discordbot\nDisallow: /\n"),
		},
		{
			at,
			who,
			says: "from robots.txt to /other",
			name: "robots.txt: moved",
			change: instead(302, "", { location: "/other" }),
		},
		{ at, who, says: "got no answer for robots.txt", name: "robots.txt: reset", change: () => "reset" },
		{ at, who, says: "got no answer for robots.txt", name: "robots.txt: silence", change: () => "silence" },
		{ at, who, says: "first and got 503", name: "robots.txt: error", change: instead(503, "") },
		{
			at,
			who,
			says: "a robots.txt that is not plain text",
			name: "robots.txt: a page",
			change: headers({ "content-type": "text/html" }),
		},
	];
}

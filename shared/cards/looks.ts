/** Colours as `#rrggbb`: what is around the card, the card, its texts, its lines and its links. */
export type Look = { page: string; card: string; ink: string; muted: string; line: string; link: string };

type Looks = { light: Look; dark: Look };

/** Page, card, ink, muted, line, link. */
function look(colours: string): Look {
	const [page = "", card = "", ink = "", muted = "", line = "", link = ""] = colours.split(" ").map((c) => `#${c}`);
	return { page, card, ink, muted, line, link };
}

const looks = (light: string, dark: string): Looks => ({ light: look(light), dark: look(dark) });

/** Colours near to those of the apps; every text passes WCAG AA on its card. */
export const FEEDS = {
	facebook: looks("ffffff f0f2f5 080809 5a5d62 dadde1 080809", "1c1d1f 333334 e2e5e9 b0b3b8 3e4042 e2e5e9"),
	x: looks("ffffff ffffff 0f1419 536471 cfd9de 0f1419", "000000 000000 e7e9ea 8b9298 2f3336 e7e9ea"),
	linkedin: looks("ffffff edf3f8 1a1a1a 5a5a5a d6dce1 1a1a1a", "1b1f23 293138 eeeeee b6b9bc 38434f eeeeee"),
	slack: looks("ffffff ffffff 1d1c1d 616061 dddddd 0f5c9e", "1a1d21 1a1d21 d1d2d3 ababad 4a4d51 4fa8e0"),
	discord: looks("ffffff f2f3f5 2e3338 4e5058 d4d7dc 0061c2", "313338 2b2d31 dbdee1 b5bac1 1e1f22 00a8fc"),
	bluesky: looks("ffffff ffffff 0b0f14 42576c d4dbe2 0b0f14", "000000 000000 ffffff aebbc9 2c3a4e ffffff"),
	mastodon: looks("ffffff ffffff 1c1e26 565a6b c9c9d6 1c1e26", "181820 1e1e28 ffffff a5a9c0 36364a ffffff"),
	teams: looks("f5f5f5 ffffff 242424 5c5c5c d1d1d1 242424", "1f1f1f 292929 ffffff bdbdbd 525252 ffffff"),
	reddit: looks("ffffff ffffff 0f1a1c 4f5b61 d7dfe2 0f5cc0", "0e1113 0e1113 eef1f3 a8b4ba 33464c 7fb5f5"),
};

/** The same for cards within a bubble. */
export const BUBBLES = {
	whatsapp: looks("efeae2 d9fdd3 111b21 4d5f57 b9dcb3 111b21", "0b141a 144d37 e9edef b3c9c0 0b3a2a e9edef"),
	messenger: looks("ffffff f0f0f0 050505 5a5d62 dcdcdc 050505", "000000 303030 e4e6eb b0b3b8 424242 e4e6eb"),
	telegram: looks("d5e2c9 ffffff 000000 55606a cfd8de 1f6fa8", "0e1621 182533 f5f5f5 93a3b1 2b3b4b 6ab7ff"),
	imessage: looks("ffffff e9e9eb 000000 5d5d62 d1d1d6 000000", "000000 262628 ffffff aeaeb2 3a3a3c ffffff"),
};

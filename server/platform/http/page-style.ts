/** The colors of the screens (`tailwind.config.ts`), light and dark. */
export const COLORS = {
	paper: ["#FBFAF7", "#12110F"],
	surface: ["#FFF", "#1B1917"],
	ink: ["#1A1714", "#F3F0EA"],
	muted: ["#665F56", "#ABA399"],
	line: ["#E4DFD5", "#35312C"],
	control: ["#8D857A", "#7B736A"],
	accent: ["#CB3419", "#FF6F4E"],
	"on-accent": ["#FFF", "#1A0D08"],
	warn: ["#865400", "#F0B94A"],
	danger: ["#B0123B", "#FF8FA3"],
} satisfies Record<string, [string, string]>;
type Color = keyof typeof COLORS;

/** The look of every page that the server makes: colors in light and dark, text, links, and the head with our name. */
export function pageStyle(names = Object.keys(COLORS) as Color[]): string {
	const all = (n: 0 | 1) => names.map((name) => `--${name}:${COLORS[name][n]}`).join(";");
	return (
		`:root{color-scheme:light dark;${all(0)}}@media(prefers-color-scheme:dark){:root{${all(1)}}}` +
		"body{font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif;background:var(--paper);color:var(--ink);" +
		"overflow-wrap:anywhere}a{color:var(--accent);font-weight:600}" +
		"header a{display:inline-flex;gap:.5rem;align-items:center;font-size:1.25rem;color:inherit;text-decoration:none}"
	);
}

/** Buttons and fields. */
export const CONTROLS_STYLE = [
	"*{box-sizing:border-box}",
	".button,button{display:inline-block;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;",
	"padding:.625rem 1rem;border:0;border-radius:10px;text-decoration:none;cursor:pointer}",
	".second{background:var(--surface);color:var(--ink);box-shadow:inset 0 0 0 1px var(--control)}",
	"input:not([type=radio],[type=checkbox]),textarea,select{display:block;width:100%;margin-top:.25rem;padding:.5rem .75rem;",
	"font:inherit;font-weight:400;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:10px}",
	":focus-visible{outline:2px solid var(--accent);outline-offset:2px}",
].join("");

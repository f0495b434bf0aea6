import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/**
 * The look, named by role. Every text colour passes WCAG AA (4.5:1) on paper, surface and sunken,
 * and `on-accent` does on accent, in both themes. `mark-good` and `mark-warn` are dots next to a text, never a text:
 * green and yellow in both themes.
 */
const LIGHT = {
	paper: "#FBFAF7",
	surface: "#FFFFFF",
	sunken: "#F3F0E9",
	ink: "#1A1714",
	muted: "#665F56",
	line: "#E4DFD5",
	control: "#8D857A",
	accent: "#CB3419",
	"accent-strong": "#AE2A12",
	"on-accent": "#FFFFFF",
	human: "#0E6B62",
	bot: "#535E6C",
	good: "#1C7440",
	warn: "#865400",
	"mark-good": "#2BA84A",
	"mark-warn": "#F2B90C",
	danger: "#B0123B",
	"on-danger": "#FFFFFF",
};

const DARK: typeof LIGHT = {
	paper: "#12110F",
	surface: "#1B1917",
	sunken: "#25221F",
	ink: "#F3F0EA",
	muted: "#ABA399",
	line: "#35312C",
	control: "#7B736A",
	accent: "#FF6F4E",
	"accent-strong": "#FF8B70",
	"on-accent": "#1A0D08",
	human: "#5CC8BB",
	bot: "#9DABBD",
	good: "#6CCB8B",
	warn: "#F0B94A",
	"mark-good": "#2BA84A",
	"mark-warn": "#F2B90C",
	danger: "#FF8FA3",
	"on-danger": "#24060D",
};

const variables = (theme: typeof LIGHT) =>
	Object.fromEntries(Object.entries(theme).map(([role, value]) => [`--${role}`, value]));

const colors = Object.fromEntries(Object.keys(LIGHT).map((role) => [role, `var(--${role})`]));

/** Without `system-ui`, which is a wide, coarse face on many a Linux machine. */
const SYSTEM_FACE = [
	"-apple-system",
	"BlinkMacSystemFont",
	"Segoe UI",
	"Roboto",
	"Helvetica Neue",
	"Arial",
	"sans-serif",
];

export default {
	content: [],
	theme: {
		colors: { ...colors, transparent: "transparent", current: "currentColor" },
		extend: {
			fontFamily: {
				sans: ["Hanken Grotesk", "Hanken Fallback", "Hanken Wide Fallback", ...SYSTEM_FACE],
				display: ["Bricolage Grotesque", "Bricolage Fallback", "Bricolage Wide Fallback", ...SYSTEM_FACE],
			},
			borderRadius: { card: "14px", control: "10px" },
			maxWidth: { page: "75rem" },
			transitionDuration: { DEFAULT: "150ms" },
			animation: { pulse: "pulse 2s cubic-bezier(0.4, 0, 0.6, 1) 800ms infinite" },
		},
	},
	plugins: [
		plugin(({ addBase }) => {
			addBase({
				":root": variables(LIGHT),
				"@media screen and (prefers-color-scheme: dark)": { ":root": variables(DARK) },
			});
		}),
	],
} satisfies Config;

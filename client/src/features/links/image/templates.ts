import type { Colour } from "./contrast.ts";

export type Template = {
	id: string;
	name: string;
	/** A color, a gradient, or the chosen image, darkened behind the letters. */
	ground: { kind: "plain" | "gradient"; colours: readonly Colour[] } | { kind: "picture" };
	letters: Colour;
	place: "start" | "middle" | "low";
};

const PAPER: Colour = [251, 250, 247];
const INK: Colour = [26, 23, 20];
const WHITE: Colour = [255, 255, 255];
const VERMILION: Colour = [203, 52, 25];
const TEAL: Colour = [14, 107, 98];

export const TEMPLATES: readonly Template[] = [
	{ id: "paper", name: "Paper", ground: { kind: "plain", colours: [PAPER] }, letters: INK, place: "start" },
	{ id: "ink", name: "Ink", ground: { kind: "plain", colours: [INK] }, letters: PAPER, place: "start" },
	{ id: "vermilion", name: "Vermilion", ground: { kind: "plain", colours: [VERMILION] }, letters: WHITE, place: "low" },
	{ id: "teal", name: "Teal", ground: { kind: "plain", colours: [TEAL] }, letters: WHITE, place: "middle" },
	{
		id: "embers",
		name: "Embers",
		ground: { kind: "gradient", colours: [VERMILION, [74, 16, 8]] },
		letters: WHITE,
		place: "low",
	},
	{
		id: "sea",
		name: "Sea",
		ground: { kind: "gradient", colours: [TEAL, [10, 35, 52]] },
		letters: WHITE,
		place: "start",
	},
	{ id: "caption", name: "Caption", ground: { kind: "picture" }, letters: WHITE, place: "low" },
	{ id: "cover", name: "Cover", ground: { kind: "picture" }, letters: WHITE, place: "middle" },
];

import { CLIENTS } from "./packages.ts";

/** What a client read of a card, and what the card shows: title, description and picture's address. */
export type Reading = { client: string; read: string[]; shown: string[] };
/** What was counted of a client's links. */
export type View = { client: string; links: number; views: number; humans: number; attributions: string[] };

const COLUMNS = ["titles", "descriptions", "pictures", "changed", "lost", "views", "of people"];

/**
 * One line for each client: how much it read exactly, what it changed of its own, what was lost, and what was counted.
 * Below, everything that was lost. It is sound where nothing is lost and each link has one view, of a bot of that name.
 */
export function reportOf({ readings, views, links }: { readings: Reading[]; views: View[]; links: number }) {
	const lines = [["", ...COLUMNS].map((text, at) => cell(text, at)).join(" ")];
	const losses: string[] = [];
	let isSound = true;
	for (const [client, { attribution, change }] of Object.entries(CLIENTS)) {
		const own = readings.filter((reading) => reading.client === client);
		const exact = [0, 1, 2].map((part) => own.filter(({ read, shown }) => read[part] === shown[part]).length);
		const pairs = own.flatMap(({ read, shown }) => shown.map((text, part) => ({ text, found: read[part] ?? "" })));
		const others = pairs.filter(({ text, found }) => text !== found);
		const lost = others.filter(({ text, found }) => change === undefined || change.of(text) !== change.of(found));
		const view = views.find((each) => each.client === client);
		const isOnce = own.length === links && view?.links === links && view.views === links && view.humans === 0;
		isSound &&= isOnce && lost.length === 0 && view.attributions.join() === attribution;
		const cells = [client, ...exact, others.length - lost.length, lost.length, view?.views ?? 0, view?.humans ?? 0];
		const name = view?.attributions.map((each) => each || "no name").join() ?? "";
		lines.push(
			`${cells.map((each, at) => cell(String(each), at)).join(" ")}  ${name}${change ? `; ${change.what}` : ""}`,
		);
		losses.push(...lost.map(({ text, found }) => `${client}\t${JSON.stringify(text)}\t${JSON.stringify(found)}`));
	}
	return { lines: [...lines, ...losses], isSound };
}

function cell(text: string, at: number): string {
	return at === 0 ? text.padEnd(18) : text.padStart(12);
}

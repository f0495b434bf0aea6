import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../machine/root.ts";

/** The oldest version of each browser that is supported, by the names of browserslist: `{ chrome: 111, ... }`. */
export type Floor = Record<string, number>;

/** How Vite names them. */
const VITE: Record<string, string> = { ios_saf: "ios" };
const NAMES: Record<string, string> = {
	chrome: "Chrome",
	edge: "Edge",
	firefox: "Firefox",
	safari: "Safari",
	ios_saf: "iOS",
};

/** The `browserslist` of package.json, the one place that states it (P270). */
export const BROWSER_FLOOR: Floor = floorOf(
	JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).browserslist,
);

/** @throws Error for a line that is not a name and a version, or names a browser that nothing here knows */
export function floorOf(lines: string[]): Floor {
	return Object.fromEntries(
		lines.map((line) => {
			const [, name = "", version = ""] = /^(\w+) (\d+(?:\.\d+)?)$/.exec(line) ?? [];
			if (!NAMES[name]) throw new Error(`browserslist: "${line}" is not a known browser and its oldest version.`);
			return [name, Number(version)];
		}),
	);
}

/** What the build compiles for: `["chrome111", ...]`. */
export function buildTarget(floor: Floor): string[] {
	return Object.entries(floor).map(([name, version]) => `${VITE[name] ?? name}${version}`);
}

/** The sentence for people whose browser is older (P271). */
export function floorSentence(floor: Floor): string {
	const browsers = Object.entries(floor).map(([name, version]) => `${NAMES[name]} ${version}`);
	return `Visualink needs a newer browser: ${browsers.slice(0, -1).join(", ")} or ${browsers.at(-1)}, or later.`;
}

import { createRequire } from "node:module";
import type { CompatStatement, SimpleSupportStatement } from "@mdn/browser-compat-data";
import type { Floor } from "./floor.ts";

/** Which names of the web platform some browser of the floor doesn't have, by MDN's browser-compat-data. */
export type CompatTable = {
	/** A global, such as `Iterator`, or a function or property of one, such as `Promise.try` or `navigator.gpu`. */
	isTooNew: (name: string, member?: string) => boolean;
	/** Where a method of this name is documented, if each browser of the floor lacks it there: `Set.prototype.union`. */
	newMethod: (name: string) => string | null;
	/** `:has`, as `has`. */
	isTooNewSelector: (name: string) => boolean;
	/** `@starting-style`, as `starting-style`. */
	isTooNewAtRule: (name: string) => boolean;
};

/** A feature with those that it has. */
type Feature = { [member: string]: Feature };
type Data = { api: Feature; javascript: Feature; css: Feature };

/** How MDN names the browsers of browserslist that it names otherwise. */
const MDN: Record<string, string> = { ios_saf: "safari_ios" };
/** Objects that every page has, and what they are instances of. */
const INSTANCES: Record<string, string> = {
	window: "Window",
	globalThis: "Window",
	self: "Window",
	document: "Document",
	navigator: "Navigator",
	location: "Location",
	history: "History",
	performance: "Performance",
	crypto: "Crypto",
	screen: "Screen",
};
/**
 * Where a method may be from that is called on something unknown. Others have common names (`run`, `check`, `build`)
 * for rare objects.
 */
const KNOWN_HOLDERS = [
	...["Array", "TypedArray", "ArrayBuffer", "String", "Map", "Set", "WeakMap", "Iterator", "Date", "Promise"],
	...["Element", "HTMLElement", "HTMLInputElement", "Document", "Node", "Range", "Selection"],
	...["Blob", "Response", "Headers", "URLSearchParams", "ReadableStream", "AbortSignal", "CanvasRenderingContext2D"],
];

const data: Data = createRequire(import.meta.url)("@mdn/browser-compat-data");

/**
 * The version of a browser that came with a feature; infinite for one that has none.
 * @param feature its path in MDN's data, such as `css.types.color.color-mix`
 */
export function sinceWhen(feature: string, browser: string): number {
	const found = feature.split(".").reduce<unknown>((part, name) => (part as Feature)[name], data) as Feature;
	return Math.min(...statementsOf(found, browser).map(({ version_added: since }) => Number.parseFloat(String(since))));
}

export function compatTable(floor: Floor): CompatTable {
	const isAbove = (feature: Feature | undefined) =>
		feature !== undefined && compatOf(feature) !== undefined && !isSupported(feature, floor);
	const holders = [...Object.entries(data.javascript.builtins ?? {}), ...Object.entries(data.api)];
	const methods = new Map<string, { holder: string; isAbove: boolean }[]>();
	for (const [holder, feature] of holders) {
		for (const [member, each] of membersOf(feature)) {
			if (member.endsWith("_static") || member.endsWith("_event")) continue;
			methods.set(member, [...(methods.get(member) ?? []), { holder, isAbove: isAbove(each) }]);
		}
	}
	const globals = new Map<string, Feature[]>();
	for (const [name, feature] of [...holders, ...membersOf(data.api.Window)]) {
		globals.set(name, [...(globals.get(name) ?? []), feature]);
	}
	return {
		isTooNew: (name, member) => {
			const found = globals.get(INSTANCES[name] ?? name) ?? [];
			if (member === undefined) return found.length > 0 && found.every(isAbove);
			const members = found
				.flatMap((each) => [each[member], each[`${member}_static`]])
				.filter((each) => each !== undefined);
			return members.length > 0 && members.every(isAbove);
		},
		newMethod: (name) => {
			const found = methods.get(name) ?? [];
			const known = found.find(({ holder }) => KNOWN_HOLDERS.includes(holder));
			return known && found.every((each) => each.isAbove) ? `${known.holder}.prototype.${name}` : null;
		},
		isTooNewSelector: (name) => isAbove(data.css.selectors?.[name]),
		isTooNewAtRule: (name) => isAbove(data.css["at-rules"]?.[name]),
	};
}

function membersOf(feature: Feature | undefined): [string, Feature][] {
	return Object.entries(feature ?? {}).filter(([name]) => name !== "__compat");
}

function isSupported(feature: Feature, floor: Floor): boolean {
	return Object.entries(floor).every(([name, oldest]) => {
		return statementsOf(feature, name).some(
			({ version_added: since, version_removed: until, prefix, alternative_name: other, flags }) =>
				typeof since === "string" &&
				Number.parseFloat(since.replace("≤", "")) <= oldest &&
				until === undefined &&
				prefix === undefined &&
				other === undefined &&
				flags === undefined,
		);
	});
}

function compatOf(feature: Feature): CompatStatement | undefined {
	return feature.__compat as unknown as CompatStatement | undefined;
}

function statementsOf(feature: Feature, browser: string): SimpleSupportStatement[] {
	const support = compatOf(feature)?.support as Record<string, SimpleSupportStatement | SimpleSupportStatement[]>;
	return [support[MDN[browser] ?? browser] ?? []].flat();
}

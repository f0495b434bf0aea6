import {
	type AssignedColumns,
	COLUMN_LIMITS,
	type ColumnUse,
	type FileColumn,
	UTM_USES,
} from "#shared/links/imports/file-columns.ts";
import { CSV_COLUMNS, type ImportView } from "#shared/links/imports/imports.ts";
import { LINK_FIELD_NAMES, LINK_FIELDS } from "#shared/links/link-fields.ts";

const SHORT_URL = ["shorturl", "shortlink", "link", "bitlink", "tinyurl"];
const CUSTOM_URLS = ["custombitlinks", "custombitlink"];

/** A column's meaning by its normalized name: lowercase letters and digits only. */
const USES = new Map<string, ColumnUse>([
	...LINK_FIELD_NAMES.flatMap((name) => {
		const { column, synonyms } = LINK_FIELDS[name].csv;
		return [plainName(column), ...synonyms].map((each): [string, ColumnUse] => [each, name]);
	}),
	...SHORT_URL.map((each): [string, ColumnUse] => [each, "shortUrl"]),
	...CUSTOM_URLS.map((each): [string, ColumnUse] => [each, "customUrls"]),
	...UTM_USES.map((each): [string, ColumnUse] => [plainName(each), each]),
]);

/** Names with a different meaning in files that have all of these columns. */
const IN_FILES_WITH: { all: string[]; uses: Record<string, ColumnUse> }[] = [
	// Ours; other services' domains are their own.
	{ all: ["targeturl", "domain"], uses: { domain: "domain" } },
	// Short.io
	{ all: ["originalurl", "path"], uses: { path: "linkSlug" } },
	// YOURLS
	{ all: ["url", "keyword"], uses: { keyword: "linkSlug" } },
	{ all: ["longurl", "keyword"], uses: { keyword: "linkSlug" } },
	// Kutt
	{ all: ["target", "address"], uses: { address: "linkSlug" } },
];

/** Target columns if there is no other: a list of plain links, not short ones. */
const TARGET_OTHERWISE = ["link", "links", "website", "websiteurl", "webaddress"];

export type Columns = {
	shape: ImportView["shape"];
	uses: (ColumnUse | undefined)[];
	listed: FileColumn[];
	/** Whether this is our own export, whose cells are taken unchanged (P400). */
	isExact: boolean;
};

export function columnsOf(header: string[], assigned: AssignedColumns = {}): Columns {
	const names = header.map((name) => plainName(name.slice(0, COLUMN_LIMITS.name)));
	const guessed = guessedUses(names);
	const chosen = new Set(Object.values(assigned));
	const uses = names.map((_, at) => {
		const use = assigned[at];
		if (use !== undefined) return use ?? undefined;
		const guess = guessed[at];
		return guess && chosen.has(guess) ? undefined : guess;
	});
	const listed = header.flatMap((name, at): FileColumn[] => {
		const use = uses[at] ?? null;
		return name === "" && use === null ? [] : [{ at, name: name.slice(0, COLUMN_LIMITS.name), use }];
	});
	return {
		shape: shapeOf(names),
		uses,
		listed: listed.slice(0, COLUMN_LIMITS.listed),
		isExact: Object.keys(assigned).length === 0 && isOwnExport(header),
	};
}

function guessedUses(names: string[]): (ColumnUse | undefined)[] {
	const known = new Set(names);
	const special = IN_FILES_WITH.filter(({ all }) => all.every((name) => known.has(name))).map(({ uses }) => uses);
	const own: Record<string, ColumnUse> = Object.assign({}, ...special);
	const uses = names.map((name) => (Object.hasOwn(own, name) ? own[name] : USES.get(name)));
	const target = uses.includes("targetUrl") ? -1 : names.findIndex((name) => TARGET_OTHERWISE.includes(name));
	return target < 0 ? uses : uses.with(target, "targetUrl");
}

function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function shapeOf(names: string[]): ImportView["shape"] {
	const known = new Set(names);
	const has = (...some: string[]) => some.some((name) => known.has(name));
	if (has("targeturl")) return "visualink";
	if (has("slashtag")) return "rebrandly";
	if (has("destinationurl")) return "dub";
	if (has("longurl", "longlink") && has("link", "bitlink", ...CUSTOM_URLS)) return "bitly";
	if (has("originalurl") && has("path", "idstring", "shorturl")) return "shortio";
	return has("keyword") && has("url") ? "yourls" : "other";
}

/** Earlier releases exported fewer columns, but the last ones are the same. */
function isOwnExport(header: string[]): boolean {
	return header.every((name) => OWN_COLUMNS.has(name)) && OWN_MARKS.every((name) => header.includes(name));
}

const OWN_COLUMNS: ReadonlySet<string> = new Set(CSV_COLUMNS);
const OWN_MARKS = ["target_url", "short_url", "created_at"];

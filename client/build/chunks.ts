import { dirname, resolve } from "node:path";
import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const PUBLIC = ["landing", "pricing", "privacy", "terms", "not-found"].map(page);
/** They need less than the dashboard does. */
const SIMPLE = ["onboarding", "import", "analytics"].map(page);
const [DASHBOARD, LINK, PUBLIC_STATS] = [page("dashboard"), page("link"), page("public-stats")];
const WITH_A_SESSION = [
	"features/account/auth/signed-in-only.tsx",
	"features/billing/subscriptions/plan/subscribers-only.tsx",
	page("payment-success"),
];

type Belongs = (reachedFrom: (screen: string) => boolean) => boolean;

/**
 * Chunks of what several screens share: a module belongs to the first whose rule holds, by what reaches it through static
 * imports. Without them the build makes a chunk for each set of screens that share anything: 69 files for the dashboard,
 * half of them under a kilobyte, where these rules make nine and fewer bytes.
 */
const SHARED: Record<string, Belongs> = {
	public: (from) => PUBLIC.some(from),
	// People without an account open public statistics.
	app: (from) => WITH_A_SESSION.some(from) || (from(PUBLIC_STATS) && from(DASHBOARD)),
	// Visitors whom a new link's guards send away load it, too.
	"asked-page": (from) => from("features/links/prefill/page-kept.tsx"),
	"signed-in": (from) => (from(DASHBOARD) && SIMPLE.some(from)) || (from(LINK) && from(page("analytics"))),
	forms: (from) => from(page("onboarding")) && from(LINK),
	"dashboard-parts": (from) => from(DASHBOARD),
	account: (from) => from("frames/account/account.tsx"),
	"link-form": (from) => [LINK, page("new-link")].some(from),
	charts: (from) => from(PUBLIC_STATS),
	menu: (from) => from("frames/account-menu.tsx"),
};

/**
 * Groups for the build's `codeSplitting`. What the app's entry imports is one chunk with it; what a single screen needs, and what is
 * imported on demand, stays a chunk of its own.
 * @param root folder of the client's sources
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
	const reached = new Map<string, Set<string>>();
	const reachedFrom = (screen: string, context: Context) => {
		const known = reached.get(screen);
		if (known) return known;
		// A set grows while it is read: each module is followed once.
		const start = resolve(root, screen);
		if (!context.getModuleInfo(start))
			throw new Error(`${screen} is named in chunks.ts, but the build has no such module.`);
		const modules = new Set([start]);
		for (const module of modules) {
			for (const id of importsOf(module, context)) modules.add(id);
		}
		reached.set(screen, modules);
		return modules;
	};
	const chunks = Object.entries(SHARED);
	return [
		{
			debugName: "start",
			name: (id) => (id === resolve(root, "developers.ts") ? null : "start"),
			tags: ["$initial"],
			priority: chunks.length + 1,
		},
		...chunks.map(([chunk, belongs], index) => ({
			debugName: chunk,
			minShareCount: 2,
			priority: chunks.length - index,
			name: (id: string, context: Context) => {
				if (context.getModuleInfo(id)?.dynamicImporters.length) return null;
				return belongs((screen) => reachedFrom(screen, context).has(id)) ? chunk : null;
			},
		})),
	];
}

/** Packages whose entry only passes on what their files have: all of it would seem to be reached by each screen. */
const BARRELS = ["lucide-react", "@tanstack/react-query", "@tanstack/query-core"];

/** What a module imports; of a barrel, only the files of what it names. */
function importsOf(module: string, context: Context): string[] {
	const { importedIds = [], code } = context.getModuleInfo(module) ?? {};
	return importedIds.flatMap((id) => {
		const barrel = BARRELS.find((name) => id.includes(`/node_modules/${name}/`));
		if (!barrel || module.includes(`/node_modules/${barrel}/`)) return id;
		const files = filesOf(id, context);
		return namesFrom(barrel, code).flatMap((name) => files.get(name) ?? []);
	});
}

/** The names that a module imports from a package. */
function namesFrom(barrel: string, code: string | null | undefined): string[] {
	const imports = [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)];
	const lists = imports.flatMap(([, names, from]) => (from === barrel && names ? names.split(",") : []));
	return lists.map((entry) => entry.trim().split(/\s+/)[0] ?? "");
}

/** Each name that a barrel exports, with the file that has it. */
function filesOf(barrel: string, context: Context): Map<string, string> {
	const exports = (context.getModuleInfo(barrel)?.code ?? "").matchAll(
		/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g,
	);
	return new Map(
		[...exports].flatMap(([, names, from]) =>
			(names ?? "").split(",").map((entry): [string, string] => {
				const name = entry.trim().split(/\s+/).at(-1) ?? "";
				return [name, resolve(dirname(barrel), from ?? "")];
			}),
		),
	);
}

function page(name: string): string {
	return `pages/${name}.tsx`;
}

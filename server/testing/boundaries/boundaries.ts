import { type Import, importsOf, namesIn } from "./imports.ts";

/** The workshop: what builds and proves the product, and is no part of it. */
const WORKSHOP = ["server/sandbox", "server/testing"];
/** The ground, from below: each room may use those before it. */
const GROUND = [
	"server/config",
	"server/config.ts",
	"server/work",
	"server/db",
	"server/http",
	"server/outbound",
	"server/operator",
];
/** The features, and the features that each may use. What is not named here meets in app.ts. */
const FEATURES: Record<string, readonly string[]> = {
	"server/auth": [],
	"server/disabling": [],
	"server/cards": ["server/auth", "server/images"],
	"server/images": [],
	"server/plans": [],
	"server/version": [],
	"server/onboarding": ["server/auth"],
	"server/views": ["server/auth"],
	"server/analytics": ["server/auth", "server/disabling", "server/views"],
	"server/links": ["server/auth", "server/disabling", "server/images"],
	"server/imports": ["server/auth", "server/disabling", "server/links"],
	"server/go": ["server/disabling", "server/views"],
	"server/subscriptions": ["server/auth", "server/onboarding", "server/plans"],
	"server/account": [
		"server/auth",
		"server/cards",
		"server/images",
		"server/links",
		"server/subscriptions",
		"server/views",
	],
};
/** Where everything meets, from below. */
const TOP = ["server/deps.ts", "server/app.ts", "server/main.ts"];
/** May be loaded by `await import()`, where the configuration asks for it. */
const ON_DEMAND: Record<string, string> = { "server/main.ts": "server/sandbox" };

/** What asks other servers; the global `fetch` is forbidden in .biome.json. */
const CLIENTS = /^(?:undici|(?:node:)?(?:https|http2))(?:\/|$)/;
const DOOR = "server/outbound";

export const RULES = {
	workshop: "No product file imports server/sandbox or server/testing.",
	ground: "The ground knows no product: config, work, db, http, outbound, operator, each only those before it.",
	features: "A feature uses another only where docs/architecture.md says so; else they meet in app.ts.",
	door: "Other servers are asked through server/outbound alone (P142).",
	circle: "No circle between folders.",
} as const;

/**
 * What breaks the house's rules, a line each, with the rule's name first.
 * @param files texts of all source files by their paths from the root; tests are left out of it
 */
export function violations(files: Map<string, string>): string[] {
	const product = new Map([...files].filter(([file]) => !isTest(file)));
	const imports = importsOf(product);
	const broken = imports.flatMap((each) => {
		const rule = brokenBy(each);
		return rule ? [`${RULES[rule]}\n  ${each.from} -> ${each.to}`] : [];
	});
	const clients = namesIn(product)
		.filter(({ from, to }) => from.startsWith("server/") && CLIENTS.test(to) && !mayAsk(from))
		.map(({ from, to }) => `${RULES.door}\n  ${from} -> ${to}`);
	return [...broken, ...clients, ...circles(imports).map((circle) => `${RULES.circle}\n  ${circle.join(" -> ")}`)];
}

function brokenBy({ from, to, isOnDemand }: Import): keyof typeof RULES | null {
	const [room, other] = [roomOf(from), roomOf(to)];
	if (room === other || !other.startsWith("server/")) return null;
	if (WORKSHOP.includes(room)) return room === "server/sandbox" && other === "server/testing" ? "workshop" : null;
	if (WORKSHOP.includes(other)) return isOnDemand && ON_DEMAND[room] === other ? null : "workshop";
	if (GROUND.includes(room)) return isBefore(GROUND, other, room) ? null : "ground";
	if (TOP.includes(room)) return TOP.includes(other) && !isBefore(TOP, other, room) ? "features" : null;
	return GROUND.includes(other) || FEATURES[room]?.includes(other) ? null : "features";
}

function mayAsk(file: string): boolean {
	return [DOOR, ...WORKSHOP].includes(roomOf(file));
}

function isBefore(order: string[], one: string, other: string): boolean {
	return order.includes(one) && order.indexOf(one) < order.indexOf(other);
}

/** A folder of the server, of shared, or of the client's features and components; else the file itself. */
function roomOf(file: string): string {
	const depth = /^client\/src\/(?:features|components)\//.test(file) ? 4 : file.startsWith("client/src/") ? 3 : 2;
	const parts = file.split("/");
	return parts.length > depth ? parts.slice(0, depth).join("/") : file;
}

function isTest(file: string): boolean {
	return /\.test\.tsx?$/.test(file);
}

/** Each circle once, as the rooms along it. */
function circles(imports: Import[]): string[][] {
	const arrows = new Map<string, Set<string>>();
	for (const { from, to, isOnDemand } of imports) {
		if (isOnDemand || roomOf(from) === roomOf(to)) continue;
		arrows.set(roomOf(from), (arrows.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
	}
	const found: string[][] = [];
	const done = new Set<string>();
	const visit = (room: string, trail: string[]) => {
		const since = trail.indexOf(room);
		if (since >= 0) found.push([...trail.slice(since), room]);
		if (since >= 0 || done.has(room)) return;
		for (const next of arrows.get(room) ?? []) visit(next, [...trail, room]);
		done.add(room);
	};
	for (const room of arrows.keys()) visit(room, []);
	return found;
}

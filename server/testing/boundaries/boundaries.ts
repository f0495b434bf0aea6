import { circlesOf } from "./circles.ts";
import { type Aliases, type Import, importsOf } from "./imports.ts";
import { RULES } from "./rules.ts";
import { brokenBetweenSides } from "./sides.ts";

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
/** The features, and the features that each may use. What is not named here meets in rooms.ts. */
const FEATURES: Record<string, readonly string[]> = {
	"server/auth": [],
	"server/disabling": [],
	"server/guard": ["server/auth", "server/disabling"],
	"server/cards": ["server/auth", "server/guard", "server/images"],
	"server/images": [],
	"server/plans": [],
	"server/version": [],
	"server/events": ["server/auth"],
	"server/onboarding": ["server/auth"],
	"server/views": ["server/auth"],
	"server/analytics": ["server/auth", "server/disabling", "server/views"],
	"server/links": ["server/auth", "server/disabling", "server/guard", "server/images"],
	"server/imports": ["server/auth", "server/disabling", "server/links"],
	"server/go": ["server/disabling", "server/views"],
	"server/trust": ["server/go"],
	"server/subscriptions": ["server/auth", "server/onboarding", "server/plans"],
	"server/account": [
		"server/auth",
		"server/cards",
		"server/images",
		"server/links",
		"server/subscriptions",
		"server/views",
	],
	"server/admin": ["server/account", "server/disabling", "server/guard", "server/trust", "server/views"],
};
/** Where everything meets, from below. */
const TOP = [
	"server/deps.ts",
	"server/rooms.ts",
	"server/entrance.ts",
	"server/app.ts",
	"server/serve.ts",
	"server/main.ts",
	"server/operator.command.ts",
];
/** May be loaded by `await import()`, where the configuration asks for it. */
const ON_DEMAND: Record<string, string> = { "server/serve.ts": "server/sandbox" };

/** What asks other servers; the global `fetch` is forbidden in .biome.json. */
const CLIENTS = /^(?:undici|(?:node:)?(?:https|http2))(?:\/|$)/;
const DOOR = "server/outbound";

/**
 * The imports that break a rule, a line each, with the rule first.
 * @param files texts of all source files by their paths from the root; of tests, only what crosses the sides counts
 */
export function violations(files: Map<string, string>, aliases: Aliases): string[] {
	const imports = importsOf(files, aliases);
	const product = imports.filter(({ from }) => !isTest(from));
	const refused = [
		...imports.flatMap((each) => refusal(brokenBetweenSides(each), each)),
		...product.flatMap((each) => refusal(brokenWithinServer(each), each)),
	];
	return [...refused, ...circles(product).map((circle) => `${RULES.circle}\n  ${circle.join(" -> ")}`)];
}

function refusal(rule: string | null, { from, to }: Import): string[] {
	return rule ? [`${rule}\n  ${from} -> ${to}`] : [];
}

function brokenWithinServer({ from, to, isPackage, isOnDemand }: Import): string | null {
	const [room, other] = [roomOf(from), roomOf(to)];
	if (!room.startsWith("server/")) return null;
	if (isPackage) return CLIENTS.test(to) && ![DOOR, ...WORKSHOP].includes(room) ? RULES.door : null;
	if (room === other || !other.startsWith("server/")) return null;
	if (WORKSHOP.includes(room)) {
		return room === "server/sandbox" && other === "server/testing" ? RULES.workshop : null;
	}
	if (WORKSHOP.includes(other)) return isOnDemand && ON_DEMAND[room] === other ? null : RULES.workshop;
	if (GROUND.includes(room)) return isBefore(GROUND, other, room) ? null : RULES.ground;
	if (TOP.includes(room)) return TOP.includes(other) && !isBefore(TOP, other, room) ? RULES.features : null;
	return GROUND.includes(other) || FEATURES[room]?.includes(other) ? null : RULES.features;
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

/** Between folders, of what is loaded at once. */
function circles(imports: Import[]): string[][] {
	const edges = imports
		.filter(({ isOnDemand, isPackage }) => !isOnDemand && !isPackage)
		.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }));
	return circlesOf(edges.filter(({ from, to }) => from !== to));
}

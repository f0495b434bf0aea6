import { circlesOf } from "./circles.ts";
import { type Aliases, type Import, importsOf } from "./imports.ts";
import { RULES } from "./rules.ts";
import { brokenBetweenSides } from "./sides.ts";

/** The workshop: what builds and proves the product, and is no part of it. */
const WORKSHOP = ["server/sandbox", "server/testing"];
/** The platform, from below: each may use those before it. */
const PLATFORM = ["config", "work", "db", "http", "outbound", "operator"].map((name) => `server/platform/${name}`);
/** The features, and the features that each may use. What is not named here meets in modules.ts. */
const FEATURES: Record<string, readonly string[]> = {
	"server/platform/version": [],
	"server/account/auth": [],
	"server/account/events": ["server/account/auth"],
	"server/account/mail": ["server/account/auth", "server/analytics"],
	"server/account": [
		"server/account/auth",
		"server/links",
		"server/links/cards",
		"server/links/domains",
		"server/links/images",
		"server/billing/subscriptions",
		"server/public/views",
	],
	"server/moderation/disabling": [],
	"server/moderation/guard": ["server/account/auth", "server/moderation/disabling"],
	"server/moderation/trust": ["server/public/go"],
	"server/moderation/admin": [
		"server/account",
		"server/moderation/disabling",
		"server/moderation/guard",
		"server/moderation/trust",
		"server/public/views",
	],
	"server/links/images": [],
	"server/links/cards": ["server/account/auth", "server/moderation/guard", "server/links/images"],
	"server/links": [
		"server/account/auth",
		"server/moderation/disabling",
		"server/moderation/guard",
		"server/links/images",
	],
	"server/links/domains": [
		"server/account/auth",
		"server/links",
		"server/moderation/disabling",
		"server/moderation/guard",
	],
	"server/links/health": ["server/account/auth"],
	"server/links/imports": ["server/account/auth", "server/moderation/disabling", "server/links"],
	"server/public/views": ["server/account/auth"],
	"server/public/tls": [],
	"server/public/go": ["server/moderation/disabling", "server/public/views"],
	"server/api": [
		"server/account/auth",
		"server/analytics",
		"server/billing/plans",
		"server/links",
		"server/links/cards",
		"server/links/domains",
		"server/links/images",
		"server/moderation/guard",
	],
	"server/analytics": ["server/account/auth", "server/moderation/disabling", "server/public/views"],
	"server/billing/plans": [],
	"server/billing/onboarding": ["server/account/auth"],
	"server/billing/subscriptions": ["server/account/auth", "server/billing/onboarding", "server/billing/plans"],
};
/** Folders of a room that count apart in shared/ and in the client's features; the server's are its features. */
const APART =
	/^(?:shared|client\/src\/features)\/(?:links\/(?:imports|cards|images)|account\/(?:auth|events|mail)|(?:public|billing|moderation)\/[^/]+)(?=\/)/;
/** Where everything meets, from below. */
const TOP = [
	"server/deps.ts",
	"server/modules.ts",
	"server/entrance.ts",
	"server/app.ts",
	"server/serve.ts",
	"server/main.ts",
	"server/operator.command.ts",
];
/** Inner folders first. */
const SERVER_PARTS = [...PLATFORM, ...Object.keys(FEATURES)].sort((one, other) => other.length - one.length);
/** May be loaded by `await import()`, where the configuration asks for it. */
const ON_DEMAND: Record<string, string> = { "server/serve.ts": "server/sandbox" };

/** What asks other servers; the global `fetch` is forbidden in .biome.json. */
const CLIENTS = /^(?:undici|(?:node:)?(?:https|http2))(?:\/|$)/;
const DOOR = "server/platform/outbound";

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
	if (PLATFORM.includes(room)) return isBefore(PLATFORM, other, room) ? null : RULES.platform;
	if (TOP.includes(room)) return TOP.includes(other) && !isBefore(TOP, other, room) ? RULES.features : null;
	return PLATFORM.includes(other) || FEATURES[room]?.includes(other) ? null : RULES.features;
}

function isBefore(order: string[], one: string, other: string): boolean {
	return order.includes(one) && order.indexOf(one) < order.indexOf(other);
}

/** A feature or part of the platform, a folder of shared, or of the client's features and components; else the file itself. */
function roomOf(file: string): string {
	const part = SERVER_PARTS.find((folder) => file.startsWith(`${folder}/`)) ?? APART.exec(file)?.[0];
	if (part) return part;
	if (file.startsWith("shared/platform/")) return file;
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

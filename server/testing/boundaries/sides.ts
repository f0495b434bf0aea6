import type { Import } from "./imports.ts";
import { RULES } from "./rules.ts";

/** The client's layers from below: each may import those before it. What is not listed is above all of them. */
const LAYERS = ["lib", "components", "features", "frames", "pages", "screens.ts", "routes.tsx", "app.tsx"];
const FEATURES = "client/src/features/";
/** `links/imports`, and `links` of its other files and folders. */
const FEATURE =
	/^(?:links\/(?:imports|cards)|account\/auth|(?:platform|public|billing|moderation)\/[^/]+)(?=\/)|^[^/]+/;
/** What other features may import of these two. */
const OPEN = [`${FEATURES}account/auth/auth.queries.ts`, `${FEATURES}billing/subscriptions/subscriptions.queries.ts`];
const MACHINE = "server/testing/machine/";
/** How a test signs up by HTTP. */
const SIGN_UP = ["server/testing/app/browser.ts", "server/testing/app/sign-up.ts"];
/** Packages of shared/. */
const PACKAGES = /^(?:zod|drizzle-orm|i18n-iso-countries|uqr)(?:\/|$)/;

/** The rule between client, shared and server, or between the client's layers, that an import breaks. Tests obey as well. */
export function brokenBetweenSides(each: Import): string | null {
	if (each.from.startsWith("client/")) return brokenByClient(each);
	if (each.from.startsWith("shared/")) return brokenByShared(each);
	return each.from.startsWith("server/") && each.to.startsWith("client/") ? RULES.server : null;
}

function brokenByClient({ from, to, isPackage }: Import): string | null {
	if (isPackage) return null;
	if (isTable(to)) return RULES.tables;
	if (to.startsWith("server/")) {
		const isScreenTest = from.startsWith("client/screens/");
		if (!isScreenTest && !from.startsWith("client/e2e/")) return RULES.client;
		return to.startsWith(MACHINE) || (isScreenTest && SIGN_UP.includes(to)) ? null : RULES.journeys;
	}
	if (from.startsWith("client/src/") && to.startsWith("client/") && layerOf(to) > layerOf(from)) return RULES.layers;
	const feature = featureOf(from);
	const isOther = feature !== null && featureOf(to) !== null && featureOf(to) !== feature;
	return isOther && (feature === "account/auth" || !OPEN.includes(to)) ? RULES.clientFeatures : null;
}

function brokenByShared({ from, to, isPackage, isRelative }: Import): string | null {
	if (isTable(to) && !isTable(from)) return RULES.tables;
	if (isPackage) return PACKAGES.test(to) || /\.test\.ts$/.test(from) ? null : RULES.shared;
	return isRelative && to.startsWith("shared/") ? null : RULES.shared;
}

function isTable(file: string): boolean {
	return /\.table(?:\.[jt]s)?$/.test(file);
}

function layerOf(file: string): number {
	const layer = LAYERS.indexOf(file.replace("client/src/", "").split("/", 1)[0] ?? "");
	return layer < 0 ? LAYERS.length : layer;
}

function featureOf(file: string): string | null {
	if (!file.startsWith(FEATURES)) return null;
	return FEATURE.exec(file.slice(FEATURES.length))?.[0] ?? null;
}

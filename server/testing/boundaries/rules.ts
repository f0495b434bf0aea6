/** The message of `npm run lint` for a refused import. */
export const RULES = {
	client: "The client imports no server code; what both need is in shared/.",
	journeys:
		"Of the server, client/e2e and client/screens import server/testing/machine only, screens also how to sign up.",
	tables: "Only the server imports tables (*.table.ts); the client uses the wire types.",
	layers:
		"Client: lib, components, features, frames, pages, screens.ts, routes.tsx, app.tsx, each only those before it.",
	clientFeatures:
		"Features of the client meet in a frame or on a page; only auth.queries.ts and subscriptions.queries.ts are open.",
	shared: "shared/ imports its own files by relative path, zod, drizzle-orm and the names of countries only.",
	server: "The server never imports the client.",
	workshop: "No product file imports server/sandbox or server/testing.",
	platform: "The platform knows no product: config, work, db, http, outbound, operator, each only those before it.",
	features: "A feature uses another only where docs/architecture.md says so; else they meet in modules.ts.",
	door: "Only server/platform/outbound asks other servers (P142).",
	circle: "No circle between folders.",
} as const;

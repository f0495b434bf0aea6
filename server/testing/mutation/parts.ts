/**
 * Code that is mutated together, and the tests that have to notice. Globs, from the root of the repository; those of
 * `mutate` without braces, for Stryker divides its argument at commas.
 */
export type Part = { mutate: string[]; tests: string[]; needsDatabase: boolean };
export type Group = {
	/** Percent of the mutants that the tests must notice. */
	wanted: number;
	parts: Record<string, Part>;
};

const UNIT_TESTS = [
	...["shared/**/*.test.ts", "server/**/*.unit.test.ts", "client/src/**/*.test.{ts,tsx}"],
	"server/**/*.isolated.test.ts",
	// It reads drawings, which the images' own code forbids all of a process; Stryker runs all tests in one.
	...without("client/src/features/links/qr/qr-code.isolated.test.ts"),
];
/** What of `server/public/go` only means something together with a database. */
const ON_DATABASE = ["server/public/go/public-link.ts"];
/** What of these features unit tests are answerable for; the database and the front door are for the rest. */
const VIEWS_BY_UNITS = filesIn("server/public/views", [
	...["view-erasure", "view-id", "view-jobs", "view-recorder", "view-sizes", "view-spool"],
]);
const SUBSCRIPTIONS_BY_UNITS = filesIn("server/billing/subscriptions/**", [
	...["checkout", "end-billing", "event-customer", "live-subscription", "retrying-client"],
	...["plan-change", "plan-prices", "planned-change", "price-check", "reach-stripe", "refusal-alert", "stripe-client"],
	...["stripe-customer", "stripe-event", "stripe-payments", "stripe-sentences", "stripe-setup", "stripe-times"],
	...["subscription-row", "subscriptions.service"],
]);
const HTTP_BY_UNITS = filesIn("server/platform/http", [
	...["app-error", "client-app", "drain", "error-handler", "health", "parse", "rate-limits"],
	...["request-guard", "request-log", "request-queue", "slow-clients"],
]);

const ANALYTICS_BY_UNITS = filesIn("server/analytics", [
	...["agents", "chart-reads", "clock", "aggregate-pace", "public-metrics", "scanner-bursts", "top-values"],
]);
const CARDS_BY_UNITS = [
	...filesIn("server/links/cards", ["deliveries", "image-tags"]),
	...filesIn("server/links/cards/self-test", [
		"judge-families",
		"judge-page",
		"judge-image",
		"judge-robots",
		"judge-robots-tags",
		"served-image",
	]),
	...filesIn("server/links/cards/self-test", ["judge-transfer", "read-tags", "robots-txt"]),
];
const IMPORTS_BY_UNITS = [
	...filesIn("server/links/imports", ["file-reader", "page-turns", "read-cards"]),
	...filesIn("server/links/imports/csv", ["read-csv", "write-csv"]),
];
const LINKS_BY_UNITS = [
	...filesIn("server/links", ["present-link", "links.routes"]),
	...filesIn("server/links/prefill", ["gates", "oembed", "page-facts", "page-line", "page-reader", "page-text"]),
	"server/links/prefill/prefill.service.ts",
];
const OUTBOUND_BY_UNITS = filesIn("server/platform/outbound", [
	...["certificate-watch", "connection", "one-hop", "outbound-thread", "outbound", "read-body", "site-limits"],
	...["throttle", "fetch-queue", "wire"],
]);
/** Pure rules of these features, which belong to the group `rules`. */
const RULES_ELSEWHERE = without(
	"server/links/imports/judge-row.ts",
	"server/links/imports/row-texts.ts",
	"server/links/prefill/json-ld.ts",
	"server/links/prefill/read-page.ts",
	"server/platform/outbound/target-host.ts",
);

/** A feature whose unit tests answer for some files, and whose tests on a database answer for all others. */
function feature(name: string, byUnits: string[], others: string[] = []): Group {
	const folder = `server/${name}`;
	const tests = [`${folder}/**/*.test.ts`, ...others];
	return {
		wanted: 85,
		parts: {
			[`${name}-rules`]: { mutate: byUnits, tests: UNIT_TESTS, needsDatabase: false },
			[`${name}-service`]: {
				mutate: [
					`${folder}/**/*.ts`,
					...without(`${folder}/**/*.test.ts`, `${folder}/**/*.d.ts`, `${folder}/**/*.thread.ts`, ...byUnits),
					...RULES_ELSEWHERE,
				],
				tests,
				needsDatabase: true,
			},
		},
	};
}

/** What `npm run night -- mutation` can be asked for, by name. A part that needs no database is quick: its tests are unit tests. */
export const GROUPS: Record<string, Group> = {
	rules: {
		wanted: 92,
		parts: {
			rules: {
				mutate: [
					"shared/**/*.ts",
					...without("shared/**/*.table.ts", "shared/**/*.test.ts"),
					// What each platform is known to do, row by row with its source: a test could only say it again.
					...without("shared/public/platforms/!(platform-names|drawn-platforms|platforms).ts"),
					"server/account/auth/return-to.ts",
					"server/account/auth/user-slug.ts",
					"server/links/images/*-header.ts",
					"server/links/images/safe-image.ts",
					"server/links/imports/judge-row.ts",
					"server/links/imports/row-texts.ts",
					"server/links/prefill/json-ld.ts",
					"server/links/prefill/read-page.ts",
					"server/platform/operator/error-for-log.ts",
					"server/platform/outbound/target-host.ts",
					"server/billing/onboarding/ip-country.ts",
					"server/billing/onboarding/vat-number.ts",
					"server/platform/work/fair-queue.ts",
					"server/platform/work/fair-semaphore.ts",
					"server/platform/work/rate-limiter.ts",
					"client/src/features/links/form/save-failure.ts",
					"client/src/features/billing/onboarding/onboarding-values.ts",
					"client/src/features/billing/onboarding/rank-country.ts",
					"client/src/features/billing/plans/plan-action.ts",
					"client/src/lib/format.ts",
				],
				tests: UNIT_TESTS,
				needsDatabase: false,
			},
		},
	},
	go: {
		wanted: 88,
		parts: {
			"go-rules": {
				mutate: ["server/public/go/*.ts", ...without("server/public/go/*.test.ts", ...ON_DATABASE)],
				tests: UNIT_TESTS,
				needsDatabase: false,
			},
			"go-service": {
				mutate: ON_DATABASE,
				tests: ["server/public/go/{go,public-link.unit}.test.ts", "server/moderation/disabling/disabling.test.ts"],
				needsDatabase: true,
			},
		},
	},
	analytics: feature("analytics", ANALYTICS_BY_UNITS),
	cards: feature("links/cards", CARDS_BY_UNITS),
	imports: feature("links/imports", IMPORTS_BY_UNITS, ["server/links/link-fields.test.ts"]),
	links: feature("links", LINKS_BY_UNITS),
	outbound: feature("platform/outbound", OUTBOUND_BY_UNITS, [
		...[
			"server/moderation/guard/lists/*.test.ts",
			"server/moderation/trust/reports.test.ts",
			"server/links/cards/self-test/*.test.ts",
		],
	]),
	views: {
		wanted: 80,
		parts: {
			"views-rules": { mutate: VIEWS_BY_UNITS, tests: UNIT_TESTS, needsDatabase: false },
			"views-service": {
				mutate: ["server/public/views/*.ts", ...without("server/public/views/*.test.ts", ...VIEWS_BY_UNITS)],
				tests: ["server/public/views/*.test.ts"],
				needsDatabase: true,
			},
		},
	},
	subscriptions: {
		wanted: 80,
		parts: {
			"subscriptions-rules": { mutate: SUBSCRIPTIONS_BY_UNITS, tests: UNIT_TESTS, needsDatabase: false },
			"subscriptions-service": {
				mutate: [
					"server/billing/subscriptions/**/*.ts",
					...without("server/billing/subscriptions/**/*.test.ts", "server/billing/subscriptions/**/*.command.ts"),
					...without(...SUBSCRIPTIONS_BY_UNITS),
				],
				tests: ["server/billing/subscriptions/**/*.test.ts"],
				needsDatabase: true,
			},
		},
	},
	http: {
		wanted: 80,
		parts: {
			"http-rules": { mutate: HTTP_BY_UNITS, tests: UNIT_TESTS, needsDatabase: false },
			"http-service": {
				mutate: ["server/platform/http/*.ts", ...without("server/platform/http/*.test.ts", ...HTTP_BY_UNITS)],
				tests: ["server/platform/http/*.test.ts", "server/route-matrix.test.ts"],
				needsDatabase: true,
			},
		},
	},
};

/** The part of this name. */
export function partNamed(name: string | undefined): Part {
	const part = Object.values(GROUPS).flatMap(({ parts }) =>
		name !== undefined && parts[name] ? [parts[name]] : [],
	)[0];
	if (!part) throw new Error(`There is no part "${name}" to mutate.`);
	return part;
}

function without(...globs: string[]): string[] {
	return globs.map((glob) => `!${glob}`);
}

function filesIn(folder: string, names: string[]): string[] {
	return names.map((name) => `${folder}/${name}.ts`);
}

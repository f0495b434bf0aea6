import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { presentPlans } from "#server/plans/plan-catalog.ts";
import { BROWSER_FLOOR, buildTarget, floorSentence } from "#server/testing/browser-floor/floor.ts";
import { builtModules } from "#server/testing/machine/built-modules.ts";
import { FailedTestsReporter } from "#server/testing/reporters/vitest.ts";
import { chunkGroups } from "./client/build/chunks.ts";
import { oldBrowserNotice } from "./client/build/old-browser-notice.ts";
import { publicPages } from "./client/build/public-pages.ts";
import { buildingPlace, wholeBuilds } from "./server/operator/build-place.ts";
import { serverFiles } from "./server/operator/build-stamp.ts";

const SERVER = "http://localhost:3000";
const fromRoot = (path: string) => resolve(import.meta.dirname, path);
/** `dist/` while it is being made. */
const NEW = buildingPlace(fromRoot("."));

/** A slow machine fails no test, and a hanging test still ends. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } };

/** Tests that bound how long a process takes to stop or to answer, or that fill the machine. */
const MACHINE_ALONE = [
	"server/{npm-start,npm-stop,stop,outage,rolling-restarts}.test.ts",
	"server/go/durability.test.ts",
	"server/images/{bombs,upload-load}.test.ts",
	"server/testing/fuzz/{sandbox,service}.fuzz.test.ts",
];
/**
 * Unit tests that need a process of their own: they replace modules, read pictures by a decoder that the service blocks, or
 * measure code that is compiled only for the service's inputs.
 */
const UNIT_ALONE = [
	"server/testing/adversarial/bytes.unit.test.ts",
	"server/{sandbox/failures,images/image-store,views/view-spool,db/watched-pool,testing/machine/current-build}.unit.test.ts",
	"client/src/features/links/qr/qr-code.test.ts",
];
const UNIT = { ...PATIENCE, root: fromRoot(".") };
const ON_THE_BUILD = {
	root: fromRoot("."),
	// TEST_SOURCES=1 leaves the build out, while developing.
	plugins: process.env.TEST_SOURCES ? [] : [builtModules({ root: fromRoot("."), dist: fromRoot("dist") })],
};
const WITH_DATABASE = {
	...PATIENCE,
	root: fromRoot("."),
	globalSetup: [fromRoot("server/testing/app/global-setup.ts")],
	setupFiles: [fromRoot("server/testing/loop-guard/in-tests.ts")],
};

export default defineConfig({
	root: fromRoot("client"),
	define: { __PLANS__: JSON.stringify(presentPlans()) },
	plugins: [
		react(),
		tailwindcss(),
		oldBrowserNotice(floorSentence(BROWSER_FLOOR)),
		publicPages({ clientDir: resolve(NEW, "client"), prerenderDir: resolve(NEW, "prerender") }),
		wholeBuilds({ root: fromRoot("."), release: process.env.RELEASE }),
	],
	server: { port: 5173, proxy: { "/api": SERVER, "/go": SERVER, "/images": SERVER, "/sandbox": SERVER } },
	environments: {
		client: {
			build: {
				target: buildTarget(BROWSER_FLOOR),
				outDir: resolve(NEW, "client"),
				emptyOutDir: true,
				manifest: true,
				// Every asset is a file of its own: the content security policy allows no scripts or fonts within others.
				assetsInlineLimit: 0,
				modulePreload: { polyfill: false },
				rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(fromRoot("client/src")) } } },
			},
		},
		prerender: {
			consumer: "server",
			build: {
				outDir: resolve(NEW, "prerender"),
				emptyOutDir: true,
				copyPublicDir: false,
				assetsInlineLimit: 0,
				rolldownOptions: { input: fromRoot("client/src/prerender.tsx") },
			},
		},
		server: {
			consumer: "server",
			build: {
				outDir: NEW,
				emptyOutDir: false,
				copyPublicDir: false,
				minify: false,
				sourcemap: true,
				reportCompressedSize: false,
				rolldownOptions: {
					input: serverFiles(fromRoot(".")),
					// One file for each file of the source, with all of its effects and exports (docs/decisions/0010).
					treeshake: false,
					output: {
						minify: false,
						preserveModules: true,
						preserveModulesRoot: fromRoot("."),
						entryFileNames: "[name].js",
					},
				},
			},
		},
	},
	builder: {
		async buildApp(builder) {
			for (const name of ["client", "prerender", "server"]) {
				const environment = builder.environments[name];
				if (environment) await builder.build(environment);
			}
		},
	},
	test: {
		maxWorkers: 2,
		reporters: ["default", new FailedTestsReporter()],
		projects: [
			{
				root: fromRoot("."),
				test: {
					...UNIT,
					name: "unit",
					include: ["shared/**/*.test.ts", "server/**/*.unit.test.ts", "client/src/**/*.test.{ts,tsx}"],
					exclude: UNIT_ALONE,
					// Each worker loads a module once for all of its files: that is half of what these tests cost.
					isolate: false,
				},
			},
			{ root: fromRoot("."), test: { ...UNIT, name: "unit-alone", include: UNIT_ALONE } },
			{
				...ON_THE_BUILD,
				test: {
					...WITH_DATABASE,
					name: "integration",
					isolate: false,
					include: ["server/**/*.test.ts"],
					exclude: ["server/**/*.unit.test.ts", ...MACHINE_ALONE],
				},
			},
			{
				...ON_THE_BUILD,
				// One after the other, when nothing else runs. A test that only starts services belongs to "integration".
				test: {
					...WITH_DATABASE,
					name: "processes",
					include: MACHINE_ALONE,
					maxWorkers: 1,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});

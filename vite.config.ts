import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { presentPlans } from "#server/billing/plans/plan-catalog.ts";
import { BROWSER_FLOOR, buildTarget, floorSentence } from "#server/testing/browser-floor/floor.ts";
import { builtModules } from "#server/testing/machine/built-modules.ts";
import { FailedTestsReporter } from "#server/testing/reporters/vitest.ts";
import { chunkGroups } from "./client/build/chunks.ts";
import { oldBrowserNotice } from "./client/build/old-browser-notice.ts";
import { publicPages } from "./client/build/public-pages.ts";
import { buildingPlace, wholeBuilds } from "./server/platform/operator/build-place.ts";
import { serverFiles } from "./server/platform/operator/build-stamp.ts";

const SERVER = "http://localhost:3000";
const fromRoot = (path: string) => resolve(import.meta.dirname, path);
/** `dist/` while it is being made. */
const NEW = buildingPlace(fromRoot("."));

/** A slow machine fails no test, and a hanging test still ends. The suite's summary lists what passes at its second try only. */
const PATIENCE = { retry: 1, testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** Endings of test files: each file says by its name when and how it runs (server/testing/README.md). */
const REST = ["server/**/*.extended.test.ts", "server/**/*.fuzz.test.ts"];
const SERIAL = ["server/**/*.serial.test.ts"];
const ISOLATED = ["{server,client/src}/**/*.isolated.test.ts"];
const UNITS = ["server/**/*.unit.test.ts"];
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
	server: {
		port: 5173,
		proxy: { "/api": SERVER, "/go": SERVER, "/images": SERVER, "/mcp": SERVER, "/sandbox": SERVER, "/email": SERVER },
	},
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
				rolldownOptions: {
					input: [fromRoot("client/index.html"), fromRoot("client/src/developers.ts")],
					output: { codeSplitting: { groups: chunkGroups(fromRoot("client/src")) } },
				},
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
					include: ["shared/**/*.test.ts", ...UNITS, "client/src/**/*.test.{ts,tsx}"],
					exclude: ISOLATED,
					// Each worker loads a module once for all of its files: that is half of what these tests cost.
					isolate: false,
				},
			},
			// Unit tests that need a process of their own, such as those that replace modules.
			{ root: fromRoot("."), test: { ...UNIT, name: "isolated", include: ISOLATED } },
			{
				...ON_THE_BUILD,
				test: {
					...WITH_DATABASE,
					name: "integration",
					isolate: false,
					include: ["server/**/*.test.ts"],
					exclude: [...UNITS, ...ISOLATED, ...REST, ...SERIAL],
				},
			},
			{
				root: fromRoot("."),
				plugins: [react()],
				define: { __PLANS__: JSON.stringify(presentPlans()) },
				// React as it is shipped, which runs each effect once.
				oxc: { jsx: { runtime: "automatic", development: false } },
				test: {
					...PATIENCE,
					name: "screens",
					root: fromRoot("."),
					include: ["client/screens/**/*.test.tsx"],
					environment: "happy-dom",
					env: { NODE_ENV: "production" },
					globalSetup: [fromRoot("client/screens/service.ts")],
					setupFiles: [fromRoot("client/screens/setup.ts")],
					// Loading the client for each file is a third of what these tests cost. `closeScreen` resets its modules' state.
					isolate: false,
					css: false,
				},
			},
			{ ...ON_THE_BUILD, test: { ...WITH_DATABASE, name: "extended", isolate: false, include: REST } },
			// One after the other, with nothing else running: they bound the time of a stop or fill the machine.
			{ ...ON_THE_BUILD, test: { ...WITH_DATABASE, name: "serial", include: SERIAL, maxWorkers: 1 } },
		],
	},
});

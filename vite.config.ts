import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { publicPages } from "./client/build/public-pages.ts";

const SERVER = "http://localhost:3000";
const fromRoot = (path: string) => resolve(import.meta.dirname, path);

/** A slow machine fails no test, and a hanging test still ends. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
	root: fromRoot("client"),
	plugins: [
		react(),
		tailwindcss(),
		publicPages({ clientDir: fromRoot("dist/client"), prerenderDir: fromRoot("dist/prerender") }),
	],
	server: { port: 5173, proxy: { "/api": SERVER, "/go": SERVER, "/images": SERVER, "/sandbox": SERVER } },
	environments: {
		client: {
			build: {
				outDir: fromRoot("dist/client"),
				emptyOutDir: true,
				manifest: true,
				// Every asset is a file of its own: the content security policy allows no scripts or fonts within others.
				assetsInlineLimit: 0,
				modulePreload: { polyfill: false },
			},
		},
		prerender: {
			consumer: "server",
			build: {
				outDir: fromRoot("dist/prerender"),
				emptyOutDir: true,
				copyPublicDir: false,
				assetsInlineLimit: 0,
				rolldownOptions: { input: fromRoot("client/src/prerender.tsx") },
			},
		},
		server: {
			consumer: "server",
			build: {
				outDir: fromRoot("dist/server"),
				emptyOutDir: true,
				copyPublicDir: false,
				sourcemap: true,
				rolldownOptions: {
					input: {
						main: fromRoot("server/main.ts"),
						"make-preview": fromRoot("server/images/make-preview.process.ts"),
						admin: fromRoot("server/disabling/admin.command.ts"),
						"stripe-setup": fromRoot("server/subscriptions/stripe-setup.command.ts"),
						"stripe-refund": fromRoot("server/subscriptions/guarantee.command.ts"),
					},
					// What finds files by its own place stands beside the entries, whoever shares it.
					output: { chunkFileNames: "[name]-[hash].js" },
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
		projects: [
			{
				root: fromRoot("."),
				test: {
					name: "unit",
					...PATIENCE,
					root: fromRoot("."),
					include: ["shared/**/*.test.ts", "server/**/*.unit.test.ts", "client/src/**/*.test.{ts,tsx}"],
				},
			},
			{
				root: fromRoot("."),
				test: {
					name: "integration",
					...PATIENCE,
					root: fromRoot("."),
					include: ["server/**/*.test.ts"],
					exclude: ["server/**/*.unit.test.ts"],
					globalSetup: [fromRoot("server/testing/global-setup.ts")],
				},
			},
		],
	},
});

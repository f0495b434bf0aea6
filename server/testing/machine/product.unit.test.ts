import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { importProduct, productFile, productFlags } from "./product.ts";
import { ROOT } from "./root.ts";

afterEach(() => vi.unstubAllEnvs());

it("processes that tests start run what was built, as Node does by itself", () => {
	vi.stubEnv("TEST_SOURCES", "");
	expect(productFile("server/app.ts")).toBe(path.join(ROOT, "dist/server/app.js"));
	expect(productFlags()).toEqual([]);
});

it("TEST_SOURCES=1 has them run the sources", async () => {
	vi.stubEnv("TEST_SOURCES", "1");
	expect(productFile("server/app.ts")).toBe(path.join(ROOT, "server/app.ts"));
	expect(productFlags()).toEqual(["--import", "tsx"]);
	expect(await importProduct("server/testing/machine/root.ts")).toMatchObject({ ROOT });
});

import { afterAll, beforeAll, expect } from "vitest";
// biome-ignore lint/correctness/useImportExtensions: its types are next to it, and a service knows no TypeScript
import { watchLoop } from "./guard.mjs";
import { createStretches, STRETCH_MS, said } from "./stretches.ts";

/** With `LOOP_GUARD=1`: fails each file of integration tests in which the service held this process's event loop (P255). */
const stretches = createStretches();
let watch: ReturnType<typeof watchLoop> = null;

beforeAll(() => {
	// biome-ignore lint/style/noProcessEnv: how a command switches it on for the tests that it runs
	if (process.env.LOOP_GUARD !== "1") return;
	watch = watchLoop({ mostMs: STRETCH_MS, onStretch: stretches.add });
});

afterAll(async () => {
	await watch?.stop();
	expect(stretches.failures().map(said).join("\n")).toBe("");
});

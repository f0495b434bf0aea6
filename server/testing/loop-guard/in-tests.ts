import { afterAll, beforeAll, expect } from "vitest";
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and a service knows no TypeScript
import { watchLoop } from "./guard.mjs";
import { createStretches, STRETCH_MS, said } from "./stretches.ts";

/** Before every file of integration tests: fails it where the service held the event loop of this process (P255). */
const stretches = createStretches();
let watch: ReturnType<typeof watchLoop> = null;

beforeAll(() => {
	watch = watchLoop({ mostMs: STRETCH_MS, onStretch: stretches.add });
});

afterAll(async () => {
	await watch?.stop();
	expect(stretches.failures().map(said).join("\n")).toBe("");
});

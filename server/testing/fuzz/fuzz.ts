import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

/** `npm run night -- fuzz --count 60000 --seed 1`: the fuzz tests of the suite with as many inputs, from this seed. */
const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const fuzz = { count: Number(values.count ?? 10_000), seed: Number(values.seed ?? Date.now() % 2 ** 31) };
process.stdout.write(`${fuzz.count} inputs from seed ${fuzz.seed}\n`);
await startVitest("test", ["server/testing/fuzz"], {
	project: ["extended", "serial"],
	watch: false,
	provide: { fuzz },
});

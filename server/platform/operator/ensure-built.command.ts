import path from "node:path";
import { createBuilder } from "vite";
import { isBuildCurrent } from "./build-stamp.ts";

/** How often to look whether anyone who started this is still there, in milliseconds. */
const LOOK_MS = 200;
const root = path.resolve(import.meta.dirname, "../../..");

// A shell that npm's signal ends abandons its child: no process waits for this build any longer.
const { ppid } = process;
setInterval(() => process.ppid !== ppid && process.exit(1), LOOK_MS).unref();

if (!(await isBuildCurrent(root))) {
	process.stdout.write("Building Visualink, which takes a moment. An unchanged checkout starts without.\n");
	const builder = await createBuilder({ configFile: path.join(root, "vite.config.ts"), logLevel: "warn" });
	await builder.buildApp();
}

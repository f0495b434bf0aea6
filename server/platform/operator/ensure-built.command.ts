import path from "node:path";
import { createBuilder } from "vite";
import { isBuildCurrent } from "./build-stamp.ts";

const LOOK_MS = 200;
const root = path.resolve(import.meta.dirname, "../../..");

// A shell ended by npm's signal abandons its child: no process needs this build any more.
const { ppid } = process;
setInterval(() => process.ppid !== ppid && process.exit(1), LOOK_MS).unref();

if (!(await isBuildCurrent(root))) {
	process.stdout.write("Building Visualink, which takes a moment. An unchanged checkout starts without.\n");
	const builder = await createBuilder({ configFile: path.join(root, "vite.config.ts"), logLevel: "warn" });
	await builder.buildApp();
}

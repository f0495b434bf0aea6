import { usesAboveFloor } from "./browser-files.ts";

/** Part of `npm run lint`: nothing that runs in browsers needs a newer one than package.json's `browserslist` (P270). */
const files = await usesAboveFloor("sources");
const lines = files.flatMap(({ file, uses }) => uses.map(({ api, line }) => `${file}:${line} ${api}`));
const verdict =
	lines.length === 0
		? "nothing needs a newer browser than package.json's browserslist"
		: `Not every supported browser has these, and nothing tests for them first:\n  ${lines.join("\n  ")}`;
process.stdout.write(`${files.length} files: ${verdict}\n`);
if (lines.length > 0) process.exitCode = 1;

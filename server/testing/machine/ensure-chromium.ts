import { ensureChromium } from "./chromium.ts";

/** `npm test` runs this first, so that a machine without a browser gets one before any test needs it. */
process.stdout.write(`Chromium: ${await ensureChromium()}\n`);

import type { Detour } from "#server/platform/outbound/wire.ts";

/**
 * Node options with which a service's outbound thread finds a made-up web: names lead to addresses of the public internet, as
 * they are judged, and connections to them to this port. What is judged is the service's own code.
 */
export function nodeOptionsTo(port: number, names: { names: string; addresses: Detour["addresses"] }[]): string {
	const code = `import threads from "node:worker_threads";
import { syncBuiltinESMExports } from "node:module";
const { Worker } = threads;
const made = ${JSON.stringify(names)};
const to = { host: "127.0.0.1", port: ${port} };
threads.Worker = class extends Worker {
	constructor(file, options) {
		for (const { names, addresses } of options?.workerData?.detours ? made : []) {
			options.workerData.detours.push({ names: new RegExp(names), addresses, to });
		}
		super(file, options);
	}
};
syncBuiltinESMExports();`;
	return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

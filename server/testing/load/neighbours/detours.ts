import { POPULAR_HOSTS, WEB, WEB_HOSTS } from "./messages.ts";

/**
 * Node options with which the service's outbound thread finds the made-up web: names lead to addresses of the public
 * internet, as they are judged, and connections to them to this port. What is judged is the service's own code.
 */
export function detoursTo(port: number): string {
	const exactly = (name: string) => `^${name.replaceAll(".", "\\.")}$`;
	const hosts = [
		...Array.from({ length: POPULAR_HOSTS }, (_, n) => WEB.popular(n)),
		...Array.from({ length: WEB_HOSTS }, (_, n) => WEB.host(n)),
	];
	const detours = [
		...hosts.map((host) => ({ names: exactly(host), addresses: "7.8" })),
		{ names: "\\.wild\\.example$", addresses: "7.9.0.1" },
	];
	const code = `import threads from "node:worker_threads";
import { syncBuiltinESMExports } from "node:module";
const { Worker } = threads;
const made = ${JSON.stringify(detours)};
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

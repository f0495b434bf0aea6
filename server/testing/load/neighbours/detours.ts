import { nodeOptionsTo } from "#server/testing/web/worker-detours.ts";
import { POPULAR_HOSTS, WEB, WEB_HOSTS } from "./messages.ts";

/** Node options with which the service's outbound thread finds the made-up web at this port. */
export function detoursTo(port: number): string {
	const exactly = (name: string) => `^${name.replaceAll(".", "\\.")}$`;
	const hosts = [
		...Array.from({ length: POPULAR_HOSTS }, (_, n) => WEB.popular(n)),
		...Array.from({ length: WEB_HOSTS }, (_, n) => WEB.host(n)),
	];
	return nodeOptionsTo(port, [
		...hosts.map((host) => ({ names: exactly(host), addresses: "7.8" as const })),
		{ names: "\\.wild\\.example$", addresses: "7.9.0.1" },
	]);
}

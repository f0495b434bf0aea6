import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/platform/http/app-error.ts";

/** Blocks requests to other servers, except those that the sandbox simulates. */
export function offline({ openOutbound }: Pick<Deps, "openOutbound">): Pick<Deps, "openOutbound"> {
	return {
		openOutbound(options) {
			const outbound = openOutbound(options);
			return {
				...outbound,
				get: async (asked) => {
					const isOurs =
						asked.url.hostname.endsWith(".sandbox.example") || options.ownOrigins.includes(asked.url.origin);
					if (!isOurs) throw new AppError("unreachable", "The website can't be reached");
					return outbound.get(asked);
				},
				post: async () => {
					throw new AppError("unreachable", "The website can't be reached");
				},
			};
		},
	};
}

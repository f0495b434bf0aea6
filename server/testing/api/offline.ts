import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/platform/http/app-error.ts";

/** Other servers can't be reached, except those that the sandbox stands in for. */
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
			};
		},
	};
}

import { useQuery } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { VersionInfo } from "#shared/platform/version/version.ts";

/** The running version; undefined while loading and on failure (which is logged). */
export function useVersion(): VersionInfo | undefined {
	const { data } = useQuery({
		queryKey: ["version"],
		queryFn: async () => {
			try {
				return await apiGet<VersionInfo>(API.version);
			} catch (error) {
				logFailure("The version could not be read.", error);
				throw error;
			}
		},
	});
	return data;
}

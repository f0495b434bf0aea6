import { isBuildCurrent } from "#server/platform/operator/build-stamp.ts";
import { ROOT } from "./root.ts";

export const STALE_BUILD = "dist/ is missing or older than the sources: `npm run build` makes it";

/**
 * For what starts the built service whatever TEST_SOURCES says. With it nobody has looked at the build before, as
 * `builtModules` does without: an old one would be tested in silence.
 * @param checkout whose build is started; those of other checkouts are as old as they are meant to be
 * @throws Error when the build is missing or older than the sources
 */
export async function requireCurrentBuild(checkout = ROOT): Promise<void> {
	// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
	if (!process.env.TEST_SOURCES || checkout !== ROOT || (await isBuildCurrent(ROOT))) return;
	throw new Error(`${STALE_BUILD}; a service in a process of its own is always the built one.`);
}

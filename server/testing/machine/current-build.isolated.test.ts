import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startService, tryService } from "./built-service.ts";
import { requireCurrentBuild, STALE_BUILD } from "./current-build.ts";
import { runToItsEnd } from "./refused-start.ts";

const { isBuildCurrent } = vi.hoisted(() => ({ isBuildCurrent: vi.fn() }));
vi.mock("#server/platform/operator/build-stamp.ts", () => ({ isBuildCurrent }));

beforeEach(() => void isBuildCurrent.mockReset().mockResolvedValue(false));
afterEach(() => vi.unstubAllEnvs());

it("TEST_SOURCES=1 starts no service of an old build", async () => {
	vi.stubEnv("TEST_SOURCES", "1");
	await expect(startService({})).rejects.toThrow(STALE_BUILD);
	await expect(runToItsEnd({ env: { PORT: "none" } })).rejects.toThrow(STALE_BUILD);
	isBuildCurrent.mockResolvedValue(true);
	await expect(requireCurrentBuild()).resolves.toBeUndefined();
});

it("the build of another checkout, and one that was looked at before, are taken as they are", async () => {
	vi.stubEnv("TEST_SOURCES", "1");
	expect(await tryService({}, { checkout: "/nowhere", stderr: "pipe" })).toMatchObject({ code: 1 });
	vi.stubEnv("TEST_SOURCES", "");
	await expect(requireCurrentBuild()).resolves.toBeUndefined();
	expect(isBuildCurrent).not.toHaveBeenCalled();
});

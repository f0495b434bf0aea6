import { Router } from "express";
import { API } from "#shared/platform/api-paths.ts";
import type { VersionInfo } from "#shared/platform/version/version.ts";
import packageJson from "../../../package.json" with { type: "json" };

/** `GET /api/version`: the package's version and the release that runs. */
export function versionRouter({ release }: { release: string }): Router {
	const [major = 0, minor = 0, patch = 0] = packageJson.version.split(".").map(Number);
	const version: VersionInfo = { major, minor, patch, release };
	const router = Router();
	router.get(API.version, (_req, res) => {
		res.json(version);
	});
	return router;
}

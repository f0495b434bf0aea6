import { readCommandConfig, runCommand, withDatabaseAlone } from "#server/platform/operator/run-command.ts";
import { readSessionSecret } from "#server/platform/operator/session-secret.ts";
import { admin } from "./admin.ts";

const sessionSecret = async () => readSessionSecret(readCommandConfig({ withSessions: true }));

await runCommand((args, say) =>
	admin(args, (use) => withDatabaseAlone((deps) => use({ ...deps, sessionSecret })), say),
);

import { type Config, readConfig } from "./platform/config/config.ts";
import { reportFailedStart } from "./platform/operator/announce.ts";
import { loadEnvFile } from "./platform/operator/env-file.ts";
import { surviveLostScreen } from "./platform/operator/screen.ts";
import { keepTicksFast } from "./platform/work/fast-ticks.ts";

main().catch(refuse);

/** Loading the service takes a second of CPU time: configuration errors are reported before. */
async function main(): Promise<void> {
	surviveLostScreen();
	void keepTicksFast();
	const config = readEnvironment();
	const { serve } = await import("./serve.ts");
	await serve(config, refuse);
}

function readEnvironment(): Config {
	loadEnvFile();
	// biome-ignore lint/style/noProcessEnv: the one place where the environment is read
	return readConfig(process.env);
}

function refuse(error: unknown): void {
	// biome-ignore lint/style/noProcessEnv: the configuration may be what is refused
	reportFailedStart(error, { isProduction: process.env.NODE_ENV === "production" });
	process.exit(1);
}

import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDeps } from "#server/deps.ts";
import { createLog } from "#server/operator/log.ts";
import { openSandbox } from "#server/sandbox/open-sandbox.ts";
import { createStripeClient } from "#server/subscriptions/stripe-client.ts";

/** The application in a process of its own, to be killed: it calls the Stripe at the port of its first argument. */
// biome-ignore lint/style/noProcessEnv: the entry of a process
const config = readConfig(process.env);
const deps = await openDeps(config, config.db.url ?? "", createLog(config));
const stripe = createStripeClient({ ...config.stripe, port: Number(process.argv[2]) });
const app = createApp({ ...deps, stripe, standIns: openSandbox(deps) });
await new Promise<void>((resolve) => app.server.listen(config.http.port, resolve));
await app.start();
process.send?.("ready");

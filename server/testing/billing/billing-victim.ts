import { importProduct } from "../machine/product.ts";

const { createApp } = await importProduct<typeof import("#server/app.ts")>("server/app.ts");
const { readConfig } = await importProduct<typeof import("#server/platform/config/config.ts")>(
	"server/platform/config/config.ts",
);
const { openDeps } = await importProduct<typeof import("#server/deps.ts")>("server/deps.ts");
const { createLog } = await importProduct<typeof import("#server/platform/operator/log.ts")>(
	"server/platform/operator/log.ts",
);
const { openSandbox } = await importProduct<typeof import("#server/sandbox/open-sandbox.ts")>(
	"server/sandbox/open-sandbox.ts",
);
const { createStripeClient } = await importProduct<
	typeof import("#server/billing/subscriptions/stripe/stripe-client.ts")
>("server/billing/subscriptions/stripe/stripe-client.ts");

/** The application in a process of its own, to be killed: it calls the Stripe at the port of its first argument. */
// biome-ignore lint/style/noProcessEnv: the entry of a process
const config = readConfig(process.env);
const deps = await openDeps(config, config.db.url ?? "", createLog(config));
const stripe = createStripeClient({ ...config.stripe, port: Number(process.argv[2]) });
const app = createApp({ ...deps, stripe, standIns: await openSandbox(deps) });
await new Promise<void>((resolve) => app.server.listen(config.http.port, resolve));
await app.start();
process.send?.("ready");

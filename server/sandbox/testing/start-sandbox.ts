import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import Stripe from "stripe";
import { API } from "#shared/platform/api-paths.ts";
import { type Recorder, suiteRecorder } from "../contract/recorder.ts";
import { createSandbox } from "../sandbox.ts";
import { API_VERSION } from "../stripe/world.ts";

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

const WEBHOOK_SECRET = "whsec_test";

/** The sandbox on a bare server, with a webhook that keeps what it hears. */
export async function startSandbox(options: { dataDir?: string; now?: () => Date; record?: Recorder["record"] } = {}) {
	const logged: string[] = [];
	const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "visualink-sandbox-")));
	const suite = suiteRecorder();
	const app = express();
	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port");
	const origin = `http://127.0.0.1:${address.port}`;
	const heard: Stripe.Event[] = [];
	/** What the webhook answers; the last one stays. */
	const answers: number[] = [200];

	app.post(API.stripeWebhook, express.raw({ type: "application/json" }), (req, res) => {
		const status = answers.length > 1 ? (answers.shift() ?? 200) : (answers[0] ?? 200);
		const signature = req.get("stripe-signature") ?? "";
		if (status === 200) heard.push(Stripe.webhooks.constructEvent(req.body as Buffer, signature, WEBHOOK_SECRET));
		res.sendStatus(status);
	});
	const sandbox = createSandbox({
		publicOrigin: origin,
		dataDir,
		webhookSecret: WEBHOOK_SECRET,
		now: options.now ?? (() => new Date()),
		record: options.record ?? suite?.record,
		log: { warn: (_, message) => logged.push(message), error: (_, message) => logged.push(message) },
	});
	app.get("/healthz", (_req, res) => void res.sendStatus(200));
	app.use(sandbox.router);
	const stripe = new Stripe("sk_test_sandbox", {
		apiVersion: API_VERSION,
		host: "127.0.0.1",
		port: address.port,
		protocol: "http",
		maxNetworkRetries: 0,
		timeout: 20_000,
	});

	return {
		origin,
		dataDir,
		stripe,
		control: sandbox.control,
		heard,
		answers,
		/** Messages of the log. */
		logged,
		types: () => heard.map((event) => event.type),
		/** Posts a form the way a browser does, without following where it leads. */
		post: (url: string, form: Record<string, string>) =>
			fetch(new URL(url, origin), { method: "POST", body: new URLSearchParams(form), redirect: "manual" }),
		/** Stops without clearing up, as a new process on the same folder would find it. */
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await sandbox.stop();
			suite?.write();
		},
		async close() {
			await this.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

type Buyer = { lookupKey?: string; price?: string; customer?: string };

/** A checkout page for a new customer and the Pro plan, unless another price or customer is given. */
export async function openCheckout({ stripe, origin }: TestSandbox, buyer: Buyer = {}) {
	const customer =
		buyer.customer ?? (await stripe.customers.create({ email: "ada@example.com", metadata: { userId: "u1" } })).id;
	const { data } = await stripe.prices.list({ lookup_keys: [buyer.lookupKey ?? "pro_monthly"] });
	const price = buyer.price ?? data[0]?.id ?? "";
	const session = await stripe.checkout.sessions.create({
		mode: "subscription",
		customer,
		client_reference_id: "u1",
		line_items: [{ price, quantity: 1 }],
		metadata: { userId: "u1" },
		subscription_data: { metadata: { userId: "u1" } },
		allow_promotion_codes: true,
		automatic_tax: { enabled: false },
		tax_id_collection: { enabled: true },
		customer_update: { name: "auto", address: "auto" },
		billing_address_collection: "required",
		success_url: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
		cancel_url: `${origin}/pricing`,
	});
	return { customer, session, url: session.url ?? "" };
}

/** A customer with a paid subscription. */
export async function subscribed(sandbox: TestSandbox, lookupKey = "pro_monthly", cardNumber = "4242 4242 4242 4242") {
	const { customer, url } = await openCheckout(sandbox, { lookupKey });
	const paid = await sandbox.post(url, { card_number: cardNumber });
	if (paid.status !== 303) throw new Error(`The checkout page answered ${paid.status}`);
	return { customer, subscription: await onlySubscription(sandbox, customer) };
}

export async function onlySubscription({ stripe }: TestSandbox, customer: string): Promise<Stripe.Subscription> {
	const { data } = await stripe.subscriptions.list({ customer, status: "all" });
	if (!data[0] || data.length > 1) throw new Error(`${data.length} subscriptions`);
	return data[0];
}

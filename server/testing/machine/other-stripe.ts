/** Leads what is meant for Stripe to a port of this machine, whose connections are not encrypted. */
const redirect = (port: number) => `import https from "node:https";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
const { request } = https;
https.request = (options, ...rest) => {
	if (options.host !== "api.stripe.com") return request(options, ...rest);
	const sent = http.request({ ...options, agent: undefined, protocol: "http:", host: "127.0.0.1", port: ${port} }, ...rest);
	sent.once("socket", (socket) => socket.once("connect", () => socket.emit("secureConnect")));
	return sent;
};
syncBuiltinESMExports();`;

/** The environment of a built service that takes whatever listens at a port of this machine for the real Stripe. */
export function stripeAt(port: number): { STRIPE_SECRET_KEY: string } & Record<string, string> {
	return {
		STRIPE_SECRET_KEY: "sk_live_51SecretSecretSecret",
		STRIPE_WEBHOOK_SECRET: "whsec_of_a_test",
		NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(redirect(port))}`,
	};
}

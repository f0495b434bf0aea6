import { request } from "undici";

const TIMEOUT_MS = 10_000;

export type OperatorWebhook = { post: (content: object) => Promise<void> };

/**
 * Tells the operator's own address something, as JSON. It may be one of a private network, as the operator configured it
 * (`ALERT_WEBHOOK_URL`); nothing else can be asked this way, and redirects are failures.
 */
export function createOperatorWebhook(url: string): OperatorWebhook {
	return {
		/** @throws where the answer isn't a 2xx, in ten seconds */
		async post(content) {
			const { statusCode, body } = await request(url, {
				method: "POST",
				headers: { "content-type": "application/json", "user-agent": "Visualink/1.0 (alerts)" },
				body: JSON.stringify(content),
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			await body.dump();
			if (statusCode < 200 || statusCode > 299) throw new Error(`ALERT_WEBHOOK_URL answered ${statusCode}`);
		},
	};
}

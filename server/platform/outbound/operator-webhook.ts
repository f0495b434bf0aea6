import { request } from "undici";

const TIMEOUT_MS = 10_000;

export type OperatorWebhook = { post: (content: object) => Promise<void> };

/**
 * POSTs JSON to `ALERT_WEBHOOK_URL`, which may be private, because the operator configured it. Redirects are failures.
 */
export function createOperatorWebhook(url: string): OperatorWebhook {
	return {
		/** @throws unless the answer is a 2xx within ten seconds */
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

import { rawRequest } from "#server/testing/app/raw-request.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import { until } from "#server/testing/app/until.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** What a person gets at a host: the status, and where it leads. */
export async function askHost(app: TestApp, host: string, path = "/"): Promise<string> {
	const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `User-Agent: ${CHROME}`, "Accept-Language: en"];
	const { status, headers } = await rawRequest(app.origin, `${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);
	return [status, headers.get("location")].filter(Boolean).join(" ");
}

/** Waits until a host answers so: changes reach a process by a notification. */
export function answers(app: TestApp, host: string, path: string, answer: string): Promise<unknown> {
	return until(async () => (await askHost(app, host, path)) === answer, 60_000);
}

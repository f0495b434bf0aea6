import { askHost } from "#server/testing/app/ask-host.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import { until } from "#server/testing/app/until.ts";

/** What a person gets at a host: the status, and where it leads. */
export async function answerAt(app: TestApp, host: string, path = "/"): Promise<string> {
	const { status, headers } = await askHost(app, host, path);
	return [status, headers.location].filter(Boolean).join(" ");
}

/** Waits until a host answers so: changes reach a process by a notification. */
export function answers(app: TestApp, host: string, path: string, answer: string): Promise<unknown> {
	return until(async () => (await answerAt(app, host, path)) === answer, 60_000);
}

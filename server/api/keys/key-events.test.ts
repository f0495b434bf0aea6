import { expect, test } from "vitest";
import { apiClient } from "#server/testing/api/api-client.ts";
import { eventStream } from "#server/testing/app/event-stream.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiKeyList } from "#shared/api/keys/api-key.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();

test("open pages of the account are notified of a key that is made, used or revoked, and no other account's (P652)", async () => {
	const [ada, eve] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	const [hers, others] = [await eventStream(app, ada), await eventStream(app, eve)];
	const events = () => hers.said.match(/data: {"kind":"keys"}/g)?.length ?? 0;
	const program = await apiClient(app, ada);
	await until(() => events() === 1);
	expect((await program.get("/me")).status).toBe(200);
	await until(() => events() === 2);
	const { keys } = apiKeyList.parse(await (await ada.get(API.keys.all)).json());
	expect(keys[0]?.lastUsedAt).not.toBeNull();
	await ada.delete(API.keys.one(program.id));
	await until(() => events() === 3);
	expect(others.said).not.toContain("keys");
	for (const stream of [hers, others]) stream.close();
});

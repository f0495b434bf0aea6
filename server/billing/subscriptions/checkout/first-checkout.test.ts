import { expect, it, onTestFinished } from "vitest";
import { startTestApp } from "#server/testing/app/test-app.ts";
import { createFaultProxy } from "#server/testing/machine/fault-proxy.ts";
import { PATIENT } from "#server/testing/machine/patient.ts";
import { API } from "#shared/platform/api-paths.ts";

it("the first checkout after a start needs no new connection to a database that is busy (P517)", async () => {
	let hold = () => {};
	const app = await startTestApp({
		env: PATIENT,
		async reach(address) {
			const url = new URL(address);
			const proxy = await createFaultProxy(Number(url.port));
			url.port = String(proxy.port);
			hold = proxy.holdNew;
			onTestFinished(async () => {
				proxy.restore();
				await app.close();
				await proxy.close();
			});
			return url.href;
		},
	});
	const person = await app.signedIn();
	hold();
	const answer = await person.post(API.subscriptions.checkout, { planId: "pro", isAnnual: false });
	expect(answer.status).toBe(200);
});

import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, noise } from "#server/testing/corpora/images.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { childrenOf, startKillableService } from "#server/testing/machine/kill-runner.ts";
import { API } from "#shared/platform/api-paths.ts";

const SESSION_SECRET = "the same for both processes of this test";

let owner: Subscriber;
let image: Blob;
/** Images that were sent to the process. */
let begun = 0;

const app = useTestApp({
	env: { SESSION_SECRET },
	deps: ({ previews }) => ({
		previews: {
			...previews,
			make(upload, section) {
				begun += 1;
				return previews.make(upload, section);
			},
		},
	}),
});

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	image = await asFile(await noise({ width: 3_000, height: 2_000 }).jpeg().toBuffer());
});

it("a process for pictures that is killed over one: this and those that wait are made by another (E8)", async () => {
	const before = await createLink(owner, { image });
	const [pid = 0] = imageProcesses(process.pid);
	// It answers nothing, so that an image is under way when it is killed.
	process.kill(pid, "SIGSTOP");
	begun = 0;
	const uploads = Array.from({ length: 3 }, () => owner.post(API.links.all, linkForm({ image })));
	await until(() => begun > 0);
	process.kill(pid, "SIGKILL");

	const answers = await Promise.all(uploads);
	expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
	expect((await app.browser().get(before.imageUrl ?? "")).status).toBe(200);
	expect((await createLink(owner, { image })).imageUrl).toBe(before.imageUrl);
});

it.each(["SIGTERM", "SIGKILL"] as const)("a process for pictures ends with the service after %s", async (signal) => {
	const port = await freePort();
	const service = await startKillableService({
		...{ PORT: String(port), DATABASE_URL: app.deps.databaseUrl, DATA_DIR: app.deps.config.dataDir },
		...{ SESSION_SECRET, LOG_LEVEL: "fatal" },
	});
	const form = { method: "POST", headers: { cookie: cookieOf(owner) }, body: linkForm({ image }) };
	expect((await fetch(`http://localhost:${port}${API.links.all}`, form)).status).toBe(201);
	const [pid = 0] = imageProcesses(service.pid());
	expect(pid).toBeGreaterThan(0);
	expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain(SESSION_SECRET);

	await service.stop(signal);
	await until(() => !isProcessAlive(pid));
});

function imageProcesses(parent: number): number[] {
	return childrenOf(parent).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("make-preview"));
}

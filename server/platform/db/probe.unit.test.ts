import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { setImmediate as nextLoop } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { createProbe } from "./probe.ts";

afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

it("a database is not away because this process was paused, only because it is silent (P492)", async () => {
	const silent = net.createServer().listen(0, "127.0.0.1");
	await once(silent, "listening");
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const { port } = silent.address() as AddressInfo;
	const probe = createProbe({ host: "127.0.0.1", port, user: "ada", database: "visualink", answerMs: 900 });
	let answered: boolean | undefined;
	void probe.check().then((is) => {
		answered = is;
	});

	// The first timer comes two seconds late.
	const now = performance.now.bind(performance);
	vi.spyOn(performance, "now").mockImplementation(() => now() + 2_000);
	vi.advanceTimersToNextTimer();
	await nextLoop();
	expect(answered).toBeUndefined();
	vi.advanceTimersByTime(900);
	await nextLoop();
	expect(answered).toBe(false);
	probe.stop();
	silent.close();
});

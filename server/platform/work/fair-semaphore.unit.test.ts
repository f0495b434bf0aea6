import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createFairSemaphore } from "./fair-semaphore.ts";
import { QueueFullError } from "./queue-full-error.ts";

const never = new AbortController().signal;

/** Acquires by names such as "ada1"; `had` are those that got a permit. */
function rig(limits: Partial<Parameters<typeof createFairSemaphore>[0]> = {}) {
	let time = 0;
	const defaults = { permits: 1, maxWaiting: 100, maxWaitingPerAccount: 100, now: () => time };
	const semaphore = createFairSemaphore({ ...defaults, ...limits });
	const had: string[] = [];
	const running = new Map<string, () => void>();
	return {
		had,
		async acquire(name: string, signal = never): Promise<string> {
			try {
				const release = await semaphore.acquire(name.replace(/\d+/, ""), signal);
				had.push(name);
				running.set(name, release);
				return "had";
			} catch (error) {
				if (!(error instanceof QueueFullError)) throw error;
				return error.isOwn ? "own queue full" : "queue full";
			}
		},
		/** Releases the oldest permit, or that of this name, so many milliseconds later. */
		async release({ name: wanted = "", after = 0 } = {}): Promise<void> {
			await settled();
			time += after;
			const name = wanted || ([...running.keys()][0] ?? "");
			running.get(name)?.();
			running.delete(name);
			await settled();
		},
	};
}

const settled = () => new Promise(setImmediate);

it("takes turns between accounts, however much one of them asks", async () => {
	const { acquire, release, had } = rig();
	for (const name of ["ada1", "ada2", "ada3", "bob1", "cleo1", "bob2"]) void acquire(name);
	for (let n = 0; n < 6; n += 1) await release();
	expect(had).toEqual(["ada1", "bob1", "cleo1", "ada2", "bob2", "ada3"]);
	expect(await acquire("ada4")).toBe("had");
});

it("counts the time that permits are held, not how many there were", async () => {
	const { acquire, release, had } = rig();
	for (const name of ["slow1", "slow2", "bob1", "bob2", "bob3", "bob4"]) void acquire(name);
	await release({ after: 3_000 });
	for (let n = 0; n < 5; n += 1) await release({ after: 1_000 });
	expect(had).toEqual(["slow1", "bob1", "bob2", "bob3", "slow2", "bob4"]);
});

it("gives the next permit to an account that just came, without credit for the time before", async () => {
	const { acquire, release, had } = rig();
	for (const name of ["ada1", "ada2", "ada3", "bob1", "bob2"]) void acquire(name);
	await release({ after: 1_000 });
	await release({ after: 1_000 });
	for (const name of ["cleo1", "cleo2", "cleo3"]) void acquire(name);
	for (let n = 0; n < 5; n += 1) await release({ after: 1_000 });
	expect(had).toEqual(["ada1", "bob1", "ada2", "cleo1", "bob2", "ada3", "cleo2", "cleo3"]);
});

it("gives an account a second permit only while most are free", async () => {
	const { acquire, release, had } = rig({ permits: 4, perAccount: 2, keepFree: 2 });
	for (const name of ["ada1", "ada2", "ada3", "bob1", "bob2", "cleo1"]) void acquire(name);
	await settled();
	expect(had).toEqual(["ada1", "ada2", "bob1", "cleo1"]);
	await release({ name: "cleo1" });
	expect(had).toHaveLength(4);
	await release({ name: "ada1" });
	await release({ name: "ada2" });
	expect(had.slice(4)).toEqual(["ada3"]);
	await release({ name: "ada3" });
	expect(had.slice(5)).toEqual(["bob2"]);
});

it("bounds the waiters of one account, and of all", async () => {
	const { acquire } = rig({ maxWaiting: 3, maxWaitingPerAccount: 2 });
	for (const name of ["ada1", "ada2", "ada3", "bob1"]) void acquire(name);
	expect(await acquire("ada4")).toBe("own queue full");
	const dropped = acquire("bob2");
	expect(await dropped).toBe("own queue full");
});

it("drops the newest waiter of the account with most, so that every account finds room", async () => {
	const { acquire, release, had } = rig({ maxWaiting: 3 });
	void acquire("ada1");
	const [second, third, fourth] = ["ada2", "ada3", "ada4"].map((name) => acquire(name));
	void acquire("bob1");
	expect(await fourth).toBe("own queue full");
	void acquire("cleo1");
	expect(await third).toBe("own queue full");
	expect(await acquire("dora1")).toBe("queue full");
	for (let n = 0; n < 3; n += 1) await release();
	expect(await second).toBe("had");
	expect(had).toEqual(["ada1", "bob1", "cleo1", "ada2"]);
});

it("keeps no permit for a waiter that has left", async () => {
	const { acquire, release, had } = rig();
	const gone = new AbortController();
	void acquire("ada1");
	const left = [acquire("bob1", gone.signal), acquire("bob2", gone.signal)];
	void acquire("bob3");
	gone.abort(new Error("gone"));
	for (const each of left) await expect(each).rejects.toThrow("gone");
	await release();
	await release();
	expect(had).toEqual(["ada1", "bob3"]);
	await expect(acquire("bob4", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
	expect(await acquire("bob5")).toBe("had");
});

it("takes a permit back once", async () => {
	const semaphore = createFairSemaphore({ permits: 1, maxWaiting: 0, maxWaitingPerAccount: 0 });
	const release = await semaphore.acquire("ada");
	release();
	release();
	await semaphore.acquire("bob");
	await expect(semaphore.acquire("cleo")).rejects.toMatchObject({ isOwn: false });
	await expect(semaphore.acquire("bob")).rejects.toMatchObject({ isOwn: true });
});

it("gives one account all permits while no other one waits", async () => {
	const { acquire, release, had } = rig({ permits: 2, perAccount: 2 });
	for (const name of ["ada1", "ada2", "ada3", "ada4"]) void acquire(name);
	await release({ name: "ada2" });
	expect(had).toEqual(["ada1", "ada2", "ada3"]);
	void acquire("bob1");
	await release({ name: "ada1" });
	expect(had.slice(3)).toEqual(["bob1"]);
});

describe("a slow holder", () => {
	function slowRig() {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		return rig({ slowAfterMs: 1_000 });
	}

	it("lets others pass, but not its own account", async () => {
		const { acquire, release, had } = slowRig();
		for (const name of ["ada1", "ada2", "bob1", "bob2"]) void acquire(name);
		await vi.advanceTimersByTimeAsync(999);
		expect(had).toEqual(["ada1"]);
		await vi.advanceTimersByTimeAsync(1);
		expect(had).toEqual(["ada1", "bob1"]);
		await release({ name: "bob1" });
		await release({ name: "bob2" });
		expect(had).toEqual(["ada1", "bob1", "bob2"]);
		await release({ name: "ada1" });
		expect(had).toEqual(["ada1", "bob1", "bob2", "ada2"]);
	});

	it("does so one at a time", async () => {
		const { acquire, release, had } = slowRig();
		for (const name of ["ada1", "bob1", "cleo1"]) void acquire(name);
		await vi.advanceTimersByTimeAsync(5_000);
		expect(had).toEqual(["ada1", "bob1"]);
		await release({ name: "ada1" });
		expect(had).toEqual(["ada1", "bob1"]);
		await release({ name: "bob1" });
		expect(had).toEqual(["ada1", "bob1", "cleo1"]);
		void acquire("dora1");
		await vi.advanceTimersByTimeAsync(1_000);
		expect(had).toEqual(["ada1", "bob1", "cleo1", "dora1"]);
	});
});

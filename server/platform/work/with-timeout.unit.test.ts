import { describe, expect, it } from "vitest";
import { withTimeout } from "./with-timeout.ts";

const never = new Promise<string>(() => {});

describe("withTimeout", () => {
	it("gives what comes in time", async () => {
		expect(await withTimeout(10_000, Promise.resolve("here"), () => "late")).toBe("here");
	});

	it("passes on what fails in time", async () => {
		await expect(withTimeout(10_000, Promise.reject(new Error("broken")), () => "late")).rejects.toThrow("broken");
	});

	it("gives what stands for a late answer", async () => {
		expect(await withTimeout(1, never, () => "late")).toBe("late");
	});

	it("throws what stands for a late answer", async () => {
		await expect(
			withTimeout(1, never, () => {
				throw new Error("too late");
			}),
		).rejects.toThrow("too late");
	});

	it("lets a promise fail unheard when it is late already", async () => {
		let fail = (_error: Error) => {};
		const failing = new Promise<string>((_resolve, reject) => {
			fail = reject;
		});
		const unhandled: unknown[] = [];
		const hear = (error: unknown) => unhandled.push(error);
		process.on("unhandledRejection", hear);
		expect(await withTimeout(1, failing, () => "late")).toBe("late");
		fail(new Error("after the end"));
		await new Promise((resolve) => setImmediate(resolve));
		process.off("unhandledRejection", hear);
		expect(unhandled).toEqual([]);
	});
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { until } from "../../testing/app/until.ts";
import { isProcessAlive, isZombie } from "./process-alive.ts";

it("knows the living from the dead", async () => {
	expect(isProcessAlive(process.pid)).toBe(true);
	const child = spawn(process.execPath, ["-e", ""]);
	await once(child, "exit");
	expect(isProcessAlive(child.pid ?? 0)).toBe(false);
});

it("takes a process that nobody buries for dead", async () => {
	// The shell starts a child and, before that ends, becomes a program that never asks for children.
	const parent = spawn("sh", ["-c", "sleep 1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
	const [line] = await once(parent.stdout, "data");
	const pid = Number(String(line));
	await until(() => isZombie(pid));
	expect(isProcessAlive(pid)).toBe(false);
	parent.kill("SIGKILL");
	await once(parent, "exit");
});

import { expect, it } from "vitest";
import { ask } from "../machine/built-service.ts";
import { requireCurrentBuild } from "../machine/current-build.ts";
import { ROOT } from "../machine/root.ts";
import { FILE_NAMES } from "./files.ts";
import { PAGE_NAMES } from "./pages.ts";
import type { MemoryOrder } from "./thread-memory.ts";

const PATIENCE_MS = 300_000;

// A process each, whose thread gives way to everything else: neither has to wait for the other.
it.concurrent.each<MemoryOrder>([
	{ kind: "pages", names: PAGE_NAMES },
	{ kind: "files", names: FILE_NAMES },
])(
	"the worst $kind take less than half of the memory that ends a process (P255)",
	async (order) => {
		await requireCurrentBuild(ROOT);
		expect(await failedOf(order)).toEqual([]);
	},
	PATIENCE_MS,
);

/** Where the process ends, its orders are halved until the name is found. */
async function failedOf({ kind, names }: MemoryOrder): Promise<string[]> {
	try {
		return await ask<string[]>("server/testing/adversarial/thread-memory.ts", { kind, names });
	} catch {
		if (names.length <= 1) return names;
		const middle = Math.ceil(names.length / 2);
		const halves = [names.slice(0, middle), names.slice(middle)];
		return (await Promise.all(halves.map((half) => failedOf({ kind, names: half })))).flat();
	}
}

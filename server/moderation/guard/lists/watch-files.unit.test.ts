import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { watchFiles } from "./watch-files.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "watched-"));

afterEach(() => void vi.useRealTimers());

/** The next file that is reported. */
function watched(...files: string[]) {
	let heard = (_file: string) => {};
	const next = () => new Promise<string>((resolve) => (heard = resolve));
	const watcher = watchFiles({ files, changed: (file) => heard(file), log: pino({ level: "silent" }) });
	watcher.start();
	return { next, stop: watcher.stop };
}

it("P386: reports a file that is made, written or replaced, and no other of its folder", async () => {
	const folder = newFolder();
	const [one, other] = [join(folder, "one.txt"), join(folder, "other.txt")];
	const { next, stop } = watched(one, other);
	let reported = next();
	writeFileSync(join(folder, "strange.txt"), "c");
	writeFileSync(one, "a");
	expect(await reported).toBe(one);
	reported = next();
	writeFileSync(one, "ab");
	expect(await reported).toBe(one);
	reported = next();
	renameSync(join(folder, "strange.txt"), other);
	expect(await reported).toBe(other);
	stop();
});

it("P386: reports a file behind a link that leads elsewhere now, as a container's configuration does", async () => {
	const folder = newFolder();
	for (const version of ["v1", "v2"]) {
		mkdirSync(join(folder, version));
		writeFileSync(join(folder, version, "list.txt"), version);
	}
	symlinkSync("v1", join(folder, "data"));
	symlinkSync(join("data", "list.txt"), join(folder, "list.txt"));
	const { next, stop } = watched(join(folder, "list.txt"));
	const reported = next();
	symlinkSync("v2", join(folder, "data.new"));
	renameSync(join(folder, "data.new"), join(folder, "data"));
	expect(await reported).toBe(join(folder, "list.txt"));
	stop();
});

it("P386: says that a folder can't be watched", () => {
	const warn = vi.fn();
	const watcher = watchFiles({ files: [join(newFolder(), "none", "list.txt")], changed: () => {}, log: { warn } });
	watcher.start();
	expect(warn).toHaveBeenCalledOnce();
	watcher.stop();
});

it("P386: reports a file that is being written once it stays the same", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const file = join(newFolder(), "long.txt");
	const changed = vi.fn();
	const watcher = watchFiles({ files: [file], changed, log: pino({ level: "silent" }) });
	watcher.start();
	const nextLook = async () => {
		while (vi.getTimerCount() === 0 && changed.mock.calls.length === 0) await new Promise(setImmediate);
		vi.advanceTimersByTime(150);
	};
	for (let length = 1; length <= 5; length++) {
		writeFileSync(file, "a".repeat(length));
		await nextLook();
		expect(changed).not.toHaveBeenCalled();
	}
	while (changed.mock.calls.length === 0) await nextLook();
	expect(changed).toHaveBeenCalledWith(file);
	watcher.stop();
});

import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

const never = new AbortController().signal;

/** Takes turns by name; `had` are those that came, and `next` ends the one that goes on. */
function rig(limits: Parameters<typeof createTurns>[0]) {
	const turns = createTurns(limits);
	const had: string[] = [];
	const running: (() => void)[] = [];
	return {
		had,
		async take(name: string, signal = never): Promise<string> {
			const release = await turns.take(name.replace(/\d/, ""), signal);
			if (release === null) return "refused";
			had.push(name);
			running.push(release);
			return "had";
		},
		async next(): Promise<void> {
			await new Promise(setImmediate);
			running.shift()?.();
			await new Promise(setImmediate);
		},
	};
}

it("goes round those who wait, however much one of them asks", async () => {
	const { take, next, had } = rig({ people: 20, each: 3 });
	for (const name of ["ada1", "ada2", "ada3", "bob1", "cleo1", "bob2"]) void take(name);
	for (let n = 0; n < 6; n += 1) await next();
	expect(had).toEqual(["ada1", "bob1", "cleo1", "ada2", "bob2", "ada3"]);
	// Everybody has gone: it begins anew.
	expect(await take("ada4")).toBe("had");
});

it("refuses one too many of a person, and one person too many", async () => {
	const { take } = rig({ people: 2, each: 1 });
	for (const name of ["ada1", "ada2", "bob1", "cleo1"]) void take(name);
	expect(await take("ada3")).toBe("refused");
	expect(await take("dora1")).toBe("refused");
});

it("still refuses one too many of a person when a turn of theirs has ended", async () => {
	const { take, next } = rig({ people: 20, each: 1 });
	for (const name of ["ada1", "ada2"]) void take(name);
	await next();
	void take("ada3");
	expect(await Promise.race([take("ada4"), new Promise(setImmediate)])).toBe("refused");
});

it("keeps no turn for whoever has left, nor behind them", async () => {
	const { take, next, had } = rig({ people: 20, each: 3 });
	const [inLine, behind] = [new AbortController(), new AbortController()];
	void take("ada1");
	const left = [take("bob1", inLine.signal), take("bob2", behind.signal)];
	void take("bob3");
	inLine.abort(new Error("gone"));
	behind.abort(new Error("gone"));
	for (const each of left) await expect(each).rejects.toThrow("gone");
	await next();
	await next();
	expect(had).toEqual(["ada1", "bob3"]);
	await expect(take("bob4", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
	expect(await take("bob5")).toBe("had");
});

import { expect, it, vi } from "vitest";
import type { ChangedLinks, LinkChanges } from "#shared/links/link-list.ts";
import { changeInParts } from "./change-in-parts.ts";

const deletion: LinkChanges = { change: "delete", ids: Array.from({ length: 600 }, (_, index) => index + 1) };
const done = async ({ ids }: LinkChanges): Promise<ChangedLinks> => ({ changed: ids, refused: [] });

it("P174: changes more links than one call takes", async () => {
	const send = vi.fn(done);
	expect((await changeInParts(deletion, send)).changed).toEqual(deletion.ids);
	expect(send.mock.calls.map(([{ ids }]) => ids.length)).toEqual([500, 100]);
});

it("P174: tells what was changed before a later call failed", async () => {
	const away = new TypeError("Failed to fetch");
	const send = vi.fn(done).mockImplementationOnce(done).mockRejectedValueOnce(away);
	const { changed, error } = await changeInParts(deletion, send);
	expect(changed).toHaveLength(500);
	expect(error).toBe(away);
});

it("fails where the first call does", async () => {
	await expect(changeInParts(deletion, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
});

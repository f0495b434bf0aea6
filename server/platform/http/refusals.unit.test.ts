import { expect, it } from "vitest";
import { AppError, allOrRefused, atField } from "./app-error.ts";

const refuse = (field: string) => () => {
	throw new AppError("too_long", `${field} is too long`, { field, limit: 3 });
};
const fail = () => {
	throw new Error("broken");
};

it("steps that all succeed give their results, in order", async () => {
	expect(await allOrRefused([() => 1, async () => "two"])).toEqual([1, "two"]);
});

it("the first refusal is thrown with the fields of all", async () => {
	const refused = await allOrRefused([refuse("a"), () => 1, refuse("b")]).catch((error: unknown) => error);
	expect(refused).toMatchObject({ code: "too_long", message: "a is too long", limit: 3 });
	expect((refused as AppError).fields.map(({ field }) => field)).toEqual(["a", "b"]);
});

it("any other error is thrown unchanged, unless a field was refused before it", async () => {
	await expect(allOrRefused([fail, refuse("a")])).rejects.toThrow("broken");
	await expect(allOrRefused([refuse("a"), fail])).rejects.toThrow("a is too long");
});

it("a refusal of content gets its field; every other error stays unchanged", async () => {
	const named = async (error: Error) =>
		atField("image", Promise.reject(error)).catch((thrown: AppError) => thrown.fields?.map(({ field }) => field));
	expect(await named(new AppError("image_unreadable", "No"))).toEqual(["image"]);
	expect(await named(new AppError("image_wrong_type", "No"))).toEqual(["image"]);
	expect(await named(new AppError("invalid_crop", "No", { field: "imageCut" }))).toEqual(["imageCut"]);
	expect(await named(new AppError("unavailable", "No"))).toEqual([]);
	expect(await named(new Error("broken"))).toBeUndefined();
	expect(await atField("image", Promise.resolve(7))).toBe(7);
});

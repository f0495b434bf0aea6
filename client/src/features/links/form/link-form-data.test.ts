import { describe, expect, it } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { describedField, fieldsThat } from "#shared/links/link-fields.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { linkFormData, linkFormValues } from "./link-form-data.ts";

const FIELDS = fieldsThat(({ form }) => form !== null).map((name) => [name, describedField(name).form?.name ?? ""]);
const CUT = { x: 1, y: 2, width: 3, height: 4 };

describe.each(FIELDS)("the field %s, %s in requests", (name = "", sent = "") => {
	it("begins as the link has it, and empty without a link", () => {
		expect(linkFormValues({ [name]: "value" } as unknown as LinkView)).toHaveProperty(sent, "value");
		expect(linkFormValues()).toHaveProperty(sent, "");
	});

	it("is sent; empty where there is none", () => {
		const bodyOf = (form: object) => linkFormData({ form: form as LinkForm, image: null, revision: undefined });
		expect(bodyOf({ [sent]: "value" }).getAll(sent)).toEqual(["value"]);
		expect(bodyOf({ [sent]: null }).getAll(sent)).toEqual([""]);
	});
});

it("the image, its section and the revision go along where there are any", () => {
	const image = new File(["x"], "x.png");
	const form = { imageSource: "upload", imageCut: CUT } as LinkForm;
	const whole = linkFormData({ form, image, revision: "r" });
	expect(["imageSource", "imageCut", "revision"].map((name) => whole.get(name))).toEqual(["upload", "1,2,3,4", "r"]);
	expect(whole.get("image")).toBeInstanceOf(File);
	const bare = linkFormData({ form: { imageCut: null } as LinkForm, image: null, revision: undefined });
	expect(["imageCut", "revision", "image"].filter((name) => bare.has(name))).toEqual([]);
});

import { describe, expect, it } from "vitest";
import type { LinkView } from "#shared/links/link.ts";
import { describedField, fieldsThat } from "#shared/links/link-fields.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { linkFormData, linkFormValues } from "./link-form-data.ts";

const FIELDS = fieldsThat(({ form }) => form !== null).map((name) => [name, describedField(name).form?.name ?? ""]);

describe.each(FIELDS)("the field %s, %s in requests", (name = "", sent = "") => {
	it("begins as the link has it, and empty without a link", () => {
		expect(linkFormValues({ [name]: "value" } as unknown as LinkView)).toHaveProperty(sent, "value");
		expect(linkFormValues()).toHaveProperty(sent, "");
	});

	it("is sent; empty where there is none", () => {
		const bodyOf = (form: object) => linkFormData({ form: form as LinkForm, revision: undefined });
		expect(bodyOf({ [sent]: "value" }).getAll(sent)).toEqual(["value"]);
		expect(bodyOf({ [sent]: null }).getAll(sent)).toEqual([""]);
	});
});

it("the revision goes along where there is one", () => {
	const form = { imageSource: "upload" } as LinkForm;
	const whole = linkFormData({ form, revision: "r" });
	expect(["imageSource", "revision"].map((name) => whole.get(name))).toEqual(["upload", "r"]);
	const bare = linkFormData({ form: { imageCut: null } as LinkForm, revision: undefined });
	expect(["imageCut", "revision", "image"].filter((name) => bare.has(name))).toEqual([]);
});

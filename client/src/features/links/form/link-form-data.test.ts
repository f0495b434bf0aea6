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
		const bodyOf = (form: object) => linkFormData({ form: form as LinkForm, domain: null, revision: undefined });
		expect(bodyOf({ [sent]: "value" }).getAll(sent)).toEqual(["value"]);
		expect(bodyOf({ [sent]: null }).getAll(sent)).toEqual([""]);
	});
});

it("the revision goes along where there is one, and the domain if one was chosen, also our own address", () => {
	const form = { imageSource: "upload" } as LinkForm;
	const whole = linkFormData({ form, domain: "go.brand.com", revision: "r" });
	expect(["imageSource", "revision", "domain"].map((name) => whole.get(name))).toEqual(["upload", "r", "go.brand.com"]);
	const bare = linkFormData({ form: { imageCut: null } as LinkForm, domain: null, revision: undefined });
	expect(["imageCut", "revision", "image", "domain"].filter((name) => bare.has(name))).toEqual([]);
	expect(linkFormData({ form, domain: "", revision: undefined }).getAll("domain")).toEqual([""]);
	expect(linkFormValues().domain).toBeNull();
});

import { describe, expect, it } from "vitest";
import { PLAN_FEATURES, planHas } from "../billing/plans/plan-features.ts";
import { optionalText } from "./field-schemas.ts";
import { CSV_COLUMNS } from "./imports/imports.ts";
import { describedField, fieldsThat, LINK_FIELD_NAMES, LINK_FIELDS } from "./link-fields.ts";
import { linkForm } from "./link-form.ts";

describe("every field of a link is described once (P285)", () => {
	it("columns of a CSV file have the order that programs know, new ones after them", () => {
		const known = "slug,target_url,title,description,image_url,tags,starts_at,ends_at,after_url,archived";
		const ours = "short_url,views_human,views_bot,created_at";
		expect(CSV_COLUMNS.join()).toMatch(new RegExp(`^${known}(,[a-z_]+)*,${ours}$`));
		expect(new Set(CSV_COLUMNS).size).toBe(CSV_COLUMNS.length);
	});

	it("a column's name means one field", () => {
		const names = LINK_FIELD_NAMES.flatMap((name) => {
			const { column, synonyms } = LINK_FIELDS[name].csv;
			return [column.replaceAll("_", ""), ...synonyms];
		});
		expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
		for (const name of names) expect(name).toMatch(/^[a-z0-9]+$/);
	});

	it("the form names its first mistake in the order that requests know", () => {
		const known = "title,description,targetUrl,customLinkSlug,imageUrl,imageSource,imageCut,startsAt,endsAt,afterUrl";
		expect(Object.keys(linkForm.shape).join()).toMatch(new RegExp(`^${known}(,|$)`));
	});

	it.each(fieldsThat(({ form }) => form !== null))("%s is in the form", (name) => {
		expect(Object.keys(linkForm.shape)).toContain(describedField(name).form?.name);
	});

	it.each(fieldsThat(({ form }) => form !== null))("%s can't be overwritten unseen by a second edit", (name) => {
		expect(describedField(name).revision).not.toBe("never");
	});

	it("slugs, tags and schedules need a plan, the address after the end as well", () => {
		const plans = fieldsThat(({ plan }) => plan !== null).map((name) => [name, describedField(name).plan]);
		expect(Object.fromEntries(plans)).toEqual({
			...{ linkSlug: "customSlugs", tags: "tags" },
			...{ startsAt: "schedule", endsAt: "schedule", afterUrl: "schedule" },
		});
	});

	it.each(fieldsThat(({ plan }) => plan !== null))("%s is on each plan that imports CSV files", (name) => {
		const { plan } = describedField(name);
		expect(plan && planHas(PLAN_FEATURES.csv.from, plan)).toBe(true);
	});
});

it("an optional text stays where it is left out, is removed where it is empty, and has a limit", () => {
	const note = optionalText({ label: "Note", max: 5 });
	expect(note.parse(undefined)).toBeUndefined();
	expect(note.parse("")).toBeNull();
	expect(note.parse("a\r\nb")).toBe("a\nb");
	expect(note.safeParse("123456").error?.issues[0]?.message).toBe("Note must be 5 characters or less");
});

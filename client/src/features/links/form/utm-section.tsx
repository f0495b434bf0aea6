import { useId, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import type { LinkForm } from "#shared/links/link-form.ts";
import { readUtm, UTM_FIELDS, UTM_LIMITS, type UtmField, type UtmValues, writeUtm } from "#shared/links/utm.ts";
import { cleanLine, trimBlank } from "#shared/platform/plain-text.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import { UtmTemplates } from "./utm-templates.tsx";

const LABELS: Record<UtmField, { label: string; example: string }> = {
	source: { label: "Source", example: "newsletter" },
	medium: { label: "Medium", example: "email" },
	campaign: { label: "Campaign", example: "spring_sale" },
	term: { label: "Term", example: "running+shoes" },
	content: { label: "Content", example: "header_button" },
};

/** Campaign parameters, read from and written to the target's query (P188). Only the target is saved. */
export function UtmSection({ form }: { form: UseFormReturn<LinkFormValues, unknown, LinkForm> }) {
	const target = form.watch("targetUrl");
	const values = readUtm(target);
	const isEmpty = trimBlank(target) === "";
	const withCapitals = UTM_FIELDS.findIndex((field) => values[field] !== values[field].toLowerCase());
	const heading = useId();
	const fields = useRef<HTMLDivElement>(null);

	function write(changes: Partial<UtmValues>): void {
		const shouldValidate = form.formState.isSubmitted;
		form.setValue("targetUrl", writeUtm(form.getValues("targetUrl"), changes), { shouldDirty: true, shouldValidate });
	}

	/** Not while typing, because a word may follow a trailing space. */
	function clean(field: UtmField): void {
		const typed = readUtm(form.getValues("targetUrl"))[field];
		if (cleanLine(typed) !== typed) write({ [field]: cleanLine(typed) });
	}

	function makeLowerCase(): void {
		write(inLowerCase(values));
		// The button disappears, so focus moves to the first field it changed.
		fields.current?.querySelectorAll("input")[withCapitals]?.focus();
	}

	return (
		<section aria-labelledby={heading} className="flex flex-col gap-5">
			<div className="flex flex-wrap items-baseline gap-x-3">
				<h2 id={heading} className="font-sans text-base font-semibold tracking-normal">
					Campaign (UTM)
				</h2>
				<p className="text-sm text-muted">
					{isEmpty
						? "Enter the target URL first. These parameters are added to it."
						: "Added to the target URL as you type."}
				</p>
			</div>
			<div ref={fields} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
				{UTM_FIELDS.map((field) => (
					<Field key={field} label={LABELS[field].label}>
						{(control) => (
							<Input
								{...control}
								value={values[field]}
								disabled={isEmpty}
								maxLength={UTM_LIMITS.value}
								placeholder={LABELS[field].example}
								autoCapitalize="none"
								autoComplete="off"
								spellCheck={false}
								onChange={(event) => write({ [field]: event.target.value })}
								onBlur={() => clean(field)}
							/>
						)}
					</Field>
				))}
			</div>
			{withCapitals >= 0 && (
				<p className="flex flex-wrap items-center gap-3 text-sm text-muted">
					"News" and "news" count separately.
					<Button variant="secondary" onClick={makeLowerCase}>
						Use lowercase
					</Button>
				</p>
			)}
			<UtmTemplates values={values} canApply={!isEmpty} onApply={write} />
		</section>
	);
}

function inLowerCase(values: UtmValues): UtmValues {
	return Object.fromEntries(UTM_FIELDS.map((field) => [field, values[field].toLowerCase()])) as UtmValues;
}

import type { UseFormReturn } from "react-hook-form";
import { Disclosure } from "#client/components/ui/disclosure.tsx";
import type { LinkForm } from "#shared/links/link-form.ts";
import { readUtm, UTM_FIELDS } from "#shared/links/utm.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import { ScheduleSection } from "./schedule-section.tsx";
import { UtmSection } from "./utm-section.tsx";

export function MoreOptions({ form }: { form: UseFormReturn<LinkFormValues, unknown, LinkForm> }) {
	const { errors, defaultValues } = form.formState;
	const wasSet = Boolean(defaultValues?.startsAt || defaultValues?.endsAt);
	const hasMistake = Boolean(errors.startsAt || errors.endsAt || errors.afterUrl);
	const utm = readUtm(form.watch("targetUrl"));
	const count = UTM_FIELDS.filter((field) => utm[field] !== "").length;
	const hasTimes = form.watch(["startsAt", "endsAt"]).some((time) => time !== "");
	const set = [count > 0 && `${count} UTM set`, hasTimes && "times set"].filter(Boolean).join(", ");
	return (
		<Disclosure title="Campaign, start and end" startsOpen={wasSet || hasMistake} aside={set}>
			<UtmSection form={form} />
			<hr />
			<ScheduleSection form={form} />
		</Disclosure>
	);
}

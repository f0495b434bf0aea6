import { type ComponentProps, useId, useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { fromLocalTime, ownClock, toLocalTime } from "#client/lib/local-time.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import { usePastedLines } from "./pasted-lines.ts";

type ScheduleSectionProps = { form: UseFormReturn<LinkFormValues, unknown, LinkForm> };

/** Errors between both fields are shown at the end, so changing the other one revalidates it. */
const JUDGED_WITH_THE_END = { deps: ["endsAt" as const] };

/** The link's active period, and its target afterwards (P187). */
export function ScheduleSection({ form }: ScheduleSectionProps) {
	const { subscription } = useActiveSubscription();
	const { errors, defaultValues } = form.formState;
	const heading = useId();
	const lines = usePastedLines();
	const isAllowed = planHas(subscription?.planId, "schedule");
	const wasSet = Boolean(defaultValues?.startsAt || defaultValues?.endsAt);

	return (
		<section aria-labelledby={heading} className="flex flex-col gap-5">
			<h2 id={heading} className="font-sans text-base font-semibold tracking-normal">
				Start and end
			</h2>
			{!isAllowed && <UpgradeLink feature="schedule" keepsMade={wasSet} />}
			<div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
				<TimeField form={form} name="startsAt" label="Opens" isAllowed={isAllowed} />
				<TimeField form={form} name="endsAt" label="Ends" isAllowed={isAllowed} />
			</div>
			<Field
				label="Then redirect to"
				error={errors.afterUrl?.message}
				hint={'Leave blank to show "This link has ended". Social networks keep the card.'}
			>
				{(control) => (
					<Input
						{...control}
						{...form.register("afterUrl", { ...JUDGED_WITH_THE_END, setValueAs: lines.asPasted })}
						onPaste={(event) => {
							const shown = lines.shownAfter(event);
							if (shown !== null) form.setValue("afterUrl", shown, { shouldDirty: true, shouldValidate: true });
						}}
						disabled={!isAllowed && form.watch("afterUrl") === ""}
						type="url"
						inputMode="url"
						placeholder="https://example.com/next"
						autoComplete="off"
						spellCheck={false}
					/>
				)}
			</Field>
		</section>
	);
}

type TimeFieldProps = ScheduleSectionProps & { name: "startsAt" | "endsAt"; label: string; isAllowed: boolean };

/** A time set on a larger plan can still be removed. */
function TimeField({ form, name, label, isAllowed }: TimeFieldProps) {
	return (
		<Controller
			name={name}
			control={form.control}
			{...(name === "startsAt" && { rules: JUDGED_WITH_THE_END })}
			render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
				<Field label={label} error={fieldState.error?.message} hint={`Time zone: ${ownClock()}`}>
					{(control) => (
						<TimeInput
							{...control}
							ref={ref}
							name={name}
							disabled={!isAllowed && value === ""}
							moment={value}
							onMoment={onChange}
							onBlur={onBlur}
						/>
					)}
				</Field>
			)}
		/>
	);
}

type TimeInputProps = ComponentProps<"input"> & { moment: string; onMoment: (moment: string) => void };

/** Keeps typed text unchanged: a half-typed year is a valid time too, and must not be rewritten. */
function TimeInput({ moment, onMoment, ...rest }: TimeInputProps) {
	const [typed, setTyped] = useState({ moment, local: toLocalTime(moment) });
	return (
		<Input
			{...rest}
			type="datetime-local"
			data-empty={moment === "" || undefined}
			value={typed.moment === moment ? typed.local : toLocalTime(moment)}
			onChange={({ target: { value: local } }) => {
				const next = fromLocalTime(local);
				setTyped({ moment: next, local });
				onMoment(next);
			}}
		/>
	);
}

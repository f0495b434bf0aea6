import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Counter } from "#client/components/ui/counter.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Textarea } from "#client/components/ui/textarea.tsx";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { cleanLine, cleanText } from "#shared/platform/plain-text.ts";
import { completeTarget, pastedAddress } from "../prefill/page-address.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import type { TargetField } from "./use-target-field.ts";

type TextFieldsProps = {
	form: UseFormReturn<LinkFormValues, unknown, LinkForm>;
	target: TargetField;
	/** Called when a URL is pasted into the empty target field. */
	onPasteTarget?: ((address: string) => void) | undefined;
	targetAside?: ReactNode;
	belowTarget?: ReactNode;
};

export function TextFields({ form, target, onPasteTarget, targetAside, belowTarget }: TextFieldsProps) {
	const { register, watch, formState } = form;
	const { errors } = formState;
	const { lines } = target;
	return (
		<>
			<Field
				label="Title"
				isRequired
				room={1}
				error={errors.title?.message}
				aside={<Counter length={cleanLine(watch("title")).length} max={LINK_LIMITS.title} />}
			>
				{(control) => (
					<Input {...control} {...register("title")} dir="auto" placeholder="Your Link Title" autoComplete="off" />
				)}
			</Field>
			<Field
				label="Description"
				isRequired
				room={1}
				error={errors.description?.message}
				aside={<Counter length={cleanText(watch("description")).length} max={LINK_LIMITS.description} />}
			>
				{(control) => (
					<Textarea
						{...control}
						{...register("description")}
						dir="auto"
						rows={3}
						placeholder="A compelling description of your link..."
					/>
				)}
			</Field>
			<div>
				<Field
					label="Target URL"
					isRequired
					room={2}
					error={errors.targetUrl?.message}
					hint="The page people are sent to, starting with https://"
					aside={targetAside}
				>
					{(control) => (
						<Input
							{...control}
							{...register("targetUrl", { onBlur: () => completeTarget(form), setValueAs: lines.asPasted })}
							onPaste={(event) => {
								const address = onPasteTarget ? pastedAddress(event) : null;
								if (address !== null) {
									event.preventDefault();
									onPasteTarget?.(address);
									return;
								}
								const shown = lines.shownAfter(event);
								if (shown !== null) form.setValue("targetUrl", shown, { shouldDirty: true, shouldValidate: true });
							}}
							type="url"
							inputMode="url"
							placeholder="https://example.com/your-page"
							autoComplete="off"
							spellCheck={false}
						/>
					)}
				</Field>
				{belowTarget}
			</div>
		</>
	);
}

import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import type { ProfileValues } from "./onboarding-values.ts";

type FieldsProps = {
	register: UseFormRegister<ProfileValues>;
	errors: FieldErrors<ProfileValues>;
};

export function IndividualFields({ register, errors }: FieldsProps) {
	return (
		<Field label="Address" error={errors.businessAddress?.message} hint="Shown on your invoices.">
			{(control) => <Input {...control} {...register("businessAddress")} autoComplete="street-address" />}
		</Field>
	);
}

export function BusinessFields({ register, errors, asksVat }: FieldsProps & { asksVat: boolean }) {
	return (
		<>
			<Field label="Business name" isRequired error={errors.businessName?.message}>
				{(control) => <Input {...control} {...register("businessName")} autoComplete="organization" />}
			</Field>
			<Field label="Business address" isRequired error={errors.businessAddress?.message} hint="Shown on your invoices.">
				{(control) => <Input {...control} {...register("businessAddress")} autoComplete="street-address" />}
			</Field>
			{asksVat && (
				<Field
					label="VAT Number"
					isRequired
					error={errors.businessVat?.message}
					hint="With its country letters, such as PT123456789."
				>
					{(control) => <Input {...control} {...register("businessVat")} autoComplete="off" spellCheck={false} />}
				</Field>
			)}
		</>
	);
}

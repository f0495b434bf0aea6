import { Controller, useFormContext } from "react-hook-form";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { BusinessFields, IndividualFields } from "./business-fields.tsx";
import { CountrySelect } from "./country-select.tsx";
import { type ProfileValues, showsVat } from "./onboarding-values.ts";

/** The payer's fields, shared by onboarding and editing, within their form's context. */
export function ProfileFields({ onCountryPicked }: { onCountryPicked?: () => void }) {
	const { register, control, watch, setValue, formState } = useFormContext<ProfileValues>();
	const { errors } = formState;
	const isBusiness = watch("isBusiness");
	const asksVat = showsVat({ isBusiness, businessCountry: watch("businessCountry") });
	return (
		<>
			<Field label="Full name" isRequired error={errors.fullName?.message}>
				{(field) => <Input {...field} {...register("fullName")} autoComplete="name" />}
			</Field>
			<Controller
				name="businessCountry"
				control={control}
				render={({ field: { value, onChange, ref } }) => (
					<Field
						label="Country of residence"
						isRequired
						error={errors.businessCountry?.message}
						hint="Decides which VAT rules apply to your invoices."
					>
						{({ "aria-required": _required, ...rest }) => (
							<CountrySelect
								{...rest}
								ref={ref}
								value={value}
								onChange={(code) => {
									onChange(code);
									if (code) onCountryPicked?.();
								}}
							/>
						)}
					</Field>
				)}
			/>
			<Tabs
				value={isBusiness ? "business" : "individual"}
				onValueChange={(tab) => setValue("isBusiness", tab === "business", { shouldDirty: true })}
				className="flex flex-col gap-5"
			>
				<TabList aria-label="Who is the account for?">
					<Tab value="individual">Individual</Tab>
					<Tab value="business">Business</Tab>
				</TabList>
				<TabPanel value="individual" className="flex flex-col gap-6">
					<IndividualFields register={register} errors={errors} />
				</TabPanel>
				<TabPanel value="business" className="flex flex-col gap-6">
					<BusinessFields register={register} errors={errors} asksVat={asksVat} />
				</TabPanel>
			</Tabs>
		</>
	);
}

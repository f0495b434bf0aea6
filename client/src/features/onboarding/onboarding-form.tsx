import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useRef } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { paths } from "#client/lib/paths.ts";
import { useFocusFirstMistake } from "#client/lib/use-focus-first-mistake.ts";
import type { CurrentUser } from "#shared/auth/current-user.ts";
import { type OnboardingForm as Onboarding, onboardingForm } from "#shared/onboarding/onboarding-form.ts";
import { BusinessFields, IndividualFields } from "./business-fields.tsx";
import { CountrySelect } from "./country-select.tsx";
import { type OnboardingValues, onboardingValues, showsVat, visibleOnly } from "./onboarding-values.ts";

type OnboardingFormProps = {
	user: CurrentUser;
	/** Saving, or leaving after a save. */
	isBusy: boolean;
	onSubmit: (form: Onboarding) => void;
};

/** The profile form: who pays, from where, and the two consents. */
export function OnboardingForm({ user, isBusy, onSubmit }: OnboardingFormProps) {
	const element = useRef<HTMLFormElement>(null);
	const { register, control, handleSubmit, watch, setValue, formState } = useForm<
		OnboardingValues,
		unknown,
		Onboarding
	>({
		defaultValues: onboardingValues(user),
		resolver,
		shouldFocusError: false,
	});
	const { errors, submitCount } = formState;
	useFocusFirstMistake(element, submitCount);
	const isBusiness = watch("isBusiness");
	const asksVat = showsVat({ isBusiness, businessCountry: watch("businessCountry") });

	const submit = handleSubmit(onSubmit, (mistakes) => {
		if (!mistakes.businessCountry) return;
		toast({
			title: "Validation Error",
			description: "Please select a country of residence.",
			variant: "destructive",
		});
	});

	return (
		<form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-6">
			<Field label="Email" isRequired hint="From your Google account.">
				{(field) => <Input {...field} type="email" value={user.email} disabled />}
			</Field>
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
							<CountrySelect {...rest} ref={ref} value={value} onChange={onChange} />
						)}
					</Field>
				)}
			/>
			<Tabs
				value={isBusiness ? "business" : "individual"}
				onValueChange={(tab) => setValue("isBusiness", tab === "business")}
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
			<fieldset className="flex flex-col gap-3 border-t pt-6">
				<legend className="sr-only">Consent</legend>
				<Checkbox {...register("termsAccepted")} aria-required error={errors.termsAccepted?.message}>
					I accept the <DocumentLink href={paths.terms}>terms and conditions</DocumentLink>
				</Checkbox>
				<Checkbox {...register("privacyAccepted")} aria-required error={errors.privacyAccepted?.message}>
					I accept the <DocumentLink href={paths.privacy}>privacy policy</DocumentLink>
				</Checkbox>
			</fieldset>
			<Button type="submit" size="lg" isBusy={isBusy}>
				Save and continue
			</Button>
		</form>
	);
}

/** Opens beside the form, so that nothing typed is lost. */
function DocumentLink({ href, children }: { href: string; children: ReactNode }) {
	return (
		<a
			href={href}
			target="_blank"
			rel="noreferrer"
			className="font-medium underline underline-offset-2 hover:text-accent"
		>
			{children}
			<span className="sr-only"> (opens in a new tab)</span>
		</a>
	);
}

const resolveAll: Resolver<OnboardingValues, unknown, Onboarding> = zodResolver(onboardingForm) as never;

const resolver: Resolver<OnboardingValues, unknown, Onboarding> = (values, context, options) =>
	resolveAll(visibleOnly(values), context, options);

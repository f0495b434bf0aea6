import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useRef } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import { dismissToast, toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { LeaveDialog } from "#client/components/ui/leave-dialog.tsx";
import { useKeptForm } from "#client/lib/kept-form.ts";
import { paths } from "#client/lib/paths.ts";
import { useFocusFirstMistake } from "#client/lib/use-focus-first-mistake.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";
import { useUnsavedChanges } from "#client/lib/use-unsaved-changes.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import { type OnboardingForm as Onboarding, onboardingForm } from "#shared/billing/onboarding/onboarding-form.ts";
import { type OnboardingValues, onboardingValues, PROFILE_FIELDS, visibleOnly } from "./onboarding-values.ts";
import { ProfileFields } from "./profile-fields.tsx";

type OnboardingFormProps = {
	user: CurrentUser;
	saving: { isPending: boolean; isSuccess: boolean; error: unknown };
	onSubmit: (form: Onboarding) => void;
};

/** All fields except the account's email address, which can't be changed here. */
const PLACES = [...PROFILE_FIELDS, "termsAccepted", "privacyAccepted"] as const;

export function OnboardingForm({ user, saving, onSubmit }: OnboardingFormProps) {
	const element = useRef<HTMLFormElement>(null);
	const form = useForm<OnboardingValues, unknown, Onboarding>({
		defaultValues: onboardingValues(user),
		resolver,
		shouldFocusError: false,
	});
	const { register, handleSubmit, setError, formState } = form;
	const { errors, isDirty } = formState;
	useFocusFirstMistake(element, formState);
	const reason = useRefusal({
		form: element,
		error: saving.error,
		placeOf: (field) => PLACES.find((place) => place === field),
		showAt: (place, message) => setError(place, { message }),
	});
	const unsaved = useUnsavedChanges(isDirty);
	useKeptForm("onboarding", form);
	const countryToast = useRef<number | null>(null);

	useEffect(() => {
		if (saving.isSuccess) unsaved.allow();
	}, [saving.isSuccess, unsaved.allow]);

	const submit = handleSubmit(onSubmit, (mistakes) => {
		if (!mistakes.businessCountry) return;
		countryToast.current = toast({
			title: "Validation Error",
			description: "Please select a country of residence.",
			variant: "destructive",
		});
	});

	return (
		<FormProvider {...form}>
			<form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-6">
				<Field label="Email" isRequired hint="From your Google account.">
					{(field) => <Input {...field} type="email" value={user.email} disabled />}
				</Field>
				<ProfileFields onCountryPicked={() => countryToast.current !== null && dismissToast(countryToast.current)} />
				<fieldset className="flex flex-col gap-3 border-t pt-6">
					<legend className="sr-only">Consent</legend>
					<Checkbox {...register("termsAccepted")} aria-required error={errors.termsAccepted?.message}>
						I accept the <DocumentLink href={paths.terms}>terms and conditions</DocumentLink>
					</Checkbox>
					<Checkbox {...register("privacyAccepted")} aria-required error={errors.privacyAccepted?.message}>
						I accept the <DocumentLink href={paths.privacy}>privacy policy</DocumentLink>
					</Checkbox>
				</fieldset>
				{reason && (
					<p role="alert" className="text-danger">
						{reason}
					</p>
				)}
				<Button type="submit" size="lg" isBusy={saving.isPending || saving.isSuccess}>
					Save and continue
				</Button>
			</form>
			<LeaveDialog unsaved={unsaved} />
		</FormProvider>
	);
}

/** Opens in a new tab, so that nothing typed is lost. */
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

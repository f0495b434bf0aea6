import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { FormEnd } from "#client/components/ui/form-end.tsx";
import { LeaveDialog } from "#client/components/ui/leave-dialog.tsx";
import { useKeptForm } from "#client/lib/kept-form.ts";
import { useFocusFirstMistake } from "#client/lib/use-focus-first-mistake.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";
import { useUnsavedChanges } from "#client/lib/use-unsaved-changes.ts";
import { type BillingDetails, billingDetails } from "#shared/billing/onboarding/onboarding-form.ts";
import { useSaveBillingDetails } from "./billing-details.queries.ts";
import { PROFILE_FIELDS, type ProfileValues, profileValues, visibleOnly } from "./onboarding-values.ts";
import { ProfileFields } from "./profile-fields.tsx";

type DetailsFormProps = { details: BillingDetails; onClose: () => void };

/** Edits name, address and VAT number, which go to Stripe and onto the next invoice. */
export function DetailsForm({ details, onClose }: DetailsFormProps) {
	const element = useRef<HTMLFormElement>(null);
	const form = useForm<ProfileValues, unknown, BillingDetails>({
		defaultValues: profileValues(details),
		resolver,
		shouldFocusError: false,
	});
	const { mutate, isPending, error } = useSaveBillingDetails();
	const { handleSubmit, setFocus, setError, formState } = form;
	useFocusFirstMistake(element, formState);
	const unsaved = useUnsavedChanges(formState.isDirty);
	useKeptForm("details", form);
	const reason = useRefusal({
		form: element,
		error,
		placeOf: (field) => PROFILE_FIELDS.find((place) => place === field),
		showAt: (place, message) => setError(place, { message }),
	});

	useEffect(() => setFocus("fullName"), [setFocus]);

	const submit = handleSubmit((values) =>
		mutate(values, {
			onSuccess: () => {
				toast({ title: "Details saved", description: "They appear on your next invoice", variant: "success" });
				onClose();
			},
			onError: (failure) => toastFailure("Could not save your details", failure),
		}),
	);

	return (
		<FormProvider {...form}>
			<form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-6" aria-label="Your details">
				<ProfileFields />
				<FormEnd reason={reason} submit="Save details" isBusy={isPending} onCancel={onClose} />
			</form>
			<LeaveDialog unsaved={unsaved} />
		</FormProvider>
	);
}

const resolveAll: Resolver<ProfileValues, unknown, BillingDetails> = zodResolver(billingDetails) as never;

const resolver: Resolver<ProfileValues, unknown, BillingDetails> = (values, context, options) =>
	resolveAll(visibleOnly(values), context, options);

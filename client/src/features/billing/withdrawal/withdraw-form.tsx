import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useLocation } from "wouter";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { displayNameOf, useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { ApiError } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { randomKey } from "#client/lib/random-key.ts";
import { useFocusFirstMistake } from "#client/lib/use-focus-first-mistake.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";
import { type WithdrawalForm, withdrawalForm } from "#shared/billing/subscriptions/withdrawal.ts";
import { ConfirmWithdrawal } from "./confirm-withdrawal.tsx";
import { useWithdraw } from "./withdrawal.queries.ts";

const EMPTY = { key: "", name: "", email: "", contract: "", website: "" };
const FIELDS = ["name", "email", "contract", "website"] as const;

/** Who withdraws from what, then the statement to confirm (P577). */
export function WithdrawForm() {
	const element = useRef<HTMLFormElement>(null);
	const [, navigate] = useLocation();
	const [statement, setStatement] = useState<WithdrawalForm | null>(null);
	const form = useForm<typeof EMPTY, unknown, WithdrawalForm>({
		defaultValues: EMPTY,
		resolver: zodResolver(withdrawalForm) as Resolver<typeof EMPTY, unknown, WithdrawalForm>,
		shouldFocusError: false,
	});
	const { register, handleSubmit, reset, setError, setValue, formState } = form;
	const { errors } = formState;
	const { mutate, isPending, isSuccess, error } = useWithdraw();
	const known = useWhatIsKnown();
	useFocusFirstMistake(element, formState);
	const reason = useRefusal({
		form: element,
		error,
		placeOf: (field) => FIELDS.find((place) => place === field),
		showAt: (place, message) => setError(place, { message }),
	});

	// Keeps what was typed meanwhile.
	useEffect(() => reset({ ...EMPTY, ...known }, { keepDirtyValues: true, keepErrors: true }), [known, reset]);

	function send(confirmed: WithdrawalForm): void {
		mutate(confirmed, {
			onSuccess: ({ number }) => navigate(paths.withdrawal(number), { replace: true }),
			onError: (failure) => {
				toastFailure("Could not send your withdrawal", failure);
				// After any other failure, the same statement can be resent.
				if (failure instanceof ApiError && failure.status === 400) setStatement(null);
			},
		});
	}

	if (statement) {
		return (
			<ConfirmWithdrawal
				statement={statement}
				isBusy={isPending || isSuccess}
				refusal={reason}
				onConfirm={() => send(statement)}
				onBack={() => setStatement(null)}
			/>
		);
	}
	return (
		<form
			ref={element}
			noValidate
			aria-label="Your withdrawal"
			className="flex flex-col gap-6"
			onSubmit={(event) => {
				// An idempotency key per statement: a retry after a lost response is the same withdrawal.
				setValue("key", randomKey());
				void handleSubmit(setStatement)(event);
			}}
		>
			<Field label="Name" isRequired error={errors.name?.message}>
				{(field) => <Input {...field} {...register("name")} autoComplete="name" />}
			</Field>
			<Field
				label="Email"
				isRequired
				error={errors.email?.message}
				hint="The one of your account. We write to it about your withdrawal."
			>
				{(field) => <Input {...field} {...register("email")} type="email" autoComplete="email" />}
			</Field>
			<Field
				label="Contract"
				isRequired
				error={errors.contract?.message}
				hint='Your plan, such as "Pro, paid monthly", or the number of an invoice.'
			>
				{(field) => <Input {...field} {...register("contract")} />}
			</Field>
			<div aria-hidden="true" className="absolute left-[-999rem]">
				<Field label="Leave this field empty" isRequired error={errors.website?.message}>
					{(field) => <Input {...field} {...register("website")} tabIndex={-1} autoComplete="off" />}
				</Field>
			</div>
			{errors.website && <p className="text-danger">A hidden field was filled in. Reload the page and try again.</p>}
			{reason && (
				<p role="alert" className="text-danger">
					{reason}
				</p>
			)}
			<Button type="submit" size="lg" className="self-start">
				Continue
			</Button>
		</form>
	);
}

function useWhatIsKnown() {
	const { user } = useCurrentUser();
	const { subscription: active, pastDue } = useActiveSubscription();
	const subscription = active ?? pastDue?.subscription;
	const name = user ? displayNameOf(user) : "";
	const email = user?.email ?? "";
	const contract = subscription
		? `${subscription.plan.name}, paid ${subscription.isAnnual ? "yearly" : "monthly"}`
		: "";
	return useMemo(() => ({ name, email, contract }), [name, email, contract]);
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { Page, PageHeading } from "#client/components/layout/page.tsx";
import { toast } from "#client/components/toast/use-toast.ts";
import { Card } from "#client/components/ui/card.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { currentUserQuery, useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { useOnboarding } from "#client/features/billing/onboarding/onboarding.queries.ts";
import { OnboardingForm } from "#client/features/billing/onboarding/onboarding-form.tsx";
import { ApiError } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import type { CurrentUser } from "#shared/account/auth/current-user.ts";
import type { OnboardingForm as Onboarding } from "#shared/billing/onboarding/onboarding-form.ts";

/** Time to see the toast before the page changes (P84). */
const REDIRECT_DELAY_MS = 500;

export function OnboardingPage() {
	const { user } = useCurrentUser();
	const [wasOnboard] = useState(user?.needsConsent === false);
	if (!user) return <PageSpinner />;
	return wasOnboard ? <AlreadyOnboard /> : <Profile user={user} />;
}

function Profile({ user }: { user: CurrentUser }) {
	const { mutate, ...saving } = useOnboarding();
	const { isSuccess } = saving;
	const [, navigate] = useLocation();
	const queryClient = useQueryClient();

	useEffect(() => {
		if (!isSuccess) return;
		const timer = setTimeout(() => navigate(paths.pricing, { replace: true }), REDIRECT_DELAY_MS);
		return () => clearTimeout(timer);
	}, [isSuccess, navigate]);

	function save(form: Onboarding): void {
		mutate(form, {
			onSuccess: () => {
				const onboard: CurrentUser = { ...user, needsConsent: false, hasConsent: true };
				queryClient.setQueryData(currentUserQuery.queryKey, onboard);
				// The name may differ from Google's.
				void queryClient.invalidateQueries(currentUserQuery);
				toast({
					title: "Onboarding completed",
					description: "Your information has been saved successfully",
					variant: "success",
				});
			},
			onError: (error) => toast({ ...failureToast(error), variant: "destructive", error }),
		});
	}

	return (
		<Page title="Complete your profile" width="narrow">
			<PageHeading heading="Complete your profile" text="One-time setup, about a minute." />
			<Card className="mt-8 p-5 sm:p-8">
				<OnboardingForm user={user} saving={saving} onSubmit={save} />
			</Card>
		</Page>
	);
}

function AlreadyOnboard() {
	const [, navigate] = useLocation();
	useEffect(() => {
		toast({ title: "You are already onboard!" });
		navigate(paths.pricing, { replace: true });
	}, [navigate]);
	return <PageSpinner />;
}

function failureToast(error: Error): { title: string; description: string } {
	return error instanceof ApiError
		? {
				title: "Onboarding failed",
				description: "There was an error saving your information. Please try again.",
			}
		: { title: "Error", description: "An unexpected error occurred. Please try again." };
}

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { currentUserQuery, useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { useIsChecking } from "#client/features/billing/subscriptions/change/came-of-change.ts";
import {
	activeSubscriptionQuery,
	useActiveSubscription,
} from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { keptHeading } from "#client/lib/heading.ts";
import { paths } from "#client/lib/paths.ts";
import { useWaitingPage } from "#client/lib/waiting-page.ts";

const LookUpNotice = lazy(async () => ({ default: (await import("./notice.tsx")).LookUpNotice }));
const PaymentNotice = lazy(async () => ({ default: (await import("./notice.tsx")).PaymentNotice }));
const CheckingNotice = lazy(async () => ({ default: (await import("./notice.tsx")).CheckingNotice }));
const ClosedNotice = lazy(async () => ({ default: (await import("./notice.tsx")).ClosedNotice }));
const WaitingNotice = lazy(async () => ({ default: (await import("./waiting-notice.tsx")).WaitingNotice }));

export function Notices() {
	const { failed, isTrying, tryAgain } = useFailedLookUp();
	const { pastDue } = useActiveSubscription();
	const { user } = useCurrentUser();
	const [location] = useLocation();
	const isChecking = useIsChecking();
	const waiting = useWaitingPage();
	return (
		<Suspense>
			{failed && <LookUpNotice text={LOOK_UPS[failed].text} isTrying={isTrying} onTry={tryAgain} />}
			{pastDue && location !== paths.pricing && <PaymentNotice pastDue={pastDue} location={location} />}
			{user?.closedLinks !== undefined && <ClosedNotice closed={user.closedLinks} />}
			{isChecking && <CheckingNotice />}
			{waiting !== null && <WaitingNotice search={waiting} />}
		</Suspense>
	);
}

type LookUp = "user" | "subscription";

const LOOK_UPS = {
	user: { query: currentUserQuery, text: "We could not reach Visualink just now." },
	subscription: { query: activeSubscriptionQuery, text: "We could not read your subscription just now." },
};

/** If the user or subscription couldn't be looked up, they count as absent; the notice offers a retry (P130). */
function useFailedLookUp() {
	const user = useCurrentUser();
	const subscription = useActiveSubscription();
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();
	const [trying, setTrying] = useState<LookUp | null>(null);
	const failed: LookUp | null = trying ?? (user.isError ? "user" : subscription.isError ? "subscription" : null);

	async function tryAgain(): Promise<void> {
		if (!failed) return;
		const { queryKey } = LOOK_UPS[failed].query;
		setTrying(failed);
		await queryClient.refetchQueries({ queryKey });
		setTrying(null);
		if (queryClient.getQueryState(queryKey)?.status !== "success") return;
		// The notice disappears, and focus inside it would be lost.
		document.getElementById("main")?.focus({ preventScroll: true });
		const heading = keptHeading();
		if (heading) navigate(heading, { replace: true });
	}

	return { failed, isTrying: trying !== null, tryAgain: () => void tryAgain() };
}

import { useEffect } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useActiveSubscription } from "../subscriptions.queries.ts";
import { PlanDetails } from "./plan-details.tsx";

export function SubscriptionCard() {
	const { isActive, standing, subscription, alsoPaying, isLoading, error } = useActiveSubscription();

	useEffect(() => {
		if (!error) return;
		toastFailure("Could not load your subscription information", error);
	}, [error]);

	if (isLoading) return <Skeleton className="h-64 rounded-card" />;
	return <PlanDetails {...{ isActive, standing, subscription, alsoPaying }} />;
}

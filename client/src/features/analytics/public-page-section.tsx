import { useQuery } from "@tanstack/react-query";
import { Copy, ExternalLink } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { saidBy } from "#client/lib/api-client.ts";
import { shortAddress } from "#client/lib/format.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { planHas } from "#shared/billing/plans/plan-features.ts";
import { publicPageQuery, usePublicPage } from "./public-stats.queries.ts";

type PublicPageSectionProps = { linkId: number; onCopy: (url: string) => void };

/** Turns a link's public page on and off (P224). */
export function PublicPageSection({ linkId, onCopy }: PublicPageSectionProps) {
	const { data, isError, isFetching, refetch } = useQuery(publicPageQuery(linkId));
	useAskAgain([publicPageQuery(linkId).queryKey]);
	const heading = useHeadingFocus(data?.url);
	return (
		<section aria-labelledby="public-page" className="print:hidden">
			<Card className="flex flex-col items-start gap-x-8 gap-y-3 px-4 py-3 md:flex-row md:items-center md:justify-between">
				<div className="flex max-w-2xl flex-col gap-0.5">
					<h2 id="public-page" ref={heading} tabIndex={-1} className="text-lg outline-none">
						Public page
					</h2>
					<p className="text-sm text-muted">
						Anyone with its address can see it without signing in: people and bots by day, and people by source, country
						and device. It never shows who visited or the destination.
					</p>
				</div>
				{data?.url ? (
					<Shared linkId={linkId} url={data.url} onCopy={onCopy} />
				) : data ? (
					<NotShared linkId={linkId} />
				) : isError && !isFetching ? (
					<LoadFailed onRetry={() => void refetch()}>We couldn't check whether this link has a public page.</LoadFailed>
				) : (
					<Skeleton className="h-11 w-52" />
				)}
			</Card>
		</section>
	);
}

/** The pressed button disappears, so focus moves to the section's heading. */
function useHeadingFocus(url: string | null | undefined) {
	const heading = useRef<HTMLHeadingElement>(null);
	const before = useRef(url);
	useEffect(() => {
		if (before.current !== undefined && before.current !== url) heading.current?.focus({ preventScroll: true });
		before.current = url;
	}, [url]);
	return heading;
}

function NotShared({ linkId }: { linkId: number }) {
	const { subscription } = useActiveSubscription();
	const { mutate, isPending } = usePublicPage(linkId, "PUT");
	if (!planHas(subscription?.planId, "publicStats")) {
		return <UpgradeLink feature="publicStats" className="min-h-11" />;
	}
	return (
		<Button isBusy={isPending} onClick={() => mutate(undefined, { onError: failed("The page could not be created") })}>
			Create public page
		</Button>
	);
}

function Shared({ linkId, url, onCopy }: { linkId: number; url: string; onCopy: (url: string) => void }) {
	const [isAsking, setIsAsking] = useState(false);
	const { mutate, isPending } = usePublicPage(linkId, "DELETE");

	function stop(): void {
		mutate(undefined, { onError: failed("The page is still public"), onSettled: () => setIsAsking(false) });
	}

	return (
		<div className="flex min-w-0 flex-col gap-2 max-md:w-full">
			<p className="rounded-control bg-sunken px-3 py-1.5 wrap-anywhere">{shortAddress(url)}</p>
			<div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
				<Button variant="secondary" size="sm" onClick={() => onCopy(url)}>
					<Copy aria-hidden="true" />
					Copy
					<span className="sr-only"> the address of the public page</span>
				</Button>
				<a
					href={url}
					target="_blank"
					rel="noopener noreferrer"
					className={buttonClass({ variant: "secondary", size: "sm" })}
				>
					<ExternalLink aria-hidden="true" />
					Open
					<span className="sr-only"> the public page in a new tab</span>
				</a>
				<Button variant="quiet-danger" size="sm" onClick={() => setIsAsking(true)}>
					Stop sharing
				</Button>
			</div>
			<ConfirmDialog
				isOpen={isAsking}
				title="Stop sharing?"
				description="Anyone with this address will see a not-found page. Sharing again creates a new address."
				keepLabel="Keep sharing"
				onKeep={() => setIsAsking(false)}
				confirmLabel="Stop sharing"
				confirm={stop}
				isBusy={isPending}
			/>
		</div>
	);
}

function failed(title: string) {
	return (error: Error): void => {
		toast({ title, description: saidBy(error) ?? "Please try again.", variant: "destructive", error });
	};
}

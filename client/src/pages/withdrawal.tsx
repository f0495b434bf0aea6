import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useParams } from "wouter";
import { Page, PageHeading, useDocumentTitle } from "#client/components/layout/page.tsx";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Fact } from "#client/components/ui/fact.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { withdrawalQuery } from "#client/features/billing/withdrawal/withdrawal.queries.ts";
import { receivedText, WithdrawalFacts } from "#client/features/billing/withdrawal/withdrawal-facts.tsx";
import { ApiError } from "#client/lib/api-client.ts";
import { formatDate } from "#client/lib/format.ts";
import { DAYS_TO_PAY_BACK, shownNumber, WITHDRAWAL_STATEMENT } from "#shared/billing/subscriptions/withdrawal.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { NotFoundPage } from "./not-found.tsx";

/** `/withdraw/:number`: the confirmation, to read, print and download (P578). */
export function WithdrawalPage() {
	const { number = "" } = useParams();
	const { data, error, isFetching, refetch } = useQuery(withdrawalQuery(number));
	if (error instanceof ApiError && error.status === 404) return <NotThere />;
	if (!data && !error) return <PageSpinner label="Loading the confirmation" />;
	return (
		<Page width="narrow" title="Withdrawal received">
			{data ? (
				<>
					<PageHeading heading="Withdrawal received" text="Keep this confirmation: print or download it." />
					<Card className="mt-8 flex flex-col gap-5 p-6">
						<p className="text-xl font-semibold">{WITHDRAWAL_STATEMENT}</p>
						<WithdrawalFacts {...data}>
							<Fact label="Received">{receivedText(data.receivedAt)}</Fact>
							<Fact label="Number">
								<span className="font-mono">{shownNumber(data.number)}</span>
							</Fact>
						</WithdrawalFacts>
					</Card>
					<p className="mt-6">
						This confirms that we received it. What is due goes back to the card it came from, by{" "}
						{formatDate(new Date(new Date(data.receivedAt).getTime() + DAYS_TO_PAY_BACK * DAY_MS))}.
					</p>
					<div className="mt-6 flex flex-col gap-3 sm:flex-row print:hidden">
						<a href={API.withdrawals.file(data.number)} download className={buttonClass()}>
							<Download aria-hidden="true" />
							Download
						</a>
						<Button variant="secondary" onClick={() => window.print()}>
							<Printer aria-hidden="true" />
							Print
						</Button>
					</div>
				</>
			) : (
				<LoadFailed look="page" isBusy={isFetching} onRetry={() => void refetch()}>
					We couldn't load the confirmation.
				</LoadFailed>
			)}
		</Page>
	);
}

function NotThere() {
	useDocumentTitle("404 Page Not Found · Visualink");
	return <NotFoundPage />;
}

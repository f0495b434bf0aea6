import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { Page, PageHeading, useDocumentTitle } from "#client/components/layout/page.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { PublicCharts } from "#client/features/analytics/public-charts.tsx";
import { PublicRangePicker, PublicStatsTrouble, readPublicRange } from "#client/features/analytics/public-panel.tsx";
import { publicStatsQuery } from "#client/features/analytics/public-stats.queries.ts";
import { ApiError } from "#client/lib/api-client.ts";
import { classNames } from "#client/lib/class-names.ts";
import { shortAddress } from "#client/lib/format.ts";
import { NotFoundPage } from "./not-found.tsx";

/** A link's public metrics, for anyone with the URL (P224). */
export function PublicStatsPage() {
	const { address = "" } = useParams();
	const [path, navigate] = useLocation();
	const range = readPublicRange(new URLSearchParams(useSearch()).get("range"));
	const { data, error, isFetching, refetch } = useQuery(publicStatsQuery(address, range));
	if (error instanceof ApiError && error.status === 404) return <NotThere />;
	if (!data && !error) {
		return (
			<Page isDense>
				<PageSpinner label="Loading the statistics" />
			</Page>
		);
	}
	return (
		<Page title={data ? `Statistics of ${data.title}` : "Statistics"} isDense>
			<PageHeading
				heading="Statistics"
				text={
					data && (
						<>
							<p dir="auto" className="text-left font-semibold text-ink wrap-anywhere">
								{data.title}
							</p>
							<a href={data.shortUrl} rel="noreferrer" className="underline underline-offset-2 wrap-anywhere">
								{shortAddress(data.shortUrl)}
							</a>
						</>
					)
				}
				actions={
					<PublicRangePicker
						range={range}
						onChange={(chosen) => navigate(`${path}?range=${chosen}`, { replace: true })}
					/>
				}
			/>
			<p role="status" className="sr-only">
				{isFetching ? "Loading the figures" : data && !error ? "The figures are shown" : ""}
			</p>
			<div className={classNames("mt-5 flex flex-col gap-8 transition-opacity", isFetching && "opacity-60")}>
				{error ? (
					<PublicStatsTrouble error={error} onRetry={() => void refetch()} />
				) : (
					data && <PublicCharts stats={data} />
				)}
			</div>
		</Page>
	);
}

function NotThere() {
	useDocumentTitle("404 Page Not Found · Visualink");
	return <NotFoundPage />;
}

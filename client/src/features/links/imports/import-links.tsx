import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FileInput } from "#client/components/ui/file-input.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { saidBy } from "#client/lib/api-client.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";
import { SAMPLE_FILE } from "#shared/links/imports/sample-file.ts";
import { FileColumns } from "./file-columns.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportVerdicts } from "./import-verdicts.tsx";
import { importQuery, useImport, useLiveImport } from "./imports.queries.ts";
import { useCheckedFile } from "./use-checked-file.ts";

type ImportLinksProps = {
	isAllowed: boolean;
	hasThousands: boolean;
};

/** Chooses, checks and imports a file of links (P190). The import continues when the page is left. */
export function ImportLinks({ isAllowed, hasThousands }: ImportLinksProps) {
	const { data: job, isPending, isError, refetch } = useQuery(importQuery);
	useAskAgain([importQuery.queryKey]);
	useLiveImport();
	const { check, start, stop, forgetLinks } = useImport();
	const result = useRef<HTMLDivElement>(null);
	const made = job?.counts.made ?? 0;
	const error = check.error ?? start.error ?? stop.error;
	// biome-ignore lint/correctness/useExhaustiveDependencies: what was made since makes the lists old
	useEffect(() => {
		if (made > 0) void forgetLinks();
	}, [made]);

	const lastState = useRef(job?.state);
	useEffect(() => {
		const isNew = lastState.current !== undefined && lastState.current !== job?.state;
		lastState.current = job?.state;
		// The buttons change with the state, and the pressed one has disappeared.
		if (isNew && document.activeElement === document.body) result.current?.focus({ preventScroll: true });
	}, [job?.state]);

	/** Messages of one step don't apply to the next. */
	function forgetReasons(): void {
		for (const step of [check, start, stop]) step.reset();
	}

	const files = useCheckedFile(check);
	const { checked } = files;
	const isShown = checked !== null && (checked.importId === null || checked.importId === job?.id);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each check has a result of its own
	useEffect(() => {
		if (isShown) result.current?.focus();
	}, [checked, isShown]);
	const columns = checked && (
		<FileColumns
			key={checked.importId}
			columns={checked.columns}
			encoding={checked.encoding}
			isNeeded={checked.importId === null}
			isBusy={check.isPending}
			onAssign={(assigned) => {
				forgetReasons();
				files.assign(assigned);
			}}
		/>
	);

	const maxRows = hasThousands ? IMPORT_LIMITS.rows : IMPORT_LIMITS.rowsOfPro;
	return (
		<section aria-labelledby="import" className="flex flex-col gap-4">
			<h2 id="import" className="text-2xl">
				Import
			</h2>
			<p className="text-muted">
				An export of Visualink, Bitly, Dub, Rebrandly, Short.io, Shlink, TinyURL, YOURLS, Kutt or Polr, or any CSV file
				with a column <code>target</code>, <code>url</code>, <code>destination</code> or <code>long_url</code>, up to{" "}
				{maxRows.toLocaleString("en-US")} rows. You'll see what each line does before anything is created.
			</p>
			{!isAllowed && <UpgradeLink feature="csv" className="self-start" />}
			{isPending && <Skeleton className="h-25" />}
			{isError && (
				<LoadFailed look="box" onRetry={() => void refetch()}>
					We couldn't load your import.
				</LoadFailed>
			)}
			{isAllowed && !isPending && job?.state !== "running" && (
				<FileField
					isBusy={check.isPending}
					hasOne={Boolean(job)}
					onPick={(file) => {
						forgetReasons();
						files.pick(file);
					}}
				/>
			)}
			<p role="alert" className="text-danger empty:hidden">
				{error && (saidBy(error) ?? "Please try again in a moment.")}
			</p>
			{checked?.importId === null && (
				<section
					ref={result}
					tabIndex={-1}
					aria-label={`Columns of ${checked.file.name}`}
					className="flex flex-col gap-4 rounded-card border bg-surface p-4 outline-none sm:p-6"
				>
					<h3 className="text-lg font-semibold wrap-anywhere">{checked.file.name}</h3>
					{columns}
				</section>
			)}
			{job && (
				<div
					ref={checked?.importId === null ? null : result}
					tabIndex={-1}
					className="flex flex-col gap-5 rounded-card border bg-surface p-4 outline-none sm:p-6"
				>
					<ImportProgress
						job={job}
						canStart={isAllowed}
						isBusy={check.isPending || start.isPending || stop.isPending}
						onStart={(prefill) => {
							forgetReasons();
							files.forget();
							start.mutate({ id: job.id, prefill });
						}}
						onStop={() => {
							forgetReasons();
							files.forget();
							stop.mutate(job.id);
						}}
					>
						{job.state === "checked" && checked?.importId === job.id && columns}
					</ImportProgress>
					<ImportVerdicts key={job.id} job={job} />
				</div>
			)}
		</section>
	);
}

type FileFieldProps = { isBusy: boolean; hasOne: boolean; onPick: (file: File) => void };

function FileField({ isBusy, hasOne, onPick }: FileFieldProps) {
	const [fileName, setFileName] = useState<string | null>(null);
	return (
		<div className="flex flex-col gap-1.5">
			<label htmlFor="import-file" className="font-semibold">
				{hasOne ? "Another CSV file" : "CSV file"}
			</label>
			<FileInput
				id="import-file"
				accept=".csv,text/csv"
				disabled={isBusy}
				fileName={fileName}
				onPick={(file) => {
					setFileName(file.name);
					onPick(file);
				}}
			/>
			<p className="text-sm text-muted">
				Not sure how to write one?{" "}
				<a
					href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE_FILE)}`}
					download="visualink-sample.csv"
					className="font-medium text-ink underline underline-offset-4"
				>
					Download a sample
				</a>
			</p>
			<p role="status" className="text-sm text-muted empty:hidden">
				{isBusy && "Checking the file …"}
			</p>
		</div>
	);
}

import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatCount, shortAddress } from "#client/lib/format.ts";
import {
	IMPORT_LIMITS,
	type ImportRow,
	type ImportView,
	ROW_STATES,
	type RowFilter,
	type RowState,
} from "#shared/links/imports/imports.ts";
import { importRowsQuery } from "./imports.queries.ts";

const VERDICTS: Record<RowState, { label: string; tone: string }> = {
	create: { label: "New", tone: "text-human" },
	same: { label: "Duplicate", tone: "text-muted" },
	refused: { label: "Skipped", tone: "text-danger" },
	made: { label: "Made", tone: "text-good" },
};

const FLAGGED = { label: "Flagged", tone: "text-danger" };

export function ImportVerdicts({ job }: { job: ImportView }) {
	const [state, setState] = useState<RowFilter | "all">(
		job.flagged > 0 ? "flagged" : job.counts.refused > 0 ? "refused" : "all",
	);
	const [starts, setStarts] = useState([0]);
	const all = ROW_STATES.reduce((sum, one) => sum + job.counts[one], 0);

	return (
		<div className="flex flex-col gap-3 border-t pt-4">
			<div className="flex flex-wrap items-center gap-3">
				<label htmlFor="verdicts" className="font-semibold">
					Lines
				</label>
				<select
					id="verdicts"
					value={state}
					onChange={(event) => {
						setState(event.target.value as RowFilter | "all");
						setStarts([0]);
					}}
					className={classNames(CONTROL_CLASS, "h-11 max-w-64 px-3")}
				>
					<option value="all">All ({formatCount(all)})</option>
					{(job.flagged > 0 || state === "flagged") && (
						<option value="flagged">Flagged ({formatCount(job.flagged)})</option>
					)}
					{ROW_STATES.map((one) => (
						<option key={one} value={one}>
							{VERDICTS[one].label} ({formatCount(job.counts[one])})
						</option>
					))}
				</select>
			</div>
			<ol className="flex flex-col divide-y">
				{starts.map((after, n) => (
					<Lines
						key={after}
						job={job}
						state={state}
						after={after}
						takesFocus={n > 0}
						onMore={n === starts.length - 1 ? (last) => setStarts([...starts, last]) : undefined}
					/>
				))}
			</ol>
		</div>
	);
}

type LinesProps = {
	job: ImportView;
	state: RowFilter | "all";
	after: number;
	/** Focus moves here once the rows load, because the pressed button has disappeared. */
	takesFocus: boolean;
	onMore?: ((last: number) => void) | undefined;
};

function Lines({ job, state, after, takesFocus, onMore }: LinesProps) {
	// A snapshot from when it was opened, because the list would change every second.
	const [shown] = useState(job);
	const {
		data: rows,
		isPending,
		isError,
		refetch,
	} = useQuery(importRowsQuery(job.state === "running" ? shown : job, { after, state }));
	const first = useRef<HTMLLIElement>(null);
	const wantsFocus = useRef(takesFocus);
	const hasLines = rows !== undefined;
	useEffect(() => {
		if (!hasLines || !wantsFocus.current) return;
		wantsFocus.current = false;
		first.current?.focus();
	}, [hasLines]);
	if (isPending)
		return (
			<li className="py-2">
				<Skeleton className="h-16" />
			</li>
		);
	if (isError)
		return (
			<li className="py-2">
				<LoadFailed
					onRetry={() => {
						wantsFocus.current = true;
						void refetch();
					}}
				>
					We couldn't load these lines.
				</LoadFailed>
			</li>
		);
	const last = rows.at(-1);
	return (
		<>
			{rows.length === 0 && after === 0 && <li className="py-2 text-muted">None.</li>}
			{rows.map((row, n) => (
				<Line key={row.line} ref={n === 0 ? first : null} row={row} />
			))}
			{onMore && last && rows.length === IMPORT_LIMITS.page && (
				<li className="pt-3">
					<Button variant="secondary" onClick={() => onMore(last.line)}>
						Show more
					</Button>
				</li>
			)}
		</>
	);
}

type LineProps = { row: ImportRow; ref: Ref<HTMLLIElement> };

function Line({ ref, row: { line, state, slug, title, targetUrl, note, code } }: LineProps) {
	const { label, tone } = state === "create" && code ? FLAGGED : VERDICTS[state];
	return (
		<li ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-x-4 py-2 sm:grid-cols-[4rem_minmax(0,1fr)_14rem]">
			<p className="text-sm text-muted">Line {line}</p>
			<div className="min-w-0">
				<p dir="auto" className="truncate font-medium">
					{title || "No title"}
				</p>
				<p className="truncate text-sm text-muted">
					{slug && <span className="text-ink">{slug} → </span>}
					{shortAddress(targetUrl)}
				</p>
			</div>
			<div className="text-sm">
				<p className={classNames("font-semibold", tone)}>{label}</p>
				{note && <p className="text-muted">{note}</p>}
			</div>
		</li>
	);
}

import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { formatCount, formatCounted } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { IMPORT_LIMITS, type ImportView } from "#shared/links/imports/imports.ts";

type ImportProgressProps = {
	job: ImportView;
	canStart: boolean;
	isBusy: boolean;
	onStart: (prefill: boolean) => void;
	onStop: () => void;
	children?: ReactNode;
};

const SHAPES: Record<ImportView["shape"], string> = {
	visualink: "Visualink export",
	bitly: "Bitly export",
	dub: "Dub export",
	rebrandly: "Rebrandly export",
	shortio: "Short.io export",
	yourls: "YOURLS export",
	other: "A list of links",
};

/** The announcement for screen readers, without counts, because those change every second. */
const NOTICE: Record<ImportView["state"], string> = {
	checked: "",
	running: "Import in progress",
	stopped: "Import stopped",
	done: "Import finished",
};

export function ImportProgress({ job, canStart, isBusy, onStart, onStop, children }: ImportProgressProps) {
	const [prefill, setPrefill] = useState(false);
	const { create, made } = job.counts;
	return (
		<div className="flex flex-col gap-4">
			<div>
				<h3 className="text-lg font-semibold wrap-anywhere">{job.fileName}</h3>
				<p className="text-sm text-muted">{SHAPES[job.shape]}</p>
			</div>
			<p>{sentenceOf(job)}</p>
			{children}
			{job.state === "running" && job.prefill && (
				<p className="text-sm text-muted">
					What the file lacks is read from the pages, slowly: at most {IMPORT_LIMITS.asksAMinute} pages and pictures a
					minute, {IMPORT_LIMITS.asksAMinuteOfHost} of one website. You may stop it, and go on without them.
				</p>
			)}
			<p role="status" className="sr-only">
				{NOTICE[job.state]}
			</p>
			{job.state === "running" && (
				<>
					<progress
						aria-label="Links made"
						value={made}
						max={made + create}
						className="h-2 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-human [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-human"
					/>
					<div className="flex flex-wrap items-center gap-3">
						<Button variant="secondary" isBusy={isBusy} onClick={onStop}>
							Stop
						</Button>
						<p className="text-sm text-muted">You can leave; we'll keep importing.</p>
					</div>
				</>
			)}
			{(job.state === "checked" || job.state === "stopped") && create > 0 && canStart && (
				<>
					<Checkbox checked={prefill} onChange={(event) => setPrefill(event.target.checked)}>
						Fill in missing titles, descriptions and images from the pages. This takes up to an hour for 100 links.
					</Checkbox>
					<div>
						<Button isBusy={isBusy} onClick={() => onStart(prefill)}>
							{job.state === "checked" ? "Import" : "Go on with"} {formatCounted(create, "link")}
						</Button>
					</div>
				</>
			)}
			{job.state === "done" && (
				<div>
					<ButtonLink href={paths.dashboard} variant="secondary">
						See your links
					</ButtonLink>
				</div>
			)}
		</div>
	);
}

/** Flagged rows first, because they need attention. */
function sentenceOf({ state, reason, flagged, counts: { create, same, refused, made } }: ImportView): string {
	const first = flagged > 0 ? `${formatCount(flagged)} flagged, ` : "";
	const others = `${formatCounted(same, "duplicate")}, ${formatCount(refused)} skipped.`;
	if (state === "checked") return `${first}${formatCount(create - flagged)} new, ${others}`;
	if (state === "running") return `${formatCount(made)} of ${formatCounted(made + create, "link")} imported.`;
	if (state === "done") {
		return `Done: ${first}${formatCounted(made - flagged, flagged > 0 ? "other link" : "link")} imported, ${others}`;
	}
	const links = `${formatCounted(made, "link")} imported, ${formatCount(create)} remaining, ${others}`;
	return `${reason ?? "Stopped"}. ${first}${links}`;
}

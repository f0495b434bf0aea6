import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Disclosure } from "#client/components/ui/disclosure.tsx";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { classNames } from "#client/lib/class-names.ts";
import {
	type AssignedColumns,
	COLUMN_USES,
	type ColumnUse,
	type FileColumn,
} from "#shared/links/imports/file-columns.ts";
import type { FileEncoding } from "#shared/links/imports/imports.ts";

const USE_NAMES: Record<ColumnUse, string> = {
	linkSlug: "Custom URL",
	targetUrl: "Target URL",
	title: "Title",
	description: "Description",
	imageUrl: "Image",
	tags: "Tags",
	startsAt: "Opens",
	endsAt: "Ends",
	afterUrl: "Then redirect to",
	archivedAt: "Archived",
	domain: "Domain",
	shortUrl: "Short link",
	customUrls: "Custom short links",
	utm_source: "UTM source",
	utm_medium: "UTM medium",
	utm_campaign: "UTM campaign",
	utm_term: "UTM term",
	utm_content: "UTM content",
};
const NAMED = 12;

type FileColumnsProps = {
	columns: FileColumn[];
	encoding?: FileEncoding | undefined;
	/** Whether the owner must choose, because no column is the target. */
	isNeeded?: boolean;
	isBusy: boolean;
	onAssign: (assigned: AssignedColumns) => void;
};

/** The meaning of a checked file's columns, with a form to change it (P521). */
export function FileColumns({ columns, encoding, isNeeded = false, isBusy, onAssign }: FileColumnsProps) {
	const [changes, setChanges] = useState<AssignedColumns>({});
	const chosenFor = ({ at, use }: FileColumn) => (at in changes ? (changes[at] ?? null) : use);
	const used = columns.filter(({ use }) => use !== null);
	const unused = columns.filter(({ use }) => use === null);

	/** Each meaning belongs to one column only. */
	function choose(chosen: FileColumn, use: ColumnUse | null): void {
		const others = columns.filter((column) => use !== null && chosenFor(column) === use);
		setChanges({ ...changes, ...Object.fromEntries(others.map(({ at }) => [at, null])), [chosen.at]: use });
	}

	return (
		<div className="flex flex-col gap-3">
			<div className="flex flex-col gap-1 text-sm wrap-anywhere">
				{used.length > 0 && (
					<p>
						<span className="font-semibold">Used: </span>
						{listOf(used.map((column) => `${nameOf(column)} as ${column.use && USE_NAMES[column.use]}`))}
					</p>
				)}
				{unused.length > 0 && (
					<p className="text-muted">
						<span className="font-semibold">Not used: </span>
						{listOf(unused.map(nameOf))}
					</p>
				)}
				{encoding === "windows-1252" && (
					<p className="text-muted">Read as Windows-1252. If letters look wrong, save the file as CSV UTF-8.</p>
				)}
			</div>
			<Disclosure title="Change columns" startsOpen={isNeeded}>
				<form
					className="flex flex-col gap-4"
					onSubmit={(event) => {
						event.preventDefault();
						onAssign(Object.fromEntries(columns.map((column) => [column.at, chosenFor(column)])));
					}}
				>
					<ul aria-label="Columns" className="flex flex-col gap-3">
						{columns.map((column) => (
							<li key={column.at} className="grid grid-cols-1 items-center gap-x-4 gap-y-1 sm:grid-cols-2">
								<label htmlFor={`column-${column.at}`} dir="auto" className="min-w-0 truncate">
									{nameOf(column)}
								</label>
								<select
									id={`column-${column.at}`}
									value={chosenFor(column) ?? ""}
									onChange={(event) => choose(column, (event.target.value || null) as ColumnUse | null)}
									className={classNames(CONTROL_CLASS, "h-11 px-3")}
								>
									<option value="">Not used</option>
									{COLUMN_USES.map((use) => (
										<option key={use} value={use}>
											{USE_NAMES[use]}
										</option>
									))}
								</select>
							</li>
						))}
					</ul>
					<div>
						<Button type="submit" variant="secondary" isBusy={isBusy}>
							Check again
						</Button>
					</div>
				</form>
			</Disclosure>
		</div>
	);
}

function nameOf({ at, name }: FileColumn): string {
	return name || `Column ${at + 1}`;
}

function listOf(names: string[]): string {
	const rest = names.length - NAMED;
	return `${names.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

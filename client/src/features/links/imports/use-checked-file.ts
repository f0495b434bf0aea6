import { useState } from "react";
import { ApiError } from "#client/lib/api-client.ts";
import type { AssignedColumns, FileColumn } from "#shared/links/imports/file-columns.ts";
import type { FileEncoding } from "#shared/links/imports/imports.ts";
import type { useImport } from "./imports.queries.ts";

/** The file checked on this screen, which can be rechecked with other columns. */
type CheckedFile = {
	file: File;
	columns: FileColumn[];
	encoding?: FileEncoding | undefined;
	/** Its import; null if it was refused for its columns. */
	importId: string | null;
};

/** Sends files to be checked, and keeps the last one with its columns (P521). */
export function useCheckedFile(check: ReturnType<typeof useImport>["check"]) {
	const [checked, setChecked] = useState<CheckedFile | null>(null);

	function send(file: File, assigned?: AssignedColumns): void {
		check.mutate(
			{ file, ...(assigned && { assigned }) },
			{
				onSuccess: ({ id, columns = [], encoding }) => setChecked({ file, columns, encoding, importId: id }),
				onError: (error) => {
					const columns = error instanceof ApiError ? error.columns : [];
					// After another error, the previous file's result is still valid.
					if (columns.length > 0) setChecked({ file, columns, importId: null });
					else if (!assigned) setChecked(null);
				},
			},
		);
	}

	return {
		checked,
		pick: (file: File) => send(file),
		forget: () => setChecked(null),
		assign: (assigned: AssignedColumns) => checked && send(checked.file, assigned),
	};
}

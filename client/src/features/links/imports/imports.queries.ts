import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { ApiError, apiGet, apiRequest } from "#client/lib/api-client.ts";
import { readAgain } from "#client/lib/read-again.ts";
import { type AssignedColumns, assignedText } from "#shared/links/imports/file-columns.ts";
import type { ImportRow, ImportView, RowFilter } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";

/** The account's import, refetched on each visit and when the server announces a change. */
export const importQuery = queryOptions({
	queryKey: [API.imports.all],
	queryFn: () => apiGet<ImportView | null>(API.imports.all),
	staleTime: 0,
});

/** Keeps the account's import current while its screen is open (P402). */
export function useLiveImport(): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		if (change === "gap" || change.kind === "import") void queryClient.invalidateQueries(importQuery);
	});
}

/** Rows of an import after a line, of one state or all; progress changes them. */
export function importRowsQuery(
	{ id, counts, flagged }: ImportView,
	{ after, state }: { after: number; state: RowFilter | "all" },
) {
	const query = new URLSearchParams({ after: String(after), ...(state !== "all" && { state }) });
	const path = `${API.imports.rows(id)}?${query}`;
	return queryOptions({ queryKey: [path, counts, flagged], queryFn: () => apiGet<ImportRow[]>(path) });
}

export function useImport() {
	const queryClient = useQueryClient();
	const onSuccess = (job: ImportView) => queryClient.setQueryData(importQuery.queryKey, job);
	const check = useMutation({ mutationFn: sendFile, onSuccess });
	const start = useMutation({
		mutationFn: ({ id, prefill }: { id: string; prefill: boolean }) => post(API.imports.start(id), { prefill }),
		onSuccess,
	});
	const stop = useMutation({ mutationFn: (id: string) => post(API.imports.stop(id), {}), onSuccess });
	const forgetLinks = () =>
		readAgain(queryClient, { predicate: ({ queryKey }) => /^\/api\/(?:links|stats)/.test(String(queryKey[0])) });
	return { check, start, stop, forgetLinks };
}

async function post(path: string, body: object): Promise<ImportView> {
	return (await (await apiRequest("POST", path, body)).json()) as ImportView;
}

async function sendFile({
	file,
	assigned,
}: {
	file: File;
	assigned?: AssignedColumns | undefined;
}): Promise<ImportView> {
	const query = new URLSearchParams({
		name: file.name.slice(-255),
		...(assigned && { columns: assignedText(assigned) }),
	});
	const response = await fetch(`${API.imports.all}?${query}`, {
		method: "POST",
		credentials: "include",
		headers: { "Content-Type": "text/csv" },
		body: file,
	});
	if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText);
	return (await response.json()) as ImportView;
}

import { useQuery } from "@tanstack/react-query";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { monthlyUsageQuery } from "#client/features/links/links.queries.ts";
import { NewLinkForm } from "#client/frames/new-link-form.tsx";

/** `/admin/link/new`: the form, once it is known whether a used-up month is said above it (P352). */
export function NewLinkPage() {
	const { isPending } = useQuery(monthlyUsageQuery);
	return isPending ? <PageSpinner /> : <NewLinkForm />;
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { UtmTemplate, UtmTemplateForm } from "#shared/links/utm.ts";
import { API } from "#shared/platform/api-paths.ts";

export const utmTemplatesQuery = queryOptions({
	queryKey: [API.links.utmTemplates],
	queryFn: () => apiGet<UtmTemplate[]>(API.links.utmTemplates),
});

export function useUtmTemplates() {
	const queryClient = useQueryClient();
	const onSuccess = () => queryClient.invalidateQueries({ queryKey: utmTemplatesQuery.queryKey });
	const keep = useMutation({
		mutationFn: (form: UtmTemplateForm) => apiRequest("POST", API.links.utmTemplates, form),
		onSuccess,
	});
	const remove = useMutation({
		mutationFn: (id: number) => apiRequest("DELETE", API.links.utmTemplate(id)),
		onSuccess,
	});
	return { keep, remove };
}

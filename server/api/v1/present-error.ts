import type { AppError } from "#server/platform/http/app-error.ts";
import type { ApiErrorDetail } from "#shared/api/v1/api-error.ts";

/** Fields that the services name as the form does. */
const API_NAMES = new Map([["customLinkSlug", "slug"]]);

export function presentError({ code, message, limit, fields }: AppError): ApiErrorDetail {
	return {
		...{ code, message, ...(limit !== undefined && { limit }) },
		fields: fields.map((each) => ({ ...each, field: API_NAMES.get(each.field) ?? each.field })),
	};
}

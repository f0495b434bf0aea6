import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { z } from "zod";
import { apiError } from "#shared/api/v1/api-error.ts";

type Json = Record<string, unknown>;
type Answer = {
	description: string;
	"x-codes"?: string[];
	content?: Record<string, { schema: Json }>;
};
export type Operation = {
	operationId: string;
	parameters?: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Json }[];
	requestBody?: { content: Record<string, { schema: Json }> };
	responses: Record<string, Answer>;
	"x-scope": string | null;
};
export type ApiDocument = {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Json> };
};

/** Refusals of the edge, which come before any route. */
const BEFORE_ROUTES = ["server_busy", "cross_site_request"];

const ajv = new Ajv2020({
	strict: false,
	logger: false,
	formats: {
		uri: (text) => URL.canParse(text),
		"date-time": (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
	},
});

/** Judges answers by the document, as a strict client would. @returns what is wrong with an answer, or null */
export function createJudge({ components: { schemas } }: Pick<ApiDocument, "components">) {
	const components = closed({ schemas });
	const validators = new Map<Json, ValidateFunction>();

	function fits(schema: Json, value: unknown): string | null {
		let validate = validators.get(schema);
		if (!validate) {
			validate = ajv.compile({ ...(closed(schema) as Json), components });
			validators.set(schema, validate);
		}
		return validate(value) ? null : ajv.errorsText(validate.errors).slice(0, 300);
	}

	return async function judge(operation: Operation | null, answer: Response): Promise<string | null> {
		const { status, headers } = answer;
		const text = await answer.text();
		if (status >= 500) return `a fault of ours: ${text.slice(0, 300)}`;
		const type = (headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
		if (status >= 400) return text === "" ? null : wrongError(operation, answer, text);
		if (operation === null) return `${status} where no route is`;
		const described = operation.responses[status];
		if (!described) return "an undocumented status";
		if (!described.content) return text === "" ? null : "a body where none is documented";
		const { [type]: content } = described.content;
		if (!content) return `an undocumented type, ${type}`;
		return type === "application/json" && text !== "" ? fits(content.schema, JSON.parse(text)) : null;
	};

	function wrongError(operation: Operation | null, { status, headers }: Response, text: string): string | null {
		const { error, requestId } = apiError.strict().parse(JSON.parse(text));
		if (requestId !== headers.get("x-request-id")) return "another request's id";
		if (operation === null || BEFORE_ROUTES.includes(error.code)) return null;
		const { [status]: described } = operation.responses;
		if (!described?.content) return `an undocumented status, for ${error.code}`;
		const codes = described["x-codes"] ?? described.description.split(", ");
		if (status !== 400 && !codes.includes(error.code)) return `an undocumented code, ${error.code}`;
		return fits(described.content["application/json"]?.schema ?? {}, JSON.parse(text));
	}
}

/** Objects with no other fields than those that are described. */
function closed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(closed);
	if (typeof value !== "object" || value === null) return value;
	const within = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
	const isFields = "properties" in value && !("additionalProperties" in value);
	return isFields ? { ...within, additionalProperties: false } : within;
}

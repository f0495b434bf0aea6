import { classNames } from "#client/lib/class-names.ts";
import type { ApiRoute } from "#shared/api/v1/api-route.ts";
import { codeExamples } from "#shared/api/v1/code-examples.ts";
import type { JsonSchema } from "#shared/api/v1/json-schema.ts";
import { COMMON_CODES, type Operation } from "#shared/api/v1/openapi.ts";
import { resolved } from "#shared/api/v1/sample.ts";
import { CodeBlock, Examples } from "./code.tsx";
import { type DescribedRoute, DOCUMENT, ORIGIN } from "./document.ts";
import { FieldList, fieldsOf, objectId } from "./fields.tsx";
import { Prose } from "./prose.tsx";
import { componentOf } from "./type-words.ts";

/** All of a route: what it does, its fields and errors, and next to them a call with its answer. */
export function RouteSection({ route, operation }: DescribedRoute) {
	const { parameters = [], requestBody, responses, summary, description } = operation;
	const json = requestBody?.content["application/json"]?.schema;
	const form = requestBody?.content["multipart/form-data"]?.schema;
	const answer = responses[route.answer.status]?.content;
	return (
		<section
			id={route.id}
			data-route
			className="md:scroll-mt-10 border-t py-10 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-10"
		>
			<div className="flex min-w-0 flex-col gap-5">
				<h3 className="text-2xl">
					<a href={`#${route.id}`} className="hover:text-accent">
						{summary}
					</a>
				</h3>
				<p className="flex flex-wrap items-baseline gap-x-2">
					<Method method={route.method} />
					<code className="font-semibold break-all">/api/v1{route.path}</code>
				</p>
				<p className="text-sm text-muted">
					{route.scope ? (
						<>
							Scope: <code className="font-semibold text-ink">{route.scope}</code>
						</>
					) : (
						"Scope: any"
					)}
				</p>
				{description && <Prose text={description} />}
				<Part title="In the address" fields={parametersIn(operation, ["path", "query"])} />
				{json && <Part title="Body" fields={fieldsOf(resolved(json, DOCUMENT.components.schemas))} />}
				{form && <Part title="Or a file, as multipart/form-data" fields={fieldsOf(form)} />}
				<Part title="Headers" fields={parametersIn({ parameters }, ["header"])} />
				<AnswerFields route={route} schema={answer?.["application/json"]?.schema} />
				<Errors responses={responses} />
			</div>
			<div className="mt-6 flex min-w-0 flex-col gap-4 xl:mt-0">
				<div className="flex flex-col gap-4 xl:sticky short:static! xl:top-36">
					<Examples label={summary} code={codeExamples(route, ORIGIN)} />
					{form && json && (
						<Examples
							label={`${summary}, as a file`}
							code={codeExamples({ ...route, example: { ...route.example, body: undefined } }, ORIGIN)}
						/>
					)}
					<AnswerExample route={route} example={answer?.["application/json"]?.example} />
				</div>
			</div>
		</section>
	);
}

const METHOD_LOOKS: Record<ApiRoute["method"], string> = {
	get: "text-human",
	post: "text-good",
	put: "text-warn",
	patch: "text-warn",
	delete: "text-danger",
};

export function Method({ method, className }: { method: ApiRoute["method"]; className?: string }) {
	return (
		<span className={classNames("font-mono text-xs font-bold uppercase", METHOD_LOOKS[method], className)}>
			{method}
		</span>
	);
}

function parametersIn({ parameters = [] }: Pick<Operation, "parameters">, places: string[]) {
	return parameters
		.filter((parameter) => places.includes(parameter.in))
		.map(({ name, required, schema, description }) => ({ name, schema, isRequired: required, note: description }));
}

function Part({ title, fields }: { title: string; fields: ReturnType<typeof fieldsOf> }) {
	if (fields.length === 0) return null;
	return (
		<div className="flex flex-col gap-2">
			<h4 className="font-semibold">{title}</h4>
			<FieldList fields={fields} />
		</div>
	);
}

function AnswerFields({ route, schema }: { route: ApiRoute; schema: JsonSchema | undefined }) {
	const { status, type, mayCreate } = route.answer;
	const name = schema && componentOf(schema);
	return (
		<div className="flex flex-col gap-2">
			<h4 className="font-semibold">Answer</h4>
			<p className="text-sm">
				<code className="font-semibold">{status}</code>
				{mayCreate && (
					<>
						{" "}
						or <code className="font-semibold">201</code>
					</>
				)}{" "}
				{name ? (
					<>
						with a{" "}
						<a href={`#${objectId(name)}`} className="text-accent underline underline-offset-2">
							{name}
						</a>
					</>
				) : (
					(type ?? (schema ? "with these fields:" : "without content"))
				)}
			</p>
			{schema && !name && <FieldList fields={fieldsOf(schema)} isAnswer />}
		</div>
	);
}

/** The errors that only some routes have. */
function Errors({ responses }: Pick<Operation, "responses">) {
	const own = Object.entries(responses).flatMap(([status, { "x-codes": codes = [] }]) =>
		codes.filter((code) => !COMMON_CODES.includes(code)).map((code) => ({ status, code })),
	);
	return (
		<div className="flex flex-col gap-2">
			<h4 className="font-semibold">Errors</h4>
			{own.length > 0 && (
				<ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
					{own.map(({ status, code }) => (
						<li key={code} data-field={code}>
							<span className="text-muted">{status}</span> <code className="font-semibold break-all">{code}</code>
						</li>
					))}
				</ul>
			)}
			<p className="text-sm text-muted">
				{own.length > 0 ? "And " : ""}
				<a href="#errors" className="text-accent underline underline-offset-2">
					{own.length > 0 ? "those of every route" : "Those of every route"}
				</a>
				.
			</p>
		</div>
	);
}

function AnswerExample({ route, example }: { route: ApiRoute; example: unknown }) {
	if (example === undefined) return null;
	return (
		<CodeBlock
			title={`Answer · ${route.answer.status}`}
			label={`Answer to: ${route.summary}`}
			code={JSON.stringify(example, null, 2)}
		/>
	);
}

import type { ReactNode } from "react";
import type { JsonSchema } from "#shared/api/v1/json-schema.ts";
import { OBJECTS } from "./document.ts";
import { Prose } from "./prose.tsx";
import { componentOf, limitWords, presentPart, typeWords, valuesOf } from "./type-words.ts";

type Field = { name: string; schema: JsonSchema; isRequired: boolean; note?: string | undefined };

/** The fields of an object's schema; of one with variants, those of all, with the values that any of them takes. */
export function fieldsOf({ oneOf, properties = {}, required = [] }: JsonSchema): Field[] {
	if (oneOf) return merged(oneOf.map(fieldsOf));
	return Object.entries(properties).map(([name, schema]) => ({
		...{ name, schema, note: schema.description },
		isRequired: required.includes(name),
	}));
}

function merged(variants: Field[][]): Field[] {
	const names = [...new Set(variants.flat().map(({ name }) => name))];
	return names.flatMap((name) => {
		const found = variants.flatMap((fields) => fields.find((field) => field.name === name) ?? []);
		const [first] = found;
		if (!first) return [];
		const values = [...new Set(found.flatMap(({ schema }) => schema.enum ?? []))];
		const isRequired = found.length === variants.length && found.every((field) => field.isRequired);
		return { ...first, isRequired, schema: { ...first.schema, ...(values.length > 0 && { enum: values }) } };
	});
}

type FieldListProps = { fields: Field[]; isAnswer?: boolean };

/** Fields with type, whether they are required, limits and meaning; of an answer, each is always there. */
export function FieldList({ fields, isAnswer = false }: FieldListProps) {
	return (
		<ul className="flex flex-col divide-y border-y">
			{fields.map((field) => (
				<li key={field.name} data-field={field.name} className="flex flex-col gap-1 py-3">
					<p className="flex flex-wrap items-baseline gap-x-2">
						<code className="font-semibold break-all">{field.name}</code>
						<span className="text-sm text-muted">
							<TypeName schema={field.schema} />
						</span>
						{field.isRequired && !isAnswer && <span className="text-sm font-semibold text-warn">required</span>}
					</p>
					{field.note && <Prose className="text-sm" text={field.note} />}
					<Limits schema={field.schema} />
					<Inner schema={field.schema} isAnswer={isAnswer} />
				</li>
			))}
		</ul>
	);
}

function TypeName({ schema }: { schema: JsonSchema }): ReactNode {
	const part = presentPart(schema);
	const name = componentOf(part) ?? (part.items ? componentOf(presentPart(part.items)) : null);
	const words = typeWords(schema);
	if (!name || !OBJECTS.some(([object]) => object === name)) return words;
	const [before, after] = words.split(name);
	return (
		<>
			{before}
			<a href={`#${objectId(name)}`} className="text-accent underline underline-offset-2">
				{name}
			</a>
			{after}
		</>
	);
}

function Limits({ schema }: { schema: JsonSchema }) {
	const words = limitWords(schema);
	const values = valuesOf(schema);
	const { default: usual } = schema;
	const { pattern } = presentPart(schema);
	const facts: ReactNode[] = [
		...words,
		values.length > 0 && <Codes key="values" before="one of" codes={values} />,
		pattern && <Codes key="pattern" before="matches" codes={[pattern]} />,
		usual !== undefined && usual !== null && <Codes key="default" before="default" codes={[String(usual)]} />,
	].filter(Boolean);
	if (facts.length === 0) return null;
	return (
		<ul className="flex flex-wrap gap-x-4 text-sm text-muted">
			{facts.map((fact, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the facts never change
				<li key={index} className="min-w-0">
					{fact}
				</li>
			))}
		</ul>
	);
}

function Codes({ before, codes }: { before: string; codes: string[] }) {
	return (
		<>
			{before}{" "}
			{codes.map((code, index) => (
				<span key={code}>
					{index > 0 && ", "}
					<code className="break-all text-ink">{code}</code>
				</span>
			))}
		</>
	);
}

/** The fields of an object within. */
function Inner({ schema, isAnswer }: { schema: JsonSchema; isAnswer: boolean }) {
	const part = presentPart(schema);
	const inner = part.items ? presentPart(part.items) : part;
	if (!inner.properties) return null;
	return (
		<div className="mt-2 border-l-2 pl-4">
			<FieldList fields={fieldsOf(inner)} isAnswer={isAnswer} />
		</div>
	);
}

/** The anchor of a named schema. */
export function objectId(name: string): string {
	return `object-${name}`;
}

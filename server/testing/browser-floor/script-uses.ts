import { parseSync } from "vite";
import type { CompatTable } from "./compat-data.ts";

type Node = { type: string; [key: string]: unknown };
/** A use of something that browsers of the floor lack. */
export type Use = { api: string; line: number };

/** One of Tailwind's variants that becomes `:has()`. */
const HAS_CLASS = /(?:^|[\s:])(?:group-|peer-)?has-(?:\[|[a-z-]+:)/;

/**
 * What a script uses that a browser of the floor lacks. A use behind a test for the same thing is none:
 * `if ("y" in X)`, `typeof X.y`, `X.y ? a : b`, `X.y && b`, `X.y?.()`.
 * @param file its name, which says whether it is TypeScript or has JSX
 */
export function scriptUses(file: string, text: string, table: CompatTable): Use[] {
	const { program, errors } = parseSync(file, text);
	if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
	const own = new Set<string>();
	walk(program as unknown as Node, [], (node, parents) => {
		if (node.type === "Identifier" && isBinding(node, parents)) own.add(String(node.name));
	});
	const uses: Use[] = [];
	const lineOf = (node: Node) => text.slice(0, Number(node.start)).split("\n").length;
	walk(program as unknown as Node, [], (node, parents) => {
		if (table.isTooNewSelector("has") && HAS_CLASS.test(String(textOf(node)))) {
			uses.push({ api: ":has", line: lineOf(node) });
		}
		const api = tooNew(node, parents, own, table);
		if (api !== null && !isGuarded(node, parents)) uses.push({ api, line: lineOf(node) });
	});
	return uses;
}

function tooNew(node: Node, parents: Node[], own: Set<string>, table: CompatTable): string | null {
	const parent = parents.at(-1);
	if (node.type === "Identifier") {
		const name = String(node.name);
		const isRead = !own.has(name) && !isName(node, parent) && !isBinding(node, parents);
		return isRead && table.isTooNew(name) ? name : null;
	}
	if (node.type !== "MemberExpression" || node.computed) return null;
	const { object, property } = node as { object?: Node; property?: Node };
	const member = String(property?.name);
	if (object?.type === "Identifier") {
		const name = String(object.name);
		if (own.has(name)) return null;
		if (table.isTooNew(name, member)) return `${name}.${member}`;
		if (table.isTooNew(name, undefined) || isGlobal(name)) return null;
	}
	const isCalled = parent?.type === "CallExpression" && parent.callee === node;
	return isCalled ? table.newMethod(member) : null;
}

/** Whether the use is itself a test, or is guarded by one of the same name. */
function isGuarded(node: Node, parents: Node[]): boolean {
	const name = nameOf(node);
	let child = node;
	for (const parent of parents.toReversed()) {
		if (parent.type === "UnaryExpression" && (parent.operator === "typeof" || parent.operator === "!")) return true;
		if (parent.type === "BinaryExpression" && ["==", "!=", "===", "!=="].includes(String(parent.operator))) return true;
		if (parent.type === "CallExpression" && parent.callee === child && parent.optional === true) return true;
		if (parent.type === "IfStatement" || parent.type === "ConditionalExpression") {
			if (parent.test === child ? child === node : mentions(parent.test as Node, name)) return true;
		}
		if (parent.type === "LogicalExpression") {
			if (parent.left === child ? child === node : mentions(parent.left as Node, name)) return true;
		}
		child = parent;
	}
	return false;
}

/** Whether a test looks for this name: as a member, or as the text before `in`. */
function mentions(test: Node, name: string): boolean {
	let found = false;
	walk(test, [], (node) => {
		if (nameOf(node) === name || textOf(node) === name) found = true;
	});
	return found;
}

function nameOf(node: Node): string {
	if (node.type === "MemberExpression") return String((node.property as Node | undefined)?.name);
	return node.type === "Identifier" ? String(node.name) : "";
}

/** What a text says; a minifier writes texts as templates. */
function textOf(node: Node): unknown {
	if (node.type === "TemplateElement") return (node.value as { cooked?: string }).cooked;
	return node.type === "Literal" ? node.value : null;
}

/** A name that isn't looked up: of a property, a label, an attribute or a type. */
function isName(node: Node, parent: Node | undefined): boolean {
	if (!parent) return false;
	if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
	if (["Property", "MethodDefinition", "PropertyDefinition"].includes(parent.type)) {
		return parent.key === node && !parent.computed && !parent.shorthand;
	}
	return (
		/^(?:TS|Import|Export|Label|Break|Continue|MetaProperty)/.test(parent.type) &&
		!/^TS(?:As|NonNull|Satisfies)/.test(parent.type)
	);
}

function isBinding(node: Node, parents: Node[]): boolean {
	let child = node;
	for (const parent of parents.toReversed()) {
		if (parent.type === "VariableDeclarator") return parent.id === child;
		if (/^Import\w*Specifier$/.test(parent.type)) return parent.local === child;
		if (parent.type === "CatchClause") return parent.param === child;
		if (/Function|^Class/.test(parent.type)) {
			return parent.id === child || (Array.isArray(parent.params) && parent.params.includes(child));
		}
		const isPattern = ["ObjectPattern", "ArrayPattern", "RestElement"].includes(parent.type);
		const isValue = parent.type === "Property" && parent.value === child;
		const isDefaulted = parent.type === "AssignmentPattern" && parent.left === child;
		if (!isPattern && !isValue && !isDefaulted) return false;
		child = parent;
	}
	return false;
}

function isGlobal(name: string): boolean {
	return name in globalThis || name === "Intl";
}

function walk(node: Node, parents: Node[], visit: (node: Node, parents: Node[]) => void): void {
	visit(node, parents);
	const inner = [...parents, node];
	for (const [key, value] of Object.entries(node)) {
		// Types are gone before a browser sees them.
		if (/^(?:typeAnnotation|typeArguments|typeParameters|returnType|superTypeArguments)$/.test(key)) continue;
		for (const each of Array.isArray(value) ? value : [value]) {
			if (typeof each?.type === "string" && !/^TS(?:TypeAlias|Interface)/.test(each.type)) walk(each, inner, visit);
		}
	}
}

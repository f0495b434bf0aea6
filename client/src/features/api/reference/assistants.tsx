import { ASSISTANTS, type Assistant, assistantSetups, KEY_PLACEHOLDER } from "#shared/api/mcp/setup.ts";
import { scopeOf, TOOLS } from "#shared/api/mcp/tools.ts";
import { Chapter } from "./chapter.tsx";
import { CodeBlock } from "./code.tsx";
import { ORIGIN } from "./document.ts";
import { Prose } from "./prose.tsx";

/** How assistants are connected, and what they can do (P666, P667). */
export function Assistants() {
	return (
		<Chapter code={<Setups />}>
			<Prose
				text={`Assistants that speak the Model Context Protocol can make, preview and test links at \`${ORIGIN}/mcp\`. They send an API key, so they act within its scopes and limits; each message counts as a request. Replace \`${KEY_PLACEHOLDER}\` with a key.`}
			/>
			<dl aria-label="Tools" className="flex flex-col gap-2 text-sm">
				{TOOLS.map((tool) => (
					<div key={tool.name} className="flex flex-col gap-x-4 sm:flex-row">
						<dt className="w-36 shrink-0">
							<code className="font-semibold">{tool.name}</code>
						</dt>
						<dd className="min-w-0">
							{tool.title}, with <code>{scopeOf(tool)}</code>
						</dd>
					</div>
				))}
			</dl>
			<Prose text="The resource `visualink://links/{id}/card` has a link with its custom cards. No tool deletes, pays or changes where a link leads." />
			<Prose text="Answers mark texts from target pages and visitors as untrusted, so that your assistant doesn't follow instructions in them. Marks reduce this risk but can't remove it: review what your assistant does." />
		</Chapter>
	);
}

function Setups() {
	const setups = Object.entries(assistantSetups(ORIGIN)) as [Assistant, { where: string; code: string }][];
	return setups.map(([assistant, { where, code }]) => (
		<CodeBlock
			key={assistant}
			title={`${ASSISTANTS[assistant]}: ${where.charAt(0).toLowerCase()}${where.slice(1)}`}
			label={`Setup of ${ASSISTANTS[assistant]}`}
			code={code}
		/>
	));
}

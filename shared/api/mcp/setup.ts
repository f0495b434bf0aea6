import { MCP_PATH } from "../../platform/api-paths.ts";

/** Assistants that send a key of their user's choice; those that only sign in by OAuth can't. */
export const ASSISTANTS = { claude: "Claude Code", cursor: "Cursor", vscode: "VS Code" } as const;
export type Assistant = keyof typeof ASSISTANTS;

/** What the user replaces by an API key. */
export const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** `where` the `code` belongs. */
export type Setup = { where: string; code: string };

/**
 * How each assistant is connected, by its maker's documentation.
 * @param origin ours, as its user reaches it
 */
export function assistantSetups(origin: string): Record<Assistant, Setup> {
	const url = origin + MCP_PATH;
	const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
	return {
		claude: {
			where: "Run this in a terminal",
			code: `claude mcp add --transport http visualink ${url} --header "Authorization: Bearer ${KEY_PLACEHOLDER}"`,
		},
		cursor: {
			where: "Add this to ~/.cursor/mcp.json",
			code: json({ mcpServers: { visualink: { url, headers: bearer(KEY_PLACEHOLDER) } } }),
		},
		vscode: {
			where: "Add this to .vscode/mcp.json. VS Code asks for the key",
			code: json({
				inputs: [{ type: "promptString", id: "visualink-key", description: "Visualink API key", password: true }],
				// biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in
				servers: { visualink: { type: "http", url, headers: bearer("${input:visualink-key}") } },
			}),
		},
	};
}

function json(value: object): string {
	return JSON.stringify(value, null, 2);
}

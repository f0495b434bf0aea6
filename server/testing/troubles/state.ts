import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { ask } from "../machine/ask-database.ts";

export const PASSWORD = "s3cret";

/** The address of a database, as its owner has it, or as another role with a password. */
export function address(server: string, { name, role }: { name: string; role?: string }): string {
	const url = Object.assign(new URL(server), { pathname: `/${name}` });
	return (role ? Object.assign(url, { username: role, password: PASSWORD }) : url).href;
}

/** A hash of every row of every table. */
export async function contentOf(url: string): Promise<unknown> {
	const hash = "SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM %I.%I t";
	return ask(
		url,
		`SELECT table_schema, table_name, query_to_xml(format($$${hash}$$, table_schema, table_name), false, true, '')::text
		FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
	);
}

/** Every file and folder below one, with its size. What a command prints is no part of its work. */
export async function filesIn(folder: string): Promise<string[]> {
	const names = await readdir(folder, { recursive: true });
	const all = names.filter((name) => name !== "output").sort();
	return Promise.all(all.map(async (name) => `${name} ${(await lstat(path.join(folder, name))).size}`));
}

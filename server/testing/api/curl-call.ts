import { readFile } from "node:fs/promises";
import path from "node:path";

/** Runs a curl command as curl would, for machines that have none: options `-X`, `-H`, `-d` and `-F` with a file. */
export async function curlCall(command: string, { env, dir }: { env: Record<string, string>; dir: string }) {
	const [program, ...words] = wordsOf(command, env);
	if (program !== "curl") throw new Error(`not curl: ${program}`);
	let [url, method, body]: [string, string | undefined, string | FormData | undefined] = ["", undefined, undefined];
	const headers = new Headers();
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? "";
		if (!word.startsWith("-")) {
			url = word;
			continue;
		}
		const value = words[++at] ?? "";
		if (word === "-X") method = value;
		else if (word === "-H") headers.append(...(value.split(/: (.*)/s) as [string, string]));
		else if (word === "-d") body = value;
		else if (word === "-F") body = await formOf(value, dir);
		else throw new Error(`unknown option ${word}`);
	}
	return fetch(url, { method: method ?? (body === undefined ? "GET" : "POST"), headers, ...(body && { body }) });
}

async function formOf(field: string, dir: string): Promise<FormData> {
	const [, name = "", file = ""] = /^(\w+)=@(.+)$/.exec(field) ?? [];
	const form = new FormData();
	form.append(name, new Blob([await readFile(path.join(dir, file))]), file);
	return form;
}

/** A shell's words: quoted or bare, with variables outside of single quotes, on lines joined by a backslash. */
function wordsOf(command: string, env: Record<string, string>): string[] {
	const word = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs;
	return [...command.replaceAll("\\\n", " ").matchAll(word)].map(([text]) =>
		text.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) => {
			if (single !== undefined) return single;
			if (escaped !== undefined) return escaped;
			return double.replaceAll(/\$(\w+)/g, (_variable: string, name: string) => env[name] ?? "");
		}),
	);
}

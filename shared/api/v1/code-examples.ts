import { API_V1, type ApiRoute } from "./api-route.ts";

/** The languages of the examples, in their order on the page. */
export const LANGUAGES = { curl: "curl", typescript: "TypeScript", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

/** The environment variable that the examples read the key from. */
export const KEY_VARIABLE = "VISUALINK_API_KEY";
/** The file that examples upload. */
export const EXAMPLE_FILE = "image.jpg";

type ExampleRoute = Pick<ApiRoute, "method" | "path" | "example" | "file" | "body" | "answer">;

/** A call of the route's example, in each language; it runs as it is. */
export function codeExamples(route: ExampleRoute, origin: string): Record<Language, string> {
	const call = {
		method: route.method.toUpperCase(),
		url: `${origin}${API_V1}${addressOf(route)}`,
		body: route.example?.body,
		file: route.example?.body === undefined ? route.file : undefined,
		answers: answersOf(route),
	};
	return { curl: curl(call), typescript: typescript(call), python: python(call) };
}

type Call = {
	method: string;
	url: string;
	body: unknown;
	file: string | undefined;
	answers: "json" | "text" | "nothing";
};

function answersOf({ answer }: ExampleRoute): Call["answers"] {
	if (answer.schema === null) return "nothing";
	return answer.type === undefined ? "json" : "text";
}

/** The example's path and query below `/api/v1`. */
function addressOf({ path, example = {} }: ExampleRoute): string {
	const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(String(example.params?.[name] ?? "")),
	);
	const query = new URLSearchParams(example.query).toString();
	return query === "" ? filled : `${filled}?${query}`;
}

function curl({ method, url, body, file }: Call): string {
	const parts = [
		`curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
		`-H "Authorization: Bearer $${KEY_VARIABLE}"`,
	];
	if (body !== undefined) {
		parts.push('-H "Content-Type: application/json"', `-d '${json(body).replaceAll("'", String.raw`'\''`)}'`);
	}
	if (file) parts.push(`-F "${file}=@${EXAMPLE_FILE}"`);
	return parts.join(" \\\n  ");
}

function typescript({ method, url, body, file, answers }: Call): string {
	const content = body === undefined ? "" : '\n    "Content-Type": "application/json",';
	const form = file
		? `${IMPORT} "node:fs/promises";

const form = new FormData();
form.append("${file}", new Blob([await readFile("${EXAMPLE_FILE}")]), "${EXAMPLE_FILE}");

`
		: "";
	const sent =
		body === undefined ? (file ? "\n  body: form," : "") : `\n  body: JSON.stringify(${indented(json(body))}),`;
	return `${form}const response = await fetch("${url}", {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,${content}
  },${sent}
});
if (!response.ok) throw new Error(await response.text());${answers === "nothing" ? "" : `\nconsole.log(await response.${answers}());`}`;
}

/** Apart from its file's name: this file itself imports nothing. */
const IMPORT = "import { readFile } from";

function python({ method, url, body, file, answers }: Call): string {
	const content = body === undefined ? "" : '\n        "Content-Type": "application/json",';
	const form = file ? pythonForm(file) : "";
	const type = file ? `\n        "Content-Type": "multipart/form-data; boundary=" + boundary,` : content;
	const data =
		body === undefined
			? file
				? "\n    data=form,"
				: ""
			: `\n    data=json.dumps(${indented(pythonOf(body))}).encode(),`;
	const modules = answers === "json" || body !== undefined ? "import json\nimport os" : "import os";
	const read = { json: "print(json.load(response))", text: "print(response.read().decode())", nothing: "pass" };
	return `${modules}
from urllib.request import Request, urlopen

${form}request = Request(
    "${url}",
    method="${method}",
    headers={
        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],${type}
    },${data}
)
with urlopen(request) as response:
    ${read[answers]}`;
}

function pythonForm(field: string): string {
	return `boundary = os.urandom(16).hex()
with open("${EXAMPLE_FILE}", "rb") as file:
    head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="${field}"; filename="${EXAMPLE_FILE}"\\r\\n\\r\\n'
    form = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()

`;
}

function json(value: unknown): string {
	return JSON.stringify(value, null, 2);
}

/** Python's literals are JSON's, but for three. Texts keep theirs: they are quoted. */
function pythonOf(value: unknown): string {
	const names: Record<string, string> = { true: "True", false: "False", null: "None" };
	const literal = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
	return JSON.stringify(value, null, 4).replaceAll(literal, (part) => names[part] ?? part);
}

/** Below a line that is indented by one step. */
function indented(text: string): string {
	return text.replaceAll("\n", text.startsWith("{\n    ") || text.startsWith("[\n    ") ? "\n    " : "\n  ");
}

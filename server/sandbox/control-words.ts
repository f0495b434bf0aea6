import type { z } from "zod";

/** What a control asks for, by the name that a schema has for it. */
const KINDS: Record<string, string> = {
	object: "an object in JSON",
	number: "a number",
	int: "a whole number",
	string: "a text",
	boolean: "true or false",
};

/** What is wrong with one value, for the author of the script. A message of the schema itself comes first. */
export function ourWords(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case "too_big":
			return `at most ${counted(issue.maximum, issue.origin)}`;
		case "too_small":
			return `at least ${counted(issue.minimum, issue.origin)}`;
		case "unrecognized_keys":
			return `no such field: ${issue.keys.join(", ")}`;
		case "invalid_value":
			return issue.input === undefined ? "missing" : `one of ${issue.values.join(", ")}`;
		case "invalid_type":
			if (issue.input === undefined && issue.expected !== "object") return "missing";
			return `${KINDS[issue.expected] ?? "something else"}, please`;
		default:
			return "Invalid input";
	}
}

/** All that is wrong, each with the field that it is about. */
export function problemsOf({ issues }: z.ZodError): string {
	return issues.map(({ path, message }) => [...path, message].map(String).join(": ")).join("; ");
}

function counted(bound: number | bigint, origin: string): string {
	if (origin !== "string") return String(bound);
	return bound === 1 ? "1 character" : `${bound} characters`;
}

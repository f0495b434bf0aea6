import { z } from "zod";
import { databaseAddressProblem } from "./addresses.ts";

export const flag = z
	.enum(["true", "false", "1", "0", ""], "must be true, false, 1 or 0")
	.default("false")
	.transform((text) => text === "true" || text === "1");
export const optional = z
	.string()
	.trim()
	.transform((text) => text || undefined)
	.optional();
export const webOrigin = z
	.url({ protocol: /^https?$/, error: "must be an address with its scheme, such as https://visualink.example" })
	.transform((text) => new URL(text).origin);
export const wholeNumber = ({ from, to, such }: { from: number; to: number; such: string }) => {
	const words = `must be a whole number from ${from} to ${to}, such as ${such}`;
	return z.coerce.number(words).int(words).min(from, words).max(to, words);
};
export const databaseAddress = z.string().superRefine((text, context) => {
	const message = databaseAddressProblem(text.trim());
	if (message) context.addIssue({ code: "custom", message });
});

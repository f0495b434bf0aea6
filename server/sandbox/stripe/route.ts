import type { z } from "zod";

/** One call of the API: its parameters, checked before, and what it does. Synchronous, so calls never interleave. */
export type Route = {
	method: "get" | "post" | "delete";
	path: string;
	params: z.ZodType;
	run: (params: never, id: string, otherId: string) => object;
};

export function route<S extends z.ZodType>(
	method: Route["method"],
	path: string,
	params: S,
	run: (params: z.output<S>, id: string, otherId: string) => object,
): Route {
	return { method, path, params, run: run as Route["run"] };
}

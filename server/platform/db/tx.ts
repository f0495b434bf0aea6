import type { Db } from "./connect.ts";

/** A transaction. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

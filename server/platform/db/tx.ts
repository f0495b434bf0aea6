import type { Db } from "./connect.ts";

export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

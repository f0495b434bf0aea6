import path from "node:path";

/** The folder that package.json is in. */
export const ROOT = path.resolve(import.meta.dirname, "../../..");
/** The folder of the migrations. */
export const MIGRATIONS = path.join(ROOT, "migrations");

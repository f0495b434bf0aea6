import { runCommand, withDatabaseAlone } from "#server/operator/run-command.ts";
import { admin } from "./admin.ts";

await runCommand((args) => admin(args, withDatabaseAlone));

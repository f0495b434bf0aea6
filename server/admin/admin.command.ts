import { runCommand, withDatabaseAlone } from "#server/operator/run-command.ts";
import { admin } from "./admin.ts";

await runCommand((args, say) => admin(args, withDatabaseAlone, say));

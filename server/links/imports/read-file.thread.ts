import { AppError, asRefusal } from "#server/platform/http/app-error.ts";
import { serveWorkerRequests } from "#server/platform/work/serve-worker-requests.ts";
import { lowerPriority, rest } from "#server/platform/work/thread.ts";
import { readCsv } from "./csv/read-csv.ts";
import type { FileAnswer, FileOrder } from "./file-reader.ts";
import { judgeRow, type ValidatedRow } from "./judge-row.ts";

/** Rows per message, few enough for the receiving thread not to block. */
const ROWS_AT_ONCE = 100;

/** Reads one file, then sends its validated rows, some for each "more"; an empty message ends them. */
let validated: ValidatedRow[] = [];
function answer(order: FileOrder | "more"): FileAnswer {
	if (order === "more") return { rows: validated.splice(0, ROWS_AT_ONCE) };
	try {
		const { bytes, maxRows, assigned, ownOrigins, imageOrigins } = order;
		const { isExact, rows, ...head } = readCsv(bytes, { maxRows, assigned, rest });
		validated = rows.map((row, n) => {
			if (n % ROWS_AT_ONCE === 0) rest();
			return judgeRow(row, { ownOrigins, imageOrigins, isExact });
		});
		return head;
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { refusal: asRefusal(error) };
	}
}

lowerPriority();
serveWorkerRequests(answer);

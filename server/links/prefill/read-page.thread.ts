import { serveWorkerRequests } from "#server/platform/work/serve-worker-requests.ts";
import { lowerPriority, rest } from "#server/platform/work/thread.ts";
import type { ReadOrder } from "./page-reader.ts";
import { type ReadPage, readPage } from "./read-page.ts";

lowerPriority();
serveWorkerRequests<ReadOrder, ReadPage>(({ asked, url, ownOrigins, ...answer }) =>
	readPage({ ...answer, asked: new URL(asked), url: new URL(url) }, { ownOrigins, rest }),
);

import { parentPort, workerData } from "node:worker_threads";
import { standBack } from "#server/platform/work/thread.ts";
import { readList } from "./read-list.ts";

standBack();
parentPort?.postMessage(await readList(String(workerData.place)));

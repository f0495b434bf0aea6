import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "#server/platform/work/thread.ts";
import { readList } from "./read-list.ts";

lowerPriority();
parentPort?.postMessage(await readList(String(workerData.place)));

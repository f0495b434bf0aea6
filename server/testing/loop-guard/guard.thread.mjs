import { Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";

const SILENCE_MS = 40;
const APART_MS = 20;
/** Of one stretch. */
const MOST_STACKS = 5;
const LOOK_MS = 5;

/**
 * Looks at the beats of the main thread: where they stay away it interrupts what runs there for a moment, and sends its
 * stack.
 */
const { beats } = workerData;
/** Files by the ids that V8 gives them. */
const files = new Map();
let beat = -1;
let heardAt = performance.now();
let taken = 0;
let askedAt = -1;

const session = new Session();
session.connectToMainThread();
session.on("Debugger.scriptParsed", ({ params }) => files.set(params.scriptId, params.url));
session.on("Debugger.paused", ({ params }) => {
	const frames = params.callFrames.map(({ functionName, location }) => ({
		name: functionName,
		url: files.get(location.scriptId) ?? "",
		line: location.lineNumber + 1,
	}));
	// Where the loop has turned since, this is what runs by now.
	if (Atomics.load(beats, 0) === askedAt) parentPort.postMessage({ beat: askedAt, frames });
	session.post("Debugger.resume");
});
session.post("Debugger.enable");

function look() {
	if (Atomics.load(beats, 1) === 1) return letGo();
	const now = Atomics.load(beats, 0);
	if (now !== beat) {
		[beat, heardAt, taken] = [now, performance.now(), 0];
	} else if (taken < MOST_STACKS && performance.now() - heardAt > SILENCE_MS + taken * APART_MS) {
		taken += 1;
		askedAt = now;
		session.post("Debugger.pause");
	}
	// A timer, so that what the session says is heard between two looks.
	setTimeout(look, LOOK_MS);
}

function letGo() {
	session.disconnect();
	Atomics.store(beats, 2, 1);
	Atomics.notify(beats, 2);
}

look();

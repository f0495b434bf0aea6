/** One window of a real browser, by whatever protocol it speaks. */
export type Driver = {
	/** As it names itself, such as `firefox/153.7.0`. */
	version: string;
	/** The size of the page; the height may be less by a bar. */
	resize: (width: number, height: number) => Promise<void>;
	goto: (url: string) => Promise<void>;
	back: () => Promise<void>;
	/** Evaluates an expression in the page. */
	evaluate: <Value>(expression: string) => Promise<Value>;
	/** Clicks as a mouse does in the middle of the element, which is in view. */
	click: (selector: string) => Promise<void>;
	/** Types into the element as a keyboard does, after what it holds. */
	type: (selector: string, text: string) => Promise<void>;
	/** Chooses a file in an input. */
	upload: (selector: string, file: string) => Promise<void>;
	/** Replaces this window by a new one without cookies. */
	forget: () => Promise<void>;
	close: () => Promise<void>;
};

/** A browser that this machine may have. */
export type Installation = {
	name: string;
	/** What it needs and the machine lacks. */
	missing: () => string[];
	/** How to get it. */
	howTo: string;
	start: () => Promise<Driver>;
};

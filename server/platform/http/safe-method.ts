const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request by this method changes nothing: neither guarded against other sites nor counted as a change. */
export function isSafeMethod(method: string): boolean {
	return SAFE_METHODS.has(method);
}

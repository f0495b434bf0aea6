const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether requests by this method change nothing: exempt from CSRF checks and the limit of changes. */
export function isSafeMethod(method: string): boolean {
	return SAFE_METHODS.has(method);
}

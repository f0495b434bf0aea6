/**
 * The code that a system call, a socket, a library or PostgreSQL gave to an error: `ENOENT`, `23505`.
 * @returns "" where there is none
 */
export function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

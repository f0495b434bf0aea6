/** A command can't do what the operator asked; the message says why, in one sentence. */
export class CommandError extends Error {
	override readonly name: string = "CommandError";
}

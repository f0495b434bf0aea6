/** What an operator asked for can't be done; the message tells why, in a sentence. */
export class CommandError extends Error {
	override readonly name: string = "CommandError";
}

import { classNames } from "#client/lib/class-names.ts";

/** A text in which code stands between backticks. */
export function Prose({ text, className }: { text: string; className?: string }) {
	return (
		<p className={classNames("max-w-prose", className)}>
			{text.split("`").map((part, index) =>
				index % 2 === 1 ? (
					// biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
					<code key={index} className="text-[0.9em] font-semibold break-words">
						{part}
					</code>
				) : (
					part
				),
			)}
		</p>
	);
}

import { Copy } from "lucide-react";
import { copyText } from "#client/components/toast/copy-text.ts";
import { Button } from "#client/components/ui/button.tsx";
import { classNames } from "#client/lib/class-names.ts";

type CopiedProps = {
	label: string;
	text: string;
	button: string;
	copied: string;
	failed: string;
	/** Lines stay as they are, and scroll within. */
	isCode?: boolean;
};

/** A text that programs need, with a button that copies it. */
export function Copied({ label, text, button, copied, failed, isCode = false }: CopiedProps) {
	return (
		<div className="flex flex-col gap-1.5">
			<p className="text-sm font-semibold">{label}</p>
			<div className={classNames("flex flex-col gap-3", !isCode && "sm:flex-row sm:items-center")}>
				{isCode ? (
					<pre
						translate="no"
						// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keys
						tabIndex={0}
						className="overflow-x-auto rounded-control bg-sunken px-3.5 py-2.5 text-[0.8125rem] leading-relaxed"
					>
						<code>{text}</code>
					</pre>
				) : (
					<code
						translate="no"
						className="min-w-0 flex-1 rounded-control bg-sunken px-3.5 py-2.5 text-sm break-all select-all"
					>
						{text}
					</code>
				)}
				<Button variant="secondary" className="self-start" onClick={() => void copyText(text, { copied, failed })}>
					<Copy aria-hidden="true" />
					{button}
				</Button>
			</div>
		</div>
	);
}

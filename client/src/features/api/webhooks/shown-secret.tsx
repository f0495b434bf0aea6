import { useEffect, useId, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { VERIFYING } from "#shared/api/webhooks/receiver-code.ts";
import { Copied } from "../copied.tsx";

type ShownSecretProps = {
	title: string;
	secret: string;
	/** What else to know of it. */
	note?: string;
	onDone: () => void;
};

/** A webhook's secret, shown this once, and how a receiver uses it (P669). */
export function ShownSecret({ title, secret, note, onDone }: ShownSecretProps) {
	const id = useId();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<section aria-labelledby={id} className="flex flex-col gap-4 rounded-control border border-accent p-4">
			<div className="flex flex-col gap-1">
				<h3 id={id} ref={heading} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
					{title}
				</h3>
				<p>Copy it now and keep it secret. You won't see it again.{note && ` ${note}`}</p>
			</div>
			<Copied
				label="Secret"
				text={secret}
				button="Copy secret"
				copied="Secret copied to clipboard"
				failed="Failed to copy the secret"
			/>
			<Copied
				label="Verify each request with it, in Node"
				text={VERIFYING}
				button="Copy code"
				copied="Code copied to clipboard"
				failed="Failed to copy the code"
				isCode
			/>
			<p>
				<a href={DOCUMENTATION} className="font-semibold underline underline-offset-2">
					Complete receivers in Node and Python
				</a>
			</p>
			<Button variant="secondary" className="self-start" onClick={onDone}>
				Done
			</Button>
		</section>
	);
}

/** The chapter of the reference. */
export const DOCUMENTATION = "/developers#webhooks";

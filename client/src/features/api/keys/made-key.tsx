import { useEffect, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import type { NewApiKey } from "#shared/api/keys/api-key.ts";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import { Copied } from "../copied.tsx";

type MadeKeyProps = { made: NewApiKey; onDone: () => void };

/** A new key, shown this once, and a command that tries it (P651). */
export function MadeKey({ made: { name, key }, onDone }: MadeKeyProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const command = `curl -H "Authorization: Bearer ${key}" ${window.location.origin}${API_V1}/me`;
	return (
		<section aria-labelledby="made-key" className="flex flex-col gap-4 rounded-control border border-accent p-4">
			<div className="flex flex-col gap-1">
				<h3 id="made-key" ref={heading} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
					Your new key "{name}"
				</h3>
				<p>Copy it now and keep it secret. You won't see it again.</p>
			</div>
			<Copied
				label="Key"
				text={key}
				button="Copy key"
				copied="Key copied to clipboard"
				failed="Failed to copy the key"
			/>
			<Copied
				label="Try it in a terminal"
				text={command}
				button="Copy command"
				copied="Command copied to clipboard"
				failed="Failed to copy the command"
			/>
			<Button variant="secondary" className="self-start" onClick={onDone}>
				Done
			</Button>
		</section>
	);
}

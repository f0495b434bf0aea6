import { Sparkles } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { withScheme } from "#shared/links/target-url.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { usePastedLines } from "../form/pasted-lines.ts";
import { useBeginWithPage } from "./begin-with-page.ts";
import { pastedAddress } from "./page-address.ts";

/** 'Start from a page' without any links: a URL opens the prefilled form. */
export function StartHere() {
	const id = useId();
	const begin = useBeginWithPage();
	const [address, setAddress] = useState("");
	const lines = usePastedLines();
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (trimBlank(address) !== "") begin(withScheme(lines.asPasted(address)));
			}}
			className="flex w-full max-w-xl flex-col gap-1.5 text-start"
		>
			<label htmlFor={id} className="font-semibold">
				Start from a page
			</label>
			<div className="flex flex-col gap-2 sm:flex-row">
				<Input
					id={id}
					type="url"
					inputMode="url"
					placeholder="Paste any address"
					autoComplete="off"
					spellCheck={false}
					value={address}
					onChange={({ target }) => setAddress(target.value)}
					onPaste={(event) => {
						const pasted = pastedAddress(event, { overAll: true });
						if (pasted !== null) {
							event.preventDefault();
							begin(pasted);
							return;
						}
						const shown = lines.shownAfter(event);
						if (shown !== null) setAddress(shown);
					}}
				/>
				<Button type="submit">
					<Sparkles aria-hidden="true" />
					Fill in
				</Button>
			</div>
		</form>
	);
}

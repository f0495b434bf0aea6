import type { Ref } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { LINK_CHANGED } from "#shared/links/link-form.ts";
import { formatTime } from "./schedule-note.tsx";

type TheirVersionProps = {
	ref: Ref<HTMLElement>;
	theirs: LinkView;
	onKeepMine: () => void;
	onKeepTheirs: () => void;
};

/** What somebody else, or another tab, has saved of the link that is being edited; either can be kept (P134). */
export function TheirVersion({ ref, theirs, onKeepMine, onKeepTheirs }: TheirVersionProps) {
	return (
		<section
			ref={ref}
			tabIndex={-1}
			aria-labelledby="their-version"
			className="flex flex-col gap-4 rounded-card border border-danger p-4 sm:p-5"
		>
			<div role="alert" className="flex flex-col gap-1">
				<h2 id="their-version" className="text-xl">
					{LINK_CHANGED}
				</h2>
				<p className="text-muted">By somebody else, or in another tab. This is what was saved there:</p>
			</div>
			<LinkPreview
				title={theirs.title}
				description={theirs.description}
				imageUrl={theirs.imageUrl}
				address={shortAddress(theirs.shortUrl)}
				className="max-w-88"
			/>
			<p className="text-sm text-muted">
				It leads to <span className="text-ink wrap-anywhere">{theirs.targetUrl}</span>
			</p>
			{theirs.startsAt && <p className="text-sm text-muted">It opens {formatTime(theirs.startsAt)}</p>}
			{theirs.endsAt && <p className="text-sm text-muted">It ends {formatTime(theirs.endsAt)}</p>}
			<div className="flex flex-wrap gap-3">
				<Button variant="secondary" onClick={onKeepMine}>
					Save mine instead
				</Button>
				<Button variant="secondary" onClick={onKeepTheirs}>
					Keep theirs
				</Button>
			</div>
		</section>
	);
}

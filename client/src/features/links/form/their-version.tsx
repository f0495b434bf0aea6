import type { Ref } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { fieldsThat, LINK_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import { LINK_CHANGED } from "#shared/links/link-form.ts";
import { formatTime } from "../list/schedule-note.tsx";

/** Texts that neither the preview nor the sentences below it show. */
const OTHER_TEXTS = fieldsThat<Extract<TextField, keyof LinkView>>(
	({ text, revision }) => text !== null && revision === "set",
);

type TheirVersionProps = {
	ref: Ref<HTMLElement>;
	theirs: LinkView;
	hadTimes: boolean;
	onKeepMine: () => void;
	onKeepTheirs: () => void;
};

/** What someone else, or another tab, has saved meanwhile; the user keeps either version (P134). */
export function TheirVersion({ ref, theirs, hadTimes, onKeepMine, onKeepTheirs }: TheirVersionProps) {
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
				<p className="text-muted">Someone else saved it, or you did in another tab. The saved version:</p>
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
			<TheirTimes theirs={theirs} hadTimes={hadTimes} />
			{OTHER_TEXTS.map((name) => (
				<p key={name} className="text-sm whitespace-pre-line text-muted wrap-anywhere">
					{LINK_FIELDS[name].text.label}: <span className="text-ink">{theirs[name] ?? "none"}</span>
				</p>
			))}
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

/** The other version's times and later target (P187), also if they were removed. */
function TheirTimes({
	theirs: { startsAt, endsAt, afterUrl },
	hadTimes,
}: Pick<TheirVersionProps, "theirs" | "hadTimes">) {
	if (!startsAt && !endsAt && !afterUrl) return hadTimes && <p className="text-sm text-muted">No start or end time</p>;
	return (
		<>
			{startsAt && <p className="text-sm text-muted">It opens {formatTime(startsAt)}</p>}
			{endsAt && <p className="text-sm text-muted">It ends {formatTime(endsAt)}</p>}
			{afterUrl && (
				<p className="text-sm text-muted">
					Afterwards it leads to <span className="text-ink wrap-anywhere">{afterUrl}</span>
				</p>
			)}
		</>
	);
}

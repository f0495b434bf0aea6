import { CloseButton } from "#client/components/ui/close-button.tsx";
import { FreshCard } from "./fresh-card.tsx";
import { TestThisLink } from "./self-test.tsx";

type FreshCardPanelProps = Parameters<typeof FreshCard>[0] & {
	/** Whether the link is tested at once. */
	startsTest: boolean;
	onClose: () => void;
};

/** After a save that changed a card: what to do about apps that remember the old one (P137). */
export function FreshCardPanel({ link, startsTest, onCopy, onClose }: FreshCardPanelProps) {
	return (
		<section
			aria-labelledby="fresh-card"
			className="enter flex flex-col gap-3 rounded-card border bg-surface p-4 sm:p-6"
		>
			<div className="flex items-start justify-between gap-3">
				<h2 id="fresh-card" className="min-w-0 text-2xl wrap-anywhere">
					“<bdi>{link.title}</bdi>” has a new card
				</h2>
				<CloseButton label="Close the panel of the new card" onClose={onClose} />
			</div>
			<FreshCard link={link} onCopy={onCopy} />
			<TestThisLink linkId={link.id} startsItself={startsTest} />
		</section>
	);
}

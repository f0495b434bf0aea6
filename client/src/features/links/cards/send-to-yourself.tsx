import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import type { LinkView } from "#shared/links/link.ts";
import { latestDeliveriesQuery } from "./cards.queries.ts";

type SendToYourselfProps = {
	link: Pick<LinkView, "shortUrl" | "title">;
	/** Omitted if the link's row, which has the same button, is visible. */
	onCopy: ((address: string) => unknown) | undefined;
};

/** How to see a card, until an app has first loaded it (P337). */
export function SendToYourself({ link, onCopy }: SendToYourselfProps) {
	const { data } = useQuery(latestDeliveriesQuery);
	if (!data || data.length > 0) return null;
	return (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
			<span>
				<strong className="font-semibold text-ink">Send it to yourself:</strong> paste a link into any chat to see its
				card.
			</span>
			{onCopy && (
				<Button variant="secondary" size="sm" onClick={() => onCopy(link.shortUrl)}>
					<Copy aria-hidden="true" />
					Copy the newest link
				</Button>
			)}
		</p>
	);
}

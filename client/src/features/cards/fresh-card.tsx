import { Copy, ExternalLink } from "lucide-react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { FETCHERS } from "#shared/cards/fetchers.ts";
import type { LinkView } from "#shared/links/link.ts";

type FreshCardProps = {
	link: LinkView;
	/** Copies an address, and says so. */
	onCopy: (address: string) => void;
};

/** The address that every app reads again, as it is a new one to each. */
function freshAddress({ shortUrl, cardVersion = 1 }: LinkView): string {
	return `${shortUrl}?v=${cardVersion}`;
}

/** 'Apps may still show version 2': the fresh link, the pages that read a card again, and how long each app keeps one (P137). */
export function FreshCard({ link, onCopy }: FreshCardProps) {
	const { cardVersion = 1 } = link;
	return (
		<div className="flex min-w-0 flex-col gap-4">
			{cardVersion > 1 && (
				<p>Apps may still show version {cardVersion - 1}. The fresh link shows your new card everywhere.</p>
			)}
			<Button className="self-start" onClick={() => onCopy(freshAddress(link))}>
				<Copy aria-hidden="true" />
				Copy fresh link
			</Button>
			<p className="text-sm wrap-anywhere text-muted">{freshAddress(link)}</p>
			<div className="flex flex-wrap gap-2">
				{FETCHERS.map(
					({ name, tool }) =>
						tool && (
							<a
								key={name}
								href={tool.address(link.shortUrl)}
								target="_blank"
								rel="noreferrer"
								className={buttonClass({ variant: "secondary" })}
							>
								{name}: {tool.name}
								<ExternalLink aria-hidden="true" />
								{!tool.takesAddress && <span className="sr-only">, where you paste the link</span>}
							</a>
						),
				)}
			</div>
			<details className="text-sm text-muted">
				<summary className="inline-flex min-h-11 items-center underline">How long each app caches a card</summary>
				<ul className="flex list-disc flex-col gap-1 pl-5">
					{FETCHERS.map(({ name, keeps }) => (
						<li key={name}>
							{name}: {keeps}
						</li>
					))}
					<li>Messages already sent keep their old preview.</li>
				</ul>
			</details>
		</div>
	);
}

import { Copy, ExternalLink } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { FETCHERS } from "#shared/links/cards/fetchers.ts";
import type { LinkView } from "#shared/links/link.ts";

type FreshCardProps = {
	link: LinkView;
	onCopy: (address: string) => void;
};

/** A URL that is new to every app, so that it fetches the card again. */
function freshAddress({ shortUrl, cardVersion = 1 }: LinkView): string {
	return `${shortUrl}?v=${cardVersion}`;
}

/** 'Apps may still show version 2', and the fresh link, which every app fetches again (P137). */
export function FreshCard({ link, onCopy }: FreshCardProps) {
	const { cardVersion = 1 } = link;
	return (
		<>
			{cardVersion > 1 && (
				<p className="order-first w-full text-sm">
					Apps may still show version {cardVersion - 1}. The fresh link shows your new card everywhere.
				</p>
			)}
			<Button variant="secondary" size="sm" onClick={() => onCopy(freshAddress(link))}>
				<Copy aria-hidden="true" />
				Copy fresh link
			</Button>
		</>
	);
}

export function FreshDetails({ link }: Pick<FreshCardProps, "link">) {
	return (
		<>
			<p className="wrap-anywhere">Fresh link: {freshAddress(link)}</p>
			<ul className="flex flex-col">
				{FETCHERS.map(
					({ name, tool }) =>
						tool && (
							<li key={name}>
								<a
									href={tool.address(link.shortUrl)}
									target="_blank"
									rel="noreferrer"
									className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-2 md:min-h-8"
								>
									{name}: {tool.name}
									<ExternalLink aria-hidden="true" className="size-4" />
									{!tool.takesAddress && <span className="sr-only">, where you paste the link</span>}
								</a>
							</li>
						),
				)}
			</ul>
			<div>
				<h3 className="text-sm">How long each app caches a card</h3>
				<ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
					{FETCHERS.map(({ name, keeps }) => (
						<li key={name}>
							{name}: {keeps}
						</li>
					))}
					<li>Messages already sent keep their old preview.</li>
				</ul>
			</div>
		</>
	);
}

import { Image } from "lucide-react";
import type { PrefillOfForm } from "./use-prefill.ts";

type PageImagesProps = { prefill: PrefillOfForm };

/** Whether there is a choice: a single image is offered only if the form doesn't already have it. */
export function offersImages({ isBusy, pictures, chosen }: PrefillOfForm): boolean {
	return pictures.length > 1 || (!isBusy && pictures.some((url) => url !== chosen));
}

export function PageImages({ prefill: { pictures, chosen, chooseImage } }: PageImagesProps) {
	return (
		<fieldset className="relative z-1 min-w-0 max-w-full">
			<legend className="sr-only">Images on the page</legend>
			<div className="-m-1 flex gap-2 overflow-x-auto p-1">
				{pictures.map((url, at) => (
					<button
						key={url}
						type="button"
						// Browsers block images of http: URLs on a secure page.
						aria-label={url.startsWith("https:") ? `Image ${at + 1}` : `Image ${at + 1}, no preview`}
						aria-pressed={url === chosen}
						title={`Image ${at + 1} on the page`}
						onClick={() => void chooseImage(url)}
						className="relative grid h-11 w-18 shrink-0 place-items-center overflow-hidden rounded-control border-2 border-line bg-surface text-control hover:border-ink aria-pressed:border-accent md:h-9 md:w-16"
					>
						<Image aria-hidden="true" className="size-5" />
						{url.startsWith("https:") && (
							<img
								src={url}
								alt=""
								referrerPolicy="no-referrer"
								loading="lazy"
								onError={(event) => event.currentTarget.remove()}
								className="absolute inset-0 size-full object-cover"
							/>
						)}
					</button>
				))}
			</div>
		</fieldset>
	);
}

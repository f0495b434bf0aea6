import { Sparkles, Upload } from "lucide-react";
import { useId } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { ImageDropZone, type ImageDropZoneProps } from "./image-drop-zone.tsx";
import { TitleOnImage } from "./title-on-image.tsx";

type ImageFieldProps = ImageDropZoneProps & { title: string };

/** The card's picture: uploaded or drawn now, made by a machine one day. */
export function ImageField({ title, ...props }: ImageFieldProps) {
	const { source, shownUrl, onPick } = props;
	const labelId = useId();
	return (
		<section aria-labelledby={labelId} className="flex flex-col gap-2.5">
			<h2 id={labelId} className="font-sans text-base font-semibold tracking-normal">
				Image <span className="ml-0.5 text-sm font-normal text-muted">optional</span>
			</h2>
			<Tabs defaultValue="upload" className="flex flex-col gap-3">
				{/* The second column is all of the tab that is still to come: its badge, its price and its button. */}
				<div className="grid grid-cols-2 rounded-control border bg-sunken p-1 sm:w-fit">
					<TabList aria-label="Image source" className="contents!">
						<Tab value="upload" className="row-span-2 h-full px-3! sm:px-5!">
							<Upload aria-hidden="true" className="size-4" />
							Upload Image
						</Tab>
						<Tab value="ai" disabled className="min-h-0! flex-wrap gap-y-1 pt-1.5! pb-0.5! md:min-h-0!">
							<Sparkles aria-hidden="true" className="size-4" />
							AI Generate
							<span className="rounded-full border border-line bg-surface px-2 py-0.5 text-xs">Coming Soon</span>
						</Tab>
					</TabList>
					<div className="col-start-2 flex flex-wrap items-center justify-center gap-x-1 px-2 pb-1 text-xs text-muted">
						<p>Cost: €0.20 per generation</p>
						<Button size="sm" variant="ghost" className="min-h-7! px-2! text-xs!" disabled>
							Generate
						</Button>
					</div>
				</div>
				<TabPanel value="upload" className="flex flex-col gap-1">
					<ImageDropZone {...props} />
					<TitleOnImage title={title} source={source} shownUrl={shownUrl} onPick={onPick} />
				</TabPanel>
				<TabPanel value="ai" />
			</Tabs>
		</section>
	);
}

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
				<TabList aria-label="Where the image comes from" className="sm:self-start">
					<Tab value="upload">
						<Upload aria-hidden="true" className="size-4" />
						Upload Image
					</Tab>
					<Tab value="ai" disabled className="flex-wrap gap-y-1 py-1.5 sm:flex-nowrap">
						<Sparkles aria-hidden="true" className="size-4" />
						AI Generate
						<span className="rounded-full border border-line bg-surface px-2 py-0.5 text-xs">Coming Soon</span>
					</Tab>
				</TabList>
				<TabPanel value="upload" className="flex flex-col gap-1">
					<ImageDropZone {...props} />
					<TitleOnImage title={title} source={source} shownUrl={shownUrl} onPick={onPick} />
				</TabPanel>
				<TabPanel value="ai" />
			</Tabs>
			<div className="flex items-center justify-end gap-x-1 text-sm text-muted">
				<p>Cost: €0.20 per generation</p>
				<Button size="sm" variant="ghost" disabled>
					<Sparkles aria-hidden="true" />
					Generate
				</Button>
			</div>
		</section>
	);
}

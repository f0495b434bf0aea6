import { Upload } from "lucide-react";
import { useId } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#client/components/ui/tabs.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { ImageDropZone, type ImageDropZoneProps } from "./image-drop-zone.tsx";
import { TitleOnImage } from "./title-on-image.tsx";

type ImageFieldProps = ImageDropZoneProps & { title: string };

export function ImageField({ title, ...props }: ImageFieldProps) {
	const { source, shownUrl, onPick } = props;
	const labelId = useId();
	return (
		<section aria-labelledby={labelId} className="flex flex-col gap-2.5">
			<h2 id={labelId} className="font-sans text-base font-semibold tracking-normal">
				Image <span className="ml-0.5 text-sm font-normal text-muted">optional</span>
			</h2>
			<Tabs defaultValue="upload" className="flex flex-col gap-3">
				{/* The planned tab is a quiet chip, with its price and button as small text next to it. */}
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
					<TabList aria-label="Image source" className="flex-wrap gap-2! border-0! bg-transparent! p-0!">
						<Tab value="upload" className={classNames(CHIP, "border-line! bg-surface! text-sm")}>
							<Upload aria-hidden="true" className="size-4" />
							Upload Image
						</Tab>
						<Tab value="ai" disabled className={classNames(CHIP, "text-xs! font-medium!")}>
							AI Generate
							<span className="rounded-full border px-1.5 leading-4">Coming Soon</span>
						</Tab>
					</TabList>
					<span className="flex items-center gap-1">
						<p>Cost: €0.20 per generation</p>
						<Button size="sm" variant="ghost" className="min-h-7! px-2! text-xs! font-medium!" disabled>
							Generate
						</Button>
					</span>
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

const CHIP = "min-h-11! flex-none! rounded-full! px-3! sm:min-h-8!";

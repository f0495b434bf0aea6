import { Type } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { imageFileName } from "#shared/links/image-file-name.ts";
import { type Made, TemplateDialog } from "./template-dialog.tsx";

type TitleOnImageProps = {
	title: string;
	source: string;
	shownUrl: string | null;
	onPick: (file: File) => Promise<string | null>;
};

/** Draws the card's image from its title (P162), and reports when the title has changed since. */
export function TitleOnImage({ title, source, shownUrl, onPick }: TitleOnImageProps) {
	const [isOpen, setIsOpen] = useState(false);
	const [made, setMade] = useState<(Made & { imageUrl: string }) | null>(null);
	const shown = made?.imageUrl === source ? made : null;
	// External images can be shown, but not drawn on.
	const isElsewhere = source !== "" && imageFileName(source) === null;
	const isOld = shown !== null && shown.title !== title && title !== "";

	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
			<Button variant="ghost" size="sm" className="-ml-3 min-h-11 sm:min-h-9" onClick={() => setIsOpen(true)}>
				<Type aria-hidden="true" />
				{isOld ? "Update image" : "Put the title on an image"}
			</Button>
			<p role="status" className="text-sm text-muted">
				{isOld && "Your image still shows the old title."}
			</p>
			{isOpen && (
				<TemplateDialog
					title={title}
					former={shown}
					sourceUrl={isElsewhere ? null : shownUrl}
					isElsewhere={isElsewhere}
					onClose={() => setIsOpen(false)}
					onMade={(next) => {
						void onPick(next.file).then((imageUrl) => imageUrl !== null && setMade({ ...next, imageUrl }));
					}}
				/>
			)}
		</div>
	);
}

import { TryAgain } from "#client/components/ui/load-failed.tsx";

export type Lack = "unchosen" | "loading" | "failed" | "elsewhere";

const WHY: Record<Lack, string> = {
	unchosen: "choose one first.",
	loading: "yours is still loading.",
	failed: "yours could not be loaded.",
	elsewhere: "yours is on another website. Upload it here first.",
};

type ImageLackProps = { lack: Lack; onLoadAgain: () => void };

export function ImageLack({ lack, onLoadAgain }: ImageLackProps) {
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
			<p role="status" className="text-sm text-muted">
				Caption and Cover put the title on an image: {WHY[lack]}
			</p>
			{lack === "failed" && <TryAgain size="sm" onRetry={onLoadAgain} />}
		</div>
	);
}

/** How much of the image is sent; `share` from 0 to 1. */
export function UploadProgress({ share }: { share: number }) {
	const percent = Math.round(share * 100);
	return (
		<div className="flex flex-col gap-1.5 text-sm text-muted">
			<p>{percent < 100 ? `Uploading image... ${percent}%` : "Preparing image..."}</p>
			<div
				role="progressbar"
				aria-label="Image upload"
				aria-valuenow={percent}
				className="h-1.5 overflow-hidden rounded-full bg-sunken"
			>
				<div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
			</div>
		</div>
	);
}

import { useState } from "react";
import { classNames } from "#client/lib/class-names.ts";

type AvatarProps = { initials: string; imageUrl: string | null; className?: string };

/** A person's image, else their initials. Decorative: put the name next to it. */
export function Avatar({ initials, imageUrl, className }: AvatarProps) {
	const [failedUrl, setFailedUrl] = useState<string | null>(null);
	return (
		<span
			aria-hidden="true"
			className={classNames(
				"grid shrink-0 place-items-center overflow-hidden rounded-full bg-ink font-display text-sm font-bold text-paper select-none",
				className ?? "size-10",
			)}
		>
			{imageUrl && imageUrl !== failedUrl ? (
				<img
					src={imageUrl}
					alt=""
					referrerPolicy="no-referrer"
					className="size-full object-cover"
					onError={() => setFailedUrl(imageUrl)}
				/>
			) : (
				initials
			)}
		</span>
	);
}

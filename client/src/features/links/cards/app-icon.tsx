import { classNames } from "#client/lib/class-names.ts";
import { APP_MARKS } from "./app-marks.ts";

type AppIconProps = {
	word: string;
	name: string;
	isFaint: boolean;
};

/** Decorative: the name is next to it, for screen readers too. */
export function AppIcon({ word, name, isFaint }: AppIconProps) {
	const mark = APP_MARKS[word];
	return (
		<span
			aria-hidden="true"
			className={classNames(
				"grid size-7 place-items-center rounded-[7px] border text-sm leading-none font-bold",
				isFaint ? "bg-sunken text-muted" : "border-transparent dark:border-line",
			)}
			style={isFaint ? undefined : { background: mark?.color, color: "#ffffff" }}
		>
			{mark?.path ? (
				<svg viewBox="0 0 24 24" className="size-4 fill-current" role="presentation">
					<path d={mark.path} />
				</svg>
			) : (
				name.charAt(0)
			)}
		</span>
	);
}

import type { ReactNode } from "react";

type SegmentLabelProps = {
	words: readonly [wide: string, narrow: string];
	icon?: ReactNode;
};

/** A segment's text by window width; its accessible name contains both. */
export function SegmentLabel({ words: [wide, narrow], icon }: SegmentLabelProps) {
	return (
		<>
			{icon && <span className="max-md:hidden [&_svg]:size-3.5">{icon}</span>}
			<span className="md:hidden">{narrow}</span>
			<span className="max-md:hidden">{wide}</span>
		</>
	);
}

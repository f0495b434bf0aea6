import type { ReactNode } from "react";

type SegmentLabelProps = {
	words: readonly [wide: string, narrow: string];
	/** Next to the words, where there is room. */
	icon?: ReactNode;
};

/** A segment's words by the width of the window; its name says both. */
export function SegmentLabel({ words: [wide, narrow], icon }: SegmentLabelProps) {
	return (
		<>
			{icon && <span className="max-md:hidden [&_svg]:size-3.5">{icon}</span>}
			<span className="md:hidden">{narrow}</span>
			<span className="max-md:hidden">{wide}</span>
		</>
	);
}

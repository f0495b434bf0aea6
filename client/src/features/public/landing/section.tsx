import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";

type SectionProps = {
	id?: string;
	heading: string;
	text?: ReactNode;
	isWide?: boolean;
	children: ReactNode;
};

export function Section({ id, heading, text, isWide = false, children }: SectionProps) {
	return (
		<section
			id={id}
			className={classNames("mx-auto w-full px-4 pt-20 sm:px-6 sm:pt-28", isWide ? "max-w-[75rem]" : "max-w-page")}
		>
			<div className="flex max-w-2xl flex-col gap-3">
				<h2 className="text-3xl sm:text-[2.5rem]">{heading}</h2>
				{text && <div className="text-lg text-muted">{text}</div>}
			</div>
			<div className="mt-8 sm:mt-12">{children}</div>
		</section>
	);
}

import type { ReactNode } from "react";

type SectionProps = {
	id?: string;
	heading: string;
	text?: ReactNode;
	children: ReactNode;
};

/** A part of the landing page: heading, a sentence, and what it is about. */
export function Section({ id, heading, text, children }: SectionProps) {
	return (
		<section id={id} className="mx-auto w-full max-w-page px-4 pt-20 sm:px-6 sm:pt-28">
			<div className="flex max-w-2xl flex-col gap-3">
				<h2 className="text-3xl sm:text-[2.5rem]">{heading}</h2>
				{text && <div className="text-lg text-muted">{text}</div>}
			</div>
			<div className="mt-8 sm:mt-12">{children}</div>
		</section>
	);
}

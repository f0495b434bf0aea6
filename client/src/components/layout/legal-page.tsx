import type { ReactNode } from "react";
import { Page } from "./page.tsx";

type LegalPageProps = { heading: string; updated: string; intro: string; children: ReactNode };

/** The layout of a legal text: heading, date, sections. */
export function LegalPage({ heading, updated, intro, children }: LegalPageProps) {
	return (
		<Page width="narrow">
			<h1 className="text-4xl sm:text-5xl">{heading}</h1>
			<p className="mt-3 text-muted">Last updated: {updated}</p>
			<p className="mt-6 text-lg">{intro}</p>
			<div className="mt-4 flex flex-col">{children}</div>
		</Page>
	);
}

export const TEXT_LINK = "font-semibold text-accent underline underline-offset-2";

/** A numbered section. */
export function Clause({ heading, children }: { heading: string; children: ReactNode }) {
	return (
		<section className="mt-8 flex flex-col gap-3 [&_li]:mt-1.5 [&_ul]:list-disc [&_ul]:pl-5 [&_ul]:marker:text-accent">
			<h2 className="text-2xl">{heading}</h2>
			{children}
		</section>
	);
}

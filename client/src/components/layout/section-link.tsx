import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { paths } from "#client/lib/paths.ts";

type SectionLinkProps = { href: `/#${string}`; className?: string; children: ReactNode };

/** A link to a section of the landing page: a plain jump if the section is on this page, else navigation. */
export function SectionLink({ href, className, children }: SectionLinkProps) {
	const [location] = useLocation();
	return location === paths.home ? (
		<a href={href.slice(1)} className={className}>
			{children}
		</a>
	) : (
		<Link href={href} className={className}>
			{children}
		</Link>
	);
}

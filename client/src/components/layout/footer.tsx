import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "#client/lib/paths.ts";
import { useYear } from "#client/lib/use-year.ts";
import { ContactLink } from "./contact-link.tsx";
import { Logo } from "./logo.tsx";
import { SectionLink } from "./section-link.tsx";

/** Links to all public pages, the year and the version. */
export function Footer({ version }: { version: ReactNode }) {
	return (
		<footer className="mt-16 border-t bg-sunken">
			<div className="mx-auto grid max-w-page gap-10 px-4 py-12 sm:grid-cols-[1fr_auto_auto] sm:gap-16 sm:px-6">
				<div className="flex max-w-sm flex-col gap-3">
					<p className="flex items-center gap-2.5 font-display text-xl font-bold tracking-tight">
						<Logo className="size-7" />
						Visualink
					</p>
					<p className="text-muted">Create custom link previews for social media sharing. No code required.</p>
				</div>
				<nav aria-label="Product">
					<ul className="flex flex-col gap-1">
						<li>
							<SectionLink href={paths.features} className={LINK}>
								Features
							</SectionLink>
						</li>
						<li>
							<SectionLink href={paths.pricingSection} className={LINK}>
								Pricing
							</SectionLink>
						</li>
						<li>
							<SectionLink href={paths.faqs} className={LINK}>
								FAQs
							</SectionLink>
						</li>
						<li>
							{/* Not a screen of the app: the browser loads it. */}
							<a href={paths.developers} className={LINK}>
								API reference
							</a>
						</li>
					</ul>
				</nav>
				<nav aria-label="Company">
					<ul className="flex flex-col gap-1">
						<li>
							<Link href={paths.privacy} className={LINK}>
								Privacy Policy
							</Link>
						</li>
						<li>
							<Link href={paths.terms} className={LINK}>
								Terms and Conditions
							</Link>
						</li>
						<li>
							<Link href={paths.withdraw} className={LINK}>
								Withdraw from contract
							</Link>
						</li>
						<li>
							<ContactLink className={LINK}>Contact</ContactLink>
						</li>
					</ul>
				</nav>
			</div>
			<div className="border-t">
				<p className="mx-auto flex min-h-14 max-w-page flex-wrap items-center justify-between gap-x-6 px-4 py-3 text-sm text-muted sm:px-6">
					<span>© {useYear()} Visualink. All rights reserved.</span>
					{version}
				</p>
			</div>
		</footer>
	);
}

const LINK = "inline-block rounded-[6px] py-1 text-ink transition-colors hover:text-accent";

import { ArrowRight, Bot, UserRound } from "lucide-react";
import { ButtonLink, buttonClass } from "#client/components/ui/button.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { useCurrentUser, useSignInUrl } from "#client/features/account/auth/auth.queries.ts";
import { formatEuros } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { PLANS_AS_BUILT } from "#client/lib/plans-as-built.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import { Bubble, Chat } from "./chat.tsx";
import { GoogleMark } from "./google-mark.tsx";
import tilesUrl from "./tiles.svg";

export function Hero() {
	return (
		<section className="mx-auto grid w-full max-w-page items-center gap-12 px-4 pt-10 sm:px-6 sm:pt-16 lg:grid-cols-[1.08fr_1fr] lg:gap-16">
			<div className="flex flex-col items-start gap-6">
				<h1 className="max-w-[9.5em] text-[clamp(2.25rem,11vw,3.75rem)] leading-[1.02] xl:text-[4.25rem]">
					Link previews in Social Networks
				</h1>
				<p className="max-w-lg text-lg text-muted sm:text-xl">
					Create custom link previews for social media sharing. No code required.
				</p>
				<div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
					<CallToAction />
					<a href="#pricing" className={buttonClass({ variant: "secondary", size: "lg" })}>
						Pricing
					</a>
				</div>
				<div className="flex flex-col gap-1 text-sm text-muted">
					<p>
						<span className="text-base font-semibold text-ink">
							From {formatEuros(PLANS_AS_BUILT[0]?.priceMonthly ?? 0)} a month
						</span>
						, VAT not included
					</p>
					<p>30-day satisfaction guarantee. Cancel at any time.</p>
				</div>
			</div>
			<Example />
		</section>
	);
}

/** Both variants have the same size, so that nothing moves once the user is known. */
function CallToAction() {
	const { user } = useCurrentUser();
	const signInUrl = useSignInUrl();
	return user ? (
		<ButtonLink href={paths.newLink} size="lg" className="sm:w-[17rem]">
			Create a link
			<ArrowRight aria-hidden="true" />
		</ButtonLink>
	) : (
		<a href={signInUrl} className={`${buttonClass({ size: "lg" })} sm:w-[17rem]`}>
			<GoogleMark />
			Get Started with Google
		</a>
	);
}

function Example() {
	return (
		<div className="relative mx-auto w-full max-w-md lg:max-w-none">
			<Chat className="pb-5" name="Studio friends" initials="SF" note="Maya, Tom, Inês and 9 more">
				<Bubble>We open on Friday! Would love to see you there</Bubble>
				<LinkPreview
					isHero
					imageUrl={tilesUrl}
					title="Azulejo: an evening of tiles and wine"
					description="Paint your own, take it home. Friday at seven, Rua das Flores 12."
					address={`${shortDomain()}/go/maya/opening`}
					className="max-w-[24rem] rounded-bl-[4px]"
				/>
				<Bubble isOwn>That looks gorgeous. I'm in!</Bubble>
			</Chat>
			<div className="absolute right-4 -bottom-7 flex items-center gap-4 rounded-card border bg-surface px-4 py-3 text-sm">
				<span className="flex items-center gap-1.5 font-semibold text-human">
					<UserRound aria-hidden="true" className="size-4" />
					312 people
				</span>
				<span className="flex items-center gap-1.5 font-semibold text-bot">
					<Bot aria-hidden="true" className="size-4" />
					41 bots
				</span>
			</div>
		</div>
	);
}

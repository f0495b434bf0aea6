import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "#client/components/ui/card.tsx";
import { shortDomain } from "#client/lib/public-origin.ts";
import { Section } from "./section.tsx";
import tilesUrl from "./tiles.svg";

export function Features() {
	return (
		<Section id="features" heading="Everything a link needs to be opened">
			<div className="grid gap-5 lg:grid-cols-3">
				<Feature
					heading="Custom Content"
					text="Choose the image, the title and the description. See the card as your friends will, while you write."
				>
					<ContentImage />
				</Feature>
				<Feature
					heading="Analytics"
					text="See how often each link is opened, people and bots separately. No cookies, no banner."
				>
					<AnalyticsImage />
				</Feature>
				<Feature
					heading="Short URLs"
					text="A short address for every link, with your own ending on Pro and Enterprise. Easy to read, easy to say."
				>
					<ShortUrlImage />
				</Feature>
			</div>
		</Section>
	);
}

function Feature({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
	return (
		<Card className="flex flex-col overflow-hidden">
			<div aria-hidden="true" className="grid h-52 place-items-center overflow-hidden border-b bg-sunken p-6">
				{children}
			</div>
			<div className="flex flex-col gap-2 p-6">
				<h3 className="text-xl">{heading}</h3>
				<p className="text-muted">{text}</p>
			</div>
		</Card>
	);
}

function ContentImage() {
	return (
		<div className="w-full max-w-64 rounded-control border bg-surface p-3">
			<img
				src={tilesUrl}
				alt=""
				width={1200}
				height={630}
				className="h-16 w-full rounded-[6px] object-cover"
				loading="lazy"
			/>
			<p className="mt-2.5 flex justify-between rounded-[6px] border border-control px-2 py-1 text-xs">
				<span className="truncate font-semibold">An evening of tiles</span>
				<span className="text-muted">19/60</span>
			</p>
			<p className="mt-1.5 flex justify-between rounded-[6px] border px-2 py-1 text-xs text-muted">
				<span className="truncate">Paint your own, take it home</span>
				<span>28/160</span>
			</p>
		</div>
	);
}

function AnalyticsImage() {
	return (
		<div className="flex w-full max-w-64 flex-col gap-4 rounded-control border bg-surface p-4">
			<p className="flex items-baseline gap-2">
				<span className="font-display text-4xl font-bold tabular-nums">1,284</span>
				<span className="text-sm text-muted">views</span>
			</p>
			<div className="flex h-3 gap-1 overflow-hidden">
				<span className="w-[82%] rounded-full bg-human" />
				<span className="flex-1 rounded-full bg-bot" />
			</div>
			<p className="flex justify-between text-sm font-semibold">
				<span className="text-human">1,053 human</span>
				<span className="text-bot">231 bot</span>
			</p>
		</div>
	);
}

function ShortUrlImage() {
	return (
		<div className="flex w-full max-w-72 flex-col items-center gap-3 text-sm">
			<p className="w-full truncate rounded-control border bg-surface px-3 py-2 text-muted line-through decoration-control">
				coast-boats.example/booking.php?item=48213&amp;utm_source=mail
			</p>
			<ArrowRight className="size-5 rotate-90 text-accent" />
			<p className="w-full truncate rounded-control border border-accent bg-surface px-3 py-2 text-center font-semibold">
				{shortDomain()}/go/tom/sunset
			</p>
		</div>
	);
}

import { useId, useState } from "react";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { Switch } from "#client/components/ui/switch.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import { Bubble, Chat } from "./chat.tsx";
import seaUrl from "./sea.svg";
import { Section } from "./section.tsx";
import { useDemoHint } from "./use-demo-hint.ts";

export function Demo() {
	const [isVisualink, setIsVisualink] = useState(true);
	const { isShown, markUsed } = useDemoHint();
	const boringId = useId();
	const visualinkId = useId();

	function flip(next: boolean): void {
		setIsVisualink(next);
		markUsed();
	}

	return (
		<Section
			heading="Same link. Different first impression."
			text="Most links arrive as a string nobody wants to tap. Flip the switch and see what yours could look like."
		>
			<div className="grid items-start gap-10 lg:grid-cols-[1fr_1.08fr] lg:gap-16">
				<div className="flex flex-col gap-8 lg:pt-6">
					<div className="relative flex w-fit items-center gap-4">
						<Label id={boringId} isOn={!isVisualink} onPress={() => flip(false)}>
							Boring
						</Label>
						<Switch
							checked={isVisualink}
							onCheckedChange={flip}
							aria-label={isVisualink ? "Visualink preview" : "Boring preview"}
						/>
						<Label id={visualinkId} isOn={isVisualink} onPress={() => flip(true)}>
							Visualink
						</Label>
						{isShown && <Hint />}
					</div>
					<dl className="grid max-w-md gap-6 pt-6">
						<Point term="An image that stops the thumb" isOn={isVisualink}>
							Cropped to 1200x630, the size the networks show in full.
						</Point>
						<Point term="Your words, not the page's" isOn={isVisualink}>
							A title and a description written for the people you send it to.
						</Point>
						<Point term="A short address to trust" isOn={isVisualink}>
							No tracking parameters, no riddles.
						</Point>
					</dl>
				</div>
				<Chat name="Tom" initials="T" note="online">
					<Bubble isOwn>Have you seen this offer?</Bubble>
					<div className="grid grid-cols-1" aria-live="polite">
						<Sample isShown={isVisualink}>
							<LinkPreview
								imageUrl={seaUrl}
								title="Sail the coast for half the price"
								description="Two hours at sunset, snacks on board. Book with LAUNCH50OFF and pay 50% less."
								address={`${shortDomain()}/go/tom/sunset`}
							/>
						</Sample>
						<Sample isShown={!isVisualink}>
							<LinkPreview
								imageUrl={null}
								title="Untitled document"
								description="booking.php?item=48213&lang=en"
								address="www.coast-boats.example/booking.php?item=48213&utm_source=newsletter&utm_id=2291"
							/>
						</Sample>
					</div>
				</Chat>
			</div>
		</Section>
	);
}

type LabelProps = { id: string; isOn: boolean; onPress: () => void; children: string };

/** The switch itself serves keyboards; its labels are clickable too. */
function Label({ id, isOn, onPress, children }: LabelProps) {
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the switch next to it does the same for keyboards
		// biome-ignore lint/a11y/useKeyWithClickEvents: the switch next to it does the same for keyboards
		<span
			id={id}
			onClick={onPress}
			className={classNames(
				"cursor-pointer font-display text-2xl font-bold transition-colors select-none",
				isOn ? "text-ink" : "text-muted",
			)}
		>
			{children}
		</span>
	);
}

function Hint() {
	return (
		<span className="enter absolute top-full left-24 flex -rotate-3 items-start gap-1 pt-1 font-display font-semibold text-accent">
			<svg viewBox="0 0 32 28" fill="none" aria-hidden="true" className="h-7 w-8">
				<path
					d="M30 24C18 25 11 19 11 5m0 0-6 7m6-7 7 6"
					stroke="currentColor"
					strokeWidth="2.5"
					strokeLinecap="round"
					strokeLinejoin="round"
				/>
			</svg>
			<span className="pt-2">try me!</span>
		</span>
	);
}

function Point({ term, isOn, children }: { term: string; isOn: boolean; children: string }) {
	return (
		<div className={classNames("border-l-2 pl-4 transition-colors", isOn ? "border-accent" : "border-line")}>
			<dt className="font-semibold">{term}</dt>
			<dd className="text-muted">{children}</dd>
		</div>
	);
}

/** Both samples occupy the same space, so that flipping moves nothing. */
function Sample({ isShown, children }: { isShown: boolean; children: React.ReactNode }) {
	return (
		<div className={classNames("col-start-1 row-start-1 min-w-0", isShown ? "enter" : "invisible")}>{children}</div>
	);
}

import { type CSSProperties, memo, useEffect, useRef } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { imageAddress } from "#client/lib/public-origin.ts";
import {
	briefWarning,
	cardLabel,
	cardWarnings,
	cutWarning,
	type DrawnCard,
	drawnCard,
} from "#shared/links/cards/drawn-card.ts";
import type { CardPlatform } from "#shared/links/cards/platforms.ts";
import type { TextRule } from "#shared/public/platforms/drawing.ts";
import type { PreviewedCard } from "./card-previews.tsx";
import { useShownText } from "./use-shown-text.ts";

type PlatformCardProps = {
	platform: CardPlatform;
	card: PreviewedCard;
	isDark: boolean;
	/** Reports the warning next to the platform's name: 'cuts the title'. */
	onBrief?: (platformId: string, warning: string | null) => void;
	/** Only the card, for measuring. */
	isBare?: boolean;
	isSample?: boolean;
};

/** A card as one platform shows it, what is lost there, and the source of that knowledge. */
export const PlatformCard = memo(function PlatformCard(props: PlatformCardProps) {
	const { platform, card, isDark, onBrief, isBare = false, isSample = false } = props;
	const isAlone = isBare || isSample;
	const title = useRef<HTMLParagraphElement>(null);
	const description = useRef<HTMLParagraphElement>(null);
	const drawn = drawnCard(platform, card);
	const look = isDark ? platform.dark : platform.light;
	const lines = [
		useShownText(title, drawn.title?.shown ?? ""),
		useShownText(description, drawn.description?.shown ?? ""),
	];
	const warnings = [
		...new Set([
			...lines.flatMap((shown) => (shown === null ? [] : [cutWarning(platform, shown)])),
			...cardWarnings(platform, card).filter(
				(warning) => lines.every((shown) => shown === null) || !/ will cut this to "/.test(warning),
			),
		]),
	];
	const [beyondTitle, beyondText] = lines;
	const brief = briefWarning(platform, card, { title: beyondTitle != null, description: beyondText != null });
	useEffect(() => onBrief?.(platform.id, brief), [onBrief, platform, brief]);
	const { shape, button } = drawn;
	// The card with a button has no label.
	const hasLabel = button === null;
	const isBeside = drawn.hasImage && (shape.image === "left" || shape.image === "right");
	const label = cardLabel(platform, card);
	const labelLine = (
		<p className={classNames("truncate text-xs", platform.label.isUpper && "uppercase")} style={{ color: look.muted }}>
			{label}
		</p>
	);
	const words = (
		<div className="flex min-w-0 flex-1 flex-col gap-0.5 px-3 py-2">
			{hasLabel && platform.label.stands === "first" && labelLine}
			{shape.image !== "behind" && <Title ref={title} drawn={drawn} color={look.link} />}
			{shape.description && (
				<p ref={description} dir="auto" className={TEXT} style={{ ...clamp(shape.description), color: look.muted }}>
					{drawn.description?.shown}
				</p>
			)}
			{shape.title === null && <p className="text-sm italic">The poster's own title</p>}
			{hasLabel && platform.label.stands === "last" && labelLine}
		</div>
	);
	const image = drawn.hasImage && <Image imageUrl={isBare ? null : card.imageUrl} drawn={drawn} />;
	return (
		<div className="flex max-w-[30rem] flex-col gap-2">
			<div className="rounded-control border p-3" style={{ background: look.page }}>
				<div
					data-drawn={isAlone ? undefined : platform.id}
					className={classNames(
						"relative flex overflow-hidden rounded-lg border text-start",
						isBeside ? "flex-row items-center" : "flex-col",
					)}
					style={{ background: look.card, color: look.ink, borderColor: look.line }}
				>
					{platform.id === "discord" && card.color && COLOR.test(card.color) && (
						<span className="absolute inset-y-0 start-0 z-1 w-1" style={{ background: card.color }} />
					)}
					{["above", "left", "behind"].includes(shape.image) && image}
					{shape.image === "behind" && (
						<div className="absolute inset-x-2 bottom-9 rounded px-2 py-0.5" style={{ background: "#000000c4" }}>
							<Title ref={title} drawn={drawn} color="#ffffff" />
						</div>
					)}
					{words}
					{["below", "right"].includes(shape.image) && image}
					{button !== null && (
						<p
							dir="auto"
							className="m-3 self-start rounded border px-4 py-1.5 text-sm font-medium wrap-anywhere"
							style={{ background: look.page, borderColor: look.line }}
						>
							{button} <span aria-hidden="true">↗</span>
						</p>
					)}
				</div>
			</div>
			{!isAlone && warnings.length > 0 && (
				<ul className="flex flex-col gap-1 text-sm text-warn">
					{warnings.map((warning) => (
						<li key={warning} dir="auto">
							{warning}
						</li>
					))}
				</ul>
			)}
			{!isAlone && <Source platform={platform} />}
		</div>
	);
});

const COLOR = /^#[0-9a-f]{6}$/i;
const TEXT = "overflow-hidden text-sm leading-snug wrap-anywhere";

type TitleProps = { ref: React.Ref<HTMLParagraphElement>; drawn: DrawnCard; color: string };

function Title({ ref, drawn, color }: TitleProps) {
	if (drawn.title === null || drawn.shape.title === null) return null;
	return (
		<p
			ref={ref}
			dir="auto"
			className={classNames(TEXT, "font-semibold")}
			style={{ ...clamp(drawn.shape.title), color }}
		>
			{drawn.title.shown}
		</p>
	);
}

function Image({ imageUrl, drawn: { shape } }: { imageUrl: string | null; drawn: DrawnCard }) {
	const isBeside = shape.image === "left" || shape.image === "right";
	return (
		<div
			className={classNames("overflow-hidden", isBeside ? "m-2 w-20 shrink-0 rounded" : "w-full")}
			style={{ aspectRatio: shape.ratio }}
		>
			{imageUrl !== null && (
				<img src={imageAddress(imageUrl)} alt="" className="size-full object-cover" decoding="async" />
			)}
		</div>
	);
}

/** Platforms without a preview: no source documents their cards, or sources disagree. */
const NOT_DRAWN = "Threads, Signal or Pinterest";

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Separate from what changes with each key press. */
const Source = memo(function Source({ platform }: { platform: CardPlatform }) {
	const { isOwnWord, source, checked, dispute } = platform;
	return (
		<details className="text-sm text-muted">
			<summary className="inline-flex min-h-11 items-center underline">Why?</summary>
			<p>
				{isOwnWord ? "Based on " : "Based on testing by "}
				{source.url ? (
					<a href={source.url} target="_blank" rel="noreferrer" className="underline">
						{source.name}
					</a>
				) : (
					source.name
				)}
				, checked {dayFormat.format(new Date(checked))}.{dispute && ` ${dispute}`}
			</p>
			<p>No preview for {NOT_DRAWN}: we have no reliable source for how they show a card.</p>
		</details>
	);
});

function clamp({ lines }: TextRule): CSSProperties {
	return { display: "-webkit-box", WebkitBoxOrient: "vertical", WebkitLineClamp: lines };
}

import { ArrowDown, CheckCircle2, Eye } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import seaUrl from "./sea.svg";
import { Section } from "./section.tsx";

const TITLE = "Sunset sail: two seats left";
const TEXT = "Saturday at 7 pm, snacks on board.";

/** What the previews, the receipts and the test of a link show, for one link. Static: a picture of the product, which draws them dark on dark screens. */
export function EveryApp() {
	return (
		<Section
			heading="Check it before you share it"
			text="See your card as each app draws it. Afterwards you see where it was previewed, and a test tells you what any app would get."
		>
			<div className="flex flex-col items-center gap-3 text-center">
				<p className="max-w-full truncate rounded-control border bg-surface px-4 py-2 text-muted">
					https://www.coast-boats.example/booking.php?item=48213
				</p>
				<ArrowDown aria-hidden="true" className="size-5 text-accent" />
				<p className="max-w-full truncate rounded-control border border-accent bg-surface px-4 py-2 font-semibold">
					{shortDomain()}/go/tom/sunset
				</p>
			</div>
			<ul className="mt-8 grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
				<App name="WhatsApp">
					<div className="flex items-center rounded-lg bg-[#e9f7e1] text-[#111b21] dark:bg-[#144d37] dark:text-[#e9edef]">
						<Sea className="m-2 size-20 shrink-0 rounded" />
						<Words site={shortDomain()} />
					</div>
				</App>
				<App name="LinkedIn">
					<TitleBelow className="rounded-lg border border-[#d9dcde] bg-[#eef3f8] text-[#191919] dark:border-[#38434f] dark:bg-[#293138] dark:text-[#eee]" />
				</App>
				<App name="X">
					<div className="relative overflow-hidden rounded-2xl border border-[#cfd9de] dark:border-[#2f3336]">
						<Sea className="aspect-[1200/630] w-full" />
						<p className="absolute bottom-3 left-3 max-w-[85%] truncate rounded bg-[#000000c4] px-2 py-0.5 text-sm text-[#fff]">
							{TITLE}
						</p>
					</div>
				</App>
				<App name="Slack">
					<div className="flex flex-col gap-2 rounded-lg border-l-4 border-[#c9c9c9] bg-[#fff] p-3 text-[#1d1c1d] dark:border-[#4a4d51] dark:bg-[#1a1d21] dark:text-[#d1d2d3]">
						<Words site={shortDomain()} isPlain />
						<Sea className="aspect-[1200/630] w-full max-w-72 rounded-lg" />
					</div>
				</App>
				<App name="iMessage">
					<TitleBelow className="rounded-2xl bg-[#e9e9eb] text-[#000] dark:bg-[#262628] dark:text-[#fff]" />
				</App>
				<li className="flex flex-col gap-3 rounded-card border bg-surface p-5">
					<h3 className="text-lg">And once it's out</h3>
					<Fact icon={<Eye aria-hidden="true" />}>Previewed on LinkedIn just now</Fact>
					<Fact icon={<Eye aria-hidden="true" />}>Previewed on WhatsApp 2 minutes ago</Fact>
					<Fact icon={<CheckCircle2 aria-hidden="true" />}>All 12 apps get the right card.</Fact>
				</li>
			</ul>
		</Section>
	);
}

function App({ name, children }: { name: string; children: ReactNode }) {
	return (
		<li className="flex flex-col gap-3 rounded-card border bg-surface p-5">
			<h3 className="text-lg">{name}</h3>
			{children}
		</li>
	);
}

/** The image, below it the title and the domain. */
function TitleBelow({ className }: { className: string }) {
	return (
		<div className={classNames("overflow-hidden", className)}>
			<Sea className="aspect-[1200/630] w-full" />
			<div className="p-3">
				<p className="text-sm font-semibold">{TITLE}</p>
				<p className="text-xs text-[#4c4c50] dark:text-[#b6b9bc]">{shortDomain()}</p>
			</div>
		</div>
	);
}

function Sea({ className }: { className: string }) {
	return (
		<img
			src={seaUrl}
			alt=""
			width={1200}
			height={630}
			loading="lazy"
			decoding="async"
			className={classNames("object-cover", className)}
		/>
	);
}

function Words({ site, isPlain = false }: { site: string; isPlain?: boolean }) {
	return (
		<div className={isPlain ? "min-w-0" : "min-w-0 flex-1 py-2 pr-3"}>
			{isPlain && <p className="text-xs font-semibold">{site}</p>}
			<p className={isPlain ? "text-sm font-semibold text-[#1264a3] dark:text-[#4fa8e0]" : "text-sm font-semibold"}>
				{TITLE}
			</p>
			<p className="text-sm">{TEXT}</p>
			{!isPlain && <p className="text-xs text-[#4b5a63] dark:text-[#b3c9c0]">{site}</p>}
		</div>
	);
}

function Fact({ icon, children }: { icon: ReactNode; children: string }) {
	return (
		<p className="flex items-center gap-2.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent">
			{icon}
			{children}
		</p>
	);
}

import { ArrowDown, CheckCircle2, Eye } from "lucide-react";
import { memo, type ReactNode, Suspense } from "react";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { Section } from "#client/features/public/landing/section.tsx";
import { late } from "#client/lib/late.tsx";
import { shortDomain } from "#client/lib/public-origin.ts";
import { DRAWN_APPS } from "#shared/public/platforms/drawn-apps.ts";

const TARGET = "https://www.coast-boats.example/booking.php?item=48213";
const APPS = [
	["whatsapp", "WhatsApp"],
	["linkedin", "LinkedIn"],
	["x", "X"],
	["slack", "Slack"],
	["imessage", "iMessage"],
] as const;

/** The HTML is prerendered; the code loads once it is nearly in view. */
const AppCard = late(
	async () => {
		await comesNear("every-app");
		return (await import("./app-card.tsx")).AppCard;
	},
	() => <Skeleton className="h-56 w-full" />,
);

/** Resolves once the element is nearly in view, or at once if it doesn't exist yet. */
async function comesNear(id: string): Promise<void> {
	const element = typeof document === "undefined" ? null : document.getElementById(id);
	if (!element) return;
	await new Promise<void>((resolve) => {
		const observer = new IntersectionObserver(
			(entries) => {
				if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
				observer.disconnect();
				resolve();
			},
			{ rootMargin: "400px" },
		);
		observer.observe(element);
	});
}

/** Memoized, because another render would remove the prerendered cards. */
export const EveryApp = memo(function EveryApp() {
	return (
		<Section
			heading="Check it before you share it"
			text="See your card as each app draws it. Afterwards you see where it was previewed, and a test tells you what any app would get."
		>
			<div className="flex flex-col items-center gap-3 text-center">
				<p className="max-w-full truncate rounded-control border bg-surface px-4 py-2 text-muted">{TARGET}</p>
				<ArrowDown aria-hidden="true" className="size-5 text-accent" />
				<p className="max-w-full truncate rounded-control border border-accent bg-surface px-4 py-2 font-semibold">
					{shortDomain()}/go/tom/sunset
				</p>
			</div>
			<ul id="every-app" className="mt-8 grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
				{APPS.map(([app, name]) => (
					<li key={app} className="flex flex-col gap-3 rounded-card border bg-surface p-5">
						<h3 className="text-lg">{name}</h3>
						<Suspense>
							<AppCard app={app} targetUrl={TARGET} />
						</Suspense>
					</li>
				))}
				<li className="flex flex-col gap-3 rounded-card border bg-surface p-5">
					<h3 className="text-lg">And once it's out</h3>
					<Fact icon={<Eye aria-hidden="true" />}>Previewed on LinkedIn just now</Fact>
					<Fact icon={<Eye aria-hidden="true" />}>Previewed on WhatsApp 2 minutes ago</Fact>
					<Fact icon={<CheckCircle2 aria-hidden="true" />}>All {DRAWN_APPS} apps get the right card.</Fact>
				</li>
			</ul>
		</Section>
	);
});

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
	return (
		<p className="flex items-center gap-2.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent">
			{icon}
			<span>{children}</span>
		</p>
	);
}

import { Footer } from "#client/components/layout/footer.tsx";
import { Logo } from "#client/components/layout/logo.tsx";
import { DOCUMENT, OBJECTS, ROUTE_GROUPS } from "#client/features/api/reference/document.ts";
import { FieldList, fieldsOf, objectId } from "#client/features/api/reference/fields.tsx";
import { GUIDE } from "#client/features/api/reference/guide.tsx";
import { Prose } from "#client/features/api/reference/prose.tsx";
import { RouteSection } from "#client/features/api/reference/route-section.tsx";
import { SideList } from "#client/features/api/reference/side-list.tsx";
import { Toolbar } from "#client/features/api/reference/toolbar.tsx";
import { paths } from "#client/lib/paths.ts";

/** The API's documentation: plain HTML with a small script of its own (`client/src/developers.ts`), without the app. */
export function DevelopersPage() {
	return (
		<div data-language="curl" className="group/page">
			<a
				href="#main"
				className="sr-only rounded-control bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
			>
				Skip to content
			</a>
			<header className="sticky short:static! top-0 z-30 border-b bg-paper">
				<div className="mx-auto flex h-16 max-w-[90rem] items-center gap-2 px-4 sm:px-6">
					<a
						href={paths.home}
						className="mr-auto flex items-center gap-2.5 rounded-control font-display text-xl font-bold tracking-tight"
					>
						<Logo className="size-8" />
						Visualink
					</a>
					<nav aria-label="Main" className="flex">
						<a href={paths.pricing} className={NAV_LINK}>
							Pricing
						</a>
						<a href={paths.dashboard} className={NAV_LINK}>
							Dashboard
						</a>
					</nav>
				</div>
			</header>
			<div className="mx-auto max-w-[90rem] px-4 sm:px-6 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10">
				<aside
					aria-label="Contents"
					className="hidden overflow-y-auto py-6 lg:sticky lg:top-16 lg:block lg:h-[calc(100dvh-4rem)]"
				>
					<SideList />
				</aside>
				<main id="main" tabIndex={-1} className="min-w-0 pb-8 outline-none">
					<div className="flex flex-col gap-3 pt-8 pb-5 sm:pt-12">
						<h1 className="text-4xl sm:text-5xl">API reference</h1>
						<p className="max-w-prose text-lg text-muted">
							Create short links, give them the preview you want, check how each app shows it, and read who opened them.
						</p>
					</div>
					<Toolbar />
					<Guide />
					<RouteGroups />
					<Objects />
				</main>
			</div>
			<p data-copied role="status" className="sr-only" />
			<Footer version={null} />
		</div>
	);
}

const NAV_LINK = "rounded-control px-3 py-2 font-medium text-ink transition-colors hover:text-accent";
const GROUP_HEADING = "pt-12 pb-6 text-3xl";

function Guide() {
	return Object.entries(GUIDE).map(([id, { title, Text }]) => (
		<section key={id} id={id} data-chapter aria-labelledby={`${id}-name`} className="md:scroll-mt-10 border-b py-10">
			<h2 className="mb-4 text-2xl">{title}</h2>
			<Text />
		</section>
	));
}

function RouteGroups() {
	return ROUTE_GROUPS.map(({ id, name, routes }) => (
		<section key={id} id={id} data-group={id} className="md:scroll-mt-10">
			<h2 className={GROUP_HEADING}>{name}</h2>
			{routes.map(({ route, operation }) => (
				<RouteSection key={route.id} route={route} operation={operation} />
			))}
		</section>
	));
}

function Objects() {
	return (
		<section id="objects" data-group="objects" className="md:scroll-mt-10">
			<h2 className={GROUP_HEADING}>Objects</h2>
			{OBJECTS.map(([name, schema]) => (
				<section
					key={name}
					id={objectId(name)}
					data-route
					className="flex md:scroll-mt-10 flex-col gap-4 border-t py-10"
				>
					<h3 className="text-2xl">{name}</h3>
					{schema.description && <Prose text={schema.description} />}
					<div className="max-w-3xl">
						<FieldList fields={fieldsOf(DOCUMENT.components.schemas[name] ?? schema)} isAnswer />
					</div>
				</section>
			))}
		</section>
	);
}

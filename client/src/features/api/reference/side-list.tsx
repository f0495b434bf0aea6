import { OBJECTS, ROUTE_GROUPS } from "./document.ts";
import { objectId } from "./fields.tsx";
import { GUIDE } from "./guide.tsx";
import { Method } from "./route-section.tsx";

/** All chapters and routes, next to the text on wide screens. */
export function SideList() {
	return (
		<nav aria-label="On this page" className="flex flex-col gap-6 text-sm">
			<ul data-guide>
				{Object.entries(GUIDE).map(([id, { title }]) => (
					<Entry key={id} id={id} name={title} />
				))}
			</ul>
			{ROUTE_GROUPS.map(({ id, name, routes }) => (
				<div key={id} data-group={id}>
					<p className="px-2 py-1 font-semibold">{name}</p>
					<ul>
						{routes.map(({ route, operation }) => (
							<Entry key={route.id} id={route.id} name={operation.summary} method={route.method} />
						))}
					</ul>
				</div>
			))}
			<div data-group="objects">
				<p className="px-2 py-1 font-semibold">Objects</p>
				<ul>
					{OBJECTS.map(([name]) => (
						<Entry key={name} id={objectId(name)} name={name} />
					))}
				</ul>
			</div>
		</nav>
	);
}

type EntryProps = { id: string; name: string; method?: Parameters<typeof Method>[0]["method"] };

function Entry({ id, name, method }: EntryProps) {
	return (
		<li>
			<a
				href={`#${id}`}
				className="flex items-baseline gap-2 rounded-[6px] px-2 py-1 text-muted transition-colors hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink"
			>
				{method && <Method method={method} className="w-12 shrink-0 text-[0.6875rem]" />}
				<span className="min-w-0 break-words">{name}</span>
			</a>
		</li>
	);
}

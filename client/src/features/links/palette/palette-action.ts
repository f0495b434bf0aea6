import type { LucideIcon } from "lucide-react";
import { areLetterKeysOn } from "#client/lib/letter-keys.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import type { LinkAction } from "../actions/link-action.ts";

export type PaletteAction = {
	id: string;
	label: string;
	Icon: LucideIcon;
	keywords: string;
	key?: string | undefined;
	isDangerous?: true | undefined;
} & ({ run: () => void } | { href: string; opensTab?: true | undefined; isFile?: true | undefined });

export function actionsOf(
	link: ListedLink,
	actions: readonly LinkAction[],
	{ hasKeys }: { hasKeys: boolean },
): PaletteAction[] {
	const areKeysShown = hasKeys && areLetterKeysOn();
	return actions
		.filter(({ isFor }) => isFor?.(link) ?? true)
		.map(({ id, label, Icon, keywords, key, isDangerous, ...rest }) => ({
			id: `link:${id}`,
			label,
			Icon,
			keywords,
			isDangerous,
			key: areKeysShown ? key : undefined,
			...("href" in rest
				? { href: rest.href(link), opensTab: rest.opensTab }
				: {
						run: () => rest.run(link),
					}),
		}));
}

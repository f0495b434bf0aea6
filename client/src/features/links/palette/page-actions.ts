import {
	ChartNoAxesColumn,
	CodeXml,
	CreditCard,
	FileDown,
	FileSpreadsheet,
	Keyboard,
	LayoutDashboard,
	Plus,
	Settings,
	TriangleAlert,
} from "lucide-react";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { PaletteAction } from "./palette-action.ts";

type Options = { hasCsv: boolean; onHelp: (() => void) | undefined };

export function pageActions({ hasCsv, onHelp }: Options): PaletteAction[] {
	return [
		{ id: "new", label: "New link", Icon: Plus, keywords: "create make add url page", href: paths.newLink },
		{ id: "dashboard", label: "Dashboard", Icon: LayoutDashboard, keywords: "links list home", href: paths.dashboard },
		{
			id: "flagged",
			label: "Flagged links",
			Icon: TriangleAlert,
			keywords: "blocked closed review warning guard",
			href: paths.flaggedLinks,
		},
		{
			id: "analytics",
			label: "Analytics",
			Icon: ChartNoAxesColumn,
			keywords: "statistics views people charts clicks",
			href: paths.analytics,
		},
		{
			id: "import",
			label: "Import and export",
			Icon: FileSpreadsheet,
			keywords: "csv upload bitly file",
			href: paths.import,
		},
		...(hasCsv
			? [
					{
						id: "csv",
						label: "Download CSV",
						Icon: FileDown,
						keywords: "export links file excel",
						href: API.links.csv,
						isFile: true as const,
					},
				]
			: []),
		{
			id: "subscription",
			label: "Subscription",
			Icon: Settings,
			keywords: "settings details account invoices payment name data",
			href: paths.subscription,
		},
		{ id: "api", label: "API", Icon: CodeXml, keywords: "keys developers program token curl", href: paths.api },
		{ id: "pricing", label: "Pricing", Icon: CreditCard, keywords: "plans upgrade", href: paths.pricing },
		...(onHelp
			? [{ id: "keys", label: "Keyboard shortcuts", Icon: Keyboard, keywords: "help letters", run: onHelp }]
			: []),
	];
}

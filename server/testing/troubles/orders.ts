import path from "node:path";

export const TROUBLES = [
	"no database",
	"wrong password",
	"empty database",
	"Stripe away",
	"disk full",
	"no rights in the database",
	"no rights to files",
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** What a command can't do without. */
type Need = "database" | "tables" | "Stripe" | "rights";
const NEEDED: Partial<Record<Trouble, Need>> = {
	"no database": "database",
	"wrong password": "database",
	"empty database": "tables",
	"Stripe away": "Stripe",
	"no rights in the database": "rights",
};

/** The data folder, a folder for backups, and a whole backup. */
export type Paths = { data: string; backups: string; whole: string };

export type Order = {
	name: string;
	/** Path from `dist/server/` without its ending. */
	file: string;
	args: (paths: Paths) => string[];
	needs: Need[];
	env?: Record<string, string>;
	/** What is on the full disk. Half a backup fits onto a small one. */
	disk: "output" | "full data" | "small data" | "backups" | "database";
	/** What root has closed to the user that runs the command; `.env`: that of the working folder. */
	closed: ".env" | keyof Paths;
	/** Runs on an empty database. */
	isFirst?: boolean;
	/** Runs until a signal stops it. */
	isService?: boolean;
	only?: Trouble[];
};

/** Whether a command must refuse in a trouble; otherwise it must work as if there were none. */
export function isTouched({ needs }: Order, trouble: Trouble): boolean {
	const need = NEEDED[trouble];
	return need === undefined || needs.includes(need);
}

const OF_TABLES: Pick<Order, "needs" | "disk" | "closed"> = {
	needs: ["database", "tables", "rights"],
	disk: "output",
	closed: ".env",
};
const admin = (words: string): Order => ({
	name: `admin ${words}`,
	file: "admin/admin",
	args: () => words.split(" "),
	...OF_TABLES,
});
/** Nothing here answers as Stripe does, so these are run only where they refuse. */
const REFUND: Order = {
	name: "stripe:refund",
	file: "subscriptions/operator/guarantee",
	args: () => ["--user", "payer@example.com", "--yes"],
	...OF_TABLES,
	needs: [...OF_TABLES.needs, "Stripe"],
	only: TROUBLES.filter((each) => each !== "disk full"),
};
const SETUP: Order = {
	name: "stripe:setup",
	file: "subscriptions/stripe-setup",
	args: () => [],
	...OF_TABLES,
	needs: ["Stripe"],
	env: { STRIPE_SECRET_KEY: "sk_test_1" },
	only: ["Stripe away", "no rights to files"],
};
const RESTORE: Order = {
	name: "restore",
	file: "operator/restore",
	args: ({ whole }) => [whole],
	needs: ["database", "rights"],
	disk: "small data",
	closed: "data",
	isFirst: true,
};
const SERVE: Order = {
	name: "serve",
	file: "main",
	args: () => [],
	needs: ["database", "rights"],
	disk: "full data",
	closed: "data",
	isFirst: true,
	isService: true,
};
const BACKUP: Order = {
	name: "backup",
	file: "operator/backup",
	args: ({ backups }) => [path.join(backups, "new")],
	needs: ["database", "tables", "rights"],
	disk: "backups",
	closed: "backups",
};

/** Every command of an operator in package.json, and each of `admin`. */
export const ORDERS: Order[] = [
	...["list", "disable link ada/summer", "disable user ada", "disable host evil.example", "enable link ada/off"].map(
		admin,
	),
	...["show link ada/summer", "show user ada", "show host evil.example", "trust user ada", "export user ada"].map(
		admin,
	),
	...["reports", "reports show abcdefghjk", "reports close abcdefghjk", "reports disable link abcdefghjk"].map(admin),
	...["flags", "flags show ada/summer", "flags clear ada/summer", "flags block ada/summer"].map(admin),
	BACKUP,
	{ ...BACKUP, name: "backup:nightly", file: "operator/backup-nightly", args: ({ backups }) => [backups] },
	{
		...BACKUP,
		name: "backup:fetch",
		file: "operator/backup-fetch",
		args: ({ backups }) => [path.join(backups, "fetched")],
		needs: [],
	},
	{
		...RESTORE,
		name: "backup:verify",
		file: "operator/backup-verify",
		disk: "full data",
		closed: "whole",
		isFirst: false,
	},
	RESTORE,
	{ ...RESTORE, name: "restore, onto the database's disk", disk: "database", only: ["disk full"] },
	SETUP,
	REFUND,
	SERVE,
	{ ...SERVE, name: "serve, on the database's disk", disk: "database", only: ["disk full"] },
];

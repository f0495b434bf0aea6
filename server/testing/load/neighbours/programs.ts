import { newKeyText } from "#server/api/keys/key-text.ts";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import type { Attack, Kit } from "./attacks.ts";
import { IMPORTERS } from "./messages.ts";
import { json, type Shot } from "./shots.ts";

const AT_ONCE = 48;
const BULK = 500;
const MOST_BYTES = 1_000_000;

/** The request of a program with a key of one of the twelve accounts on Enterprise, each key in turn. */
function byKey({ accounts }: Kit, n: number, shot: Omit<Shot, "cookie">): Shot {
	const keyed = accounts.slice(-IMPORTERS);
	const { keys = [] } = keyed[n % keyed.length] ?? {};
	const key = keys[Math.floor(n / keyed.length) % keys.length];
	return { ...shot, path: API_V1 + shot.path, headers: { ...shot.headers, Authorization: `Bearer ${key}` } };
}

function asAttack([name, next]: [string, (n: number, kit: Kit) => Omit<Shot, "cookie">]): Attack {
	return {
		name: `API, 12 accounts: ${name}`,
		run: (kit) => kit.flood((n) => byKey(kit, n, next(n, kit)), { atOnce: AT_ONCE, perSecond: 400 }),
	};
}

const firstId = ({ accounts }: Kit, n: number) => accounts.slice(-IMPORTERS)[n % IMPORTERS]?.links[0]?.id ?? 0;
const fields = JSON.stringify(
	Object.fromEntries(Array.from({ length: MOST_BYTES / 12 }, (_, n) => [String(n).padStart(7, "0"), 0])),
);

/** The worst of programs: twelve accounts with two keys each, at their whole budget and beyond it. */
export const PROGRAMS: Attack[] = [
	...Object.entries<(n: number, kit: Kit) => Omit<Shot, "cookie">>({
		"reads of a link": (n, kit) => ({ method: "GET", path: `/links/${firstId(kit, n)}` }),
		"lists of 100": () => ({ method: "GET", path: "/links?limit=100" }),
		"bulk of 500": (n) => ({
			...{ method: "POST", path: "/links/bulk" },
			...json({
				links: Array.from({ length: BULK }, (_, at) => ({
					...{ targetUrl: `https://example.com/${n}/${at}`, title: `Title ${at}`, description: "A description" },
				})),
			}),
		}),
		"analytics of 12 months": () => ({ method: "GET", path: "/analytics?range=12m&zone=America%2FSao_Paulo" }),
		"1 MB of unknown fields": () => ({
			...{ method: "POST", path: "/links/bulk", type: "application/json", body: fields },
		}),
	}).map(asAttack),
	{
		name: "API: unknown keys from many addresses",
		run: (kit) =>
			kit.flood(
				(n) => ({
					...{ method: "GET", path: `${API_V1}/me` },
					headers: { Authorization: `Bearer ${newKeyText()}`, "X-Forwarded-For": `198.51.100.${n % 250}` },
				}),
				{ atOnce: AT_ONCE, perSecond: 400 },
			),
	},
];

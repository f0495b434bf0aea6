import { expect, test } from "vitest";
import type { DomainCheck, PointingState, TxtState } from "#shared/links/domains/domain-check.ts";
import { nextState } from "./next-state.ts";

const CREATED = new Date("2026-11-01T00:00:00Z");
const AT = new Date("2026-11-20T00:00:00Z");
const day = (count: number) => new Date(AT.getTime() + count * 86_400_000);
const check = (txt: TxtState, pointing: PointingState, isTaken = false): DomainCheck => ({
	resolvers: 3,
	txt: { state: txt, answered: 3, found: 0, hasOthers: false, isAlias: false, isDoubled: false, isTaken },
	pointing: { state: pointing, answered: 3, here: 0, addresses: [] },
});
const before = (state: object = {}) => ({
	...{ verifiedAt: null, pointedAt: null, failingSince: null, createdAt: CREATED },
	...state,
});
const ACTIVE = { verifiedAt: day(-10), pointedAt: day(-1) };
const OFF = { failingSince: day(-9), pointedAt: day(-9) };

test.each<[string, object, DomainCheck, object]>([
	["the TXT record verifies", {}, check("found", "nowhere"), { verifiedAt: AT }],
	["pointing alone proves nothing", {}, check("missing", "here"), { verifiedAt: null, pointedAt: AT }],
	["resolvers that disagree prove nothing", {}, check("split", "here"), { verifiedAt: null }],
	["another account has it", {}, check("found", "here", true), { verifiedAt: null }],
	["all is well", ACTIVE, check("found", "here"), { ...ACTIVE, pointedAt: AT, failingSince: null }],
	["the TXT record is gone", ACTIVE, check("missing", "here"), { verifiedAt: day(-10), failingSince: AT }],
	[
		"the host leads to another address",
		ACTIVE,
		check("found", "elsewhere"),
		{ verifiedAt: day(-10), failingSince: null },
	],
	["the host leads nowhere", ACTIVE, check("found", "nowhere"), { failingSince: AT }],
	[
		...(["it has never led here", { ...ACTIVE, pointedAt: null }, check("found", "elsewhere")] as const),
		{ verifiedAt: day(-10), failingSince: null },
	],
	["resolvers fail", ACTIVE, check("unreachable", "unreachable"), { verifiedAt: day(-10), failingSince: null }],
	["resolvers disagree", ACTIVE, check("split", "split"), { verifiedAt: day(-10), failingSince: null }],
	[
		...(["six days without", { ...ACTIVE, failingSince: day(-6) }, check("missing", "here")] as const),
		{ verifiedAt: day(-10), failingSince: day(-6) },
	],
	[
		...(["seven days without", { ...ACTIVE, failingSince: day(-7) }, check("missing", "here")] as const),
		{ verifiedAt: null, failingSince: day(-7) },
	],
	[
		...([
			"seven days, and our resolvers fail",
			{ ...ACTIVE, failingSince: day(-9) },
			check("unreachable", "here"),
		] as const),
		{ verifiedAt: day(-10), failingSince: day(-9) },
	],
	[
		...(["back within the grace", { ...ACTIVE, failingSince: day(-6) }, check("found", "here")] as const),
		{ verifiedAt: day(-10), failingSince: null },
	],
	["off, and only the TXT record is back", OFF, check("found", "nowhere"), { verifiedAt: null }],
	["off, and only the address is back", OFF, check("missing", "here"), { verifiedAt: null }],
	["off, and nothing is sure", OFF, check("found", "unreachable"), { verifiedAt: null }],
	["off, and both are back", OFF, check("found", "here"), { verifiedAt: AT, failingSince: null }],
])("%s (P621, P622)", (_what, state, found, after) => {
	expect(nextState(before(state), found, AT)).toMatchObject(after);
});

test.each<[string, object, DomainCheck, number | null]>([
	["in its first hour", { createdAt: AT }, check("missing", "nowhere"), 60_000],
	["until it points here, in its first hour", { createdAt: AT }, check("found", "nowhere"), 60_000],
	["once all is well", { createdAt: AT }, check("found", "here"), 86_400_000],
	["after the first hour", {}, check("missing", "nowhere"), 86_400_000],
	["without its records", ACTIVE, check("missing", "here"), 3_600_000],
	["waiting for a month", { createdAt: day(-31) }, check("missing", "nowhere"), null],
])("it is checked again: %s (P621)", (_what, state, found, afterMs) => {
	const { nextCheckAt } = nextState(before(state), found, AT);
	expect(nextCheckAt && nextCheckAt.getTime() - AT.getTime()).toBe(afterMs);
});

import { type AliasCase, describeAliases, useAliasOwner } from "#server/testing/app/alias-cases.ts";

/** Each further order of the same steps as in `link-aliases.test.ts`. */
const CASES: AliasCase[] = [
	["turned around twice", "make A a; edit A b; edit A a; edit A b", "a=A b=A aliases:A=a"],
	["turned around in a circle of three", "make A a; edit A b; edit A c; edit A a", "a=A b=A c=A aliases:A=c,b"],
	["turned around in capitals", "make A a; edit A b; edit A A", "a=A A=A b=A aliases:A=b"],
	["another case is no other address", "make A a; edit A A", "a=A A=A aliases:A="],
	["with a query", "make A a; edit A b", "a?v=2=A"],
	["a save of the present slug", "make A a; edit A b; edit A b", "a=A b=A aliases:A=a"],
	["two links in turn", "make A a; make B x; edit A b; edit B y", "a=A b=A x=B y=B aliases:A=a aliases:B=x"],
	["released in capitals", "make A a; edit A b; release A A", "a=- b=A aliases:A="],
	["released twice", "make A a; edit A b; release A a; release A a 404", "a=- b=A"],
	["another link's can't be released", "make A a; make B x; edit A b; release B a 404", "a=A b=A x=B"],
	["released, and taken by an edit", "make A a; make B x; edit A b; release A a; edit B a", "a=B b=A x=B aliases:B=x"],
	["released, then its own again", "make A a; edit A b; release A a; edit A a", "a=A b=A aliases:A=b"],
	["of a chain, the middle released", "make A a; edit A b; edit A c; release A b", "a=A b=- c=A aliases:A=a"],
	["deleted", "make A a; edit A b; delete A", "a=- b=-"],
	["deleted, then free for others", "make A a; edit A b; delete A; free a; make B a", "a=B b=-"],
	[
		"taken by an alias while deleted",
		"make A a; edit A b; delete A; make B a; edit B c; restore A taken",
		"a=B b=- c=B",
	],
	["a released one does not come back", "make A a; edit A b; release A a; delete A; restore A", "a=- b=A aliases:A="],
	["released after it came back", "make A a; edit A b; delete A; restore A; release A a", "a=- b=A aliases:A="],
	["disabled and deleted", "make A a; edit A b; disable A; delete A; make B a 409; make B b 409", "a=- b=-"],
	["enabled again", "make A a; edit A b; disable A; enable A", "a=A b=A aliases:A=a"],
	["imported after the release", "make A a; edit A b; release A a; import a B create", "a=B b=A"],
	["an empty slug makes a random one", "make A a; edit A b; make B -", "a=A b=A"],
];
describeAliases(useAliasOwner(), CASES);

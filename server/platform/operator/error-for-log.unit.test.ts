import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import { errorForLog } from "./error-for-log.ts";
import { createLog } from "./log.ts";

const SECRET = "ada@example.com";

test("an error is told without its own fields and without the values of its query, wherever it stands in the causes (H5)", () => {
	const refused = Object.assign(new Error("duplicate key"), { detail: `Key (email)=(${SECRET}) already exists.` });
	const query = new DrizzleQueryError(
		"insert into users values ($1, $2)",
		[SECRET, `two\n    at lines ${SECRET}`, "x".repeat(50_000)],
		refused,
	);
	const failed = Object.assign(new TypeError("no user", { cause: query }), { code: "E1", request: { cookie: SECRET } });

	const told = errorForLog(failed);

	expect(told).toMatchObject({ type: "TypeError", code: "E1", message: expect.stringContaining("no user") });
	expect(told).toMatchObject({
		stack: expect.stringMatching(/insert into users[\s\S]*caused by: [\s\S]*duplicate key/),
	});
	expect(JSON.stringify(told)).not.toContain(SECRET);
	expect(JSON.stringify(errorForLog(query))).not.toContain(SECRET);
	expect(JSON.stringify(errorForLog(new AggregateError([query], "all")))).not.toContain(SECRET);
});

test("what is no error is told as it is where it is text, a number or a truth, and without what it holds where it is an object", () => {
	for (const value of ["a reason", 7, false, null]) expect(errorForLog(value)).toBe(value);
	expect(errorForLog(undefined)).toBe("undefined");
	expect(errorForLog(Symbol("s"))).toBe("Symbol(s)");
	expect(errorForLog(12n)).toBe("12");
	expect(errorForLog({ email: SECRET })).toEqual({ type: "Object", message: "what was thrown is no error" });
});

test("a long text is cut between characters", () => {
	expect(errorForLog("😀".repeat(2_001))).toBe("😀".repeat(2_000));
	expect(errorForLog(`a${"😀".repeat(2_000)}`)).toBe(`a${"😀".repeat(1_999)}`);
});

test("of an AggregateError the first ones are told as well", () => {
	const refused = ["::1", "127.0.0.1", ...Array.from({ length: 20 }, String)].map((address) =>
		Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED" }),
	);
	const told = errorForLog(new AggregateError(refused));
	expect(told).toMatchObject({ type: "AggregateError", message: "" });
	expect(told).toHaveProperty("errors.length", 5);
	expect(told).toHaveProperty("errors.1", expect.objectContaining({ message: "connect ECONNREFUSED 127.0.0.1" }));
});

test.each([
	["without end", () => endless()],
	["that fail at their end", () => endless(throwing)],
])("of errors %s the first ones are told as well", (_, make) => {
	const told = errorForLog(Object.assign(new AggregateError([]), { errors: make() })) as { errors: object[] };
	expect(told.errors).toMatchObject([1, 2, 3, 4, 5].map((count) => ({ message: String(count) })));
});

const throwing = () => {
	throw new Error("a trap");
};
const TRAPS = { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing };

/** Errors whose every part is a trap of its own. */
const HOSTILE: Record<string, () => unknown> = {
	"no message": () => Object.assign(new Error("x"), { message: undefined }),
	"no stack": () => Object.assign(new Error("x"), { stack: undefined }),
	"a message that is no text": () => Object.assign(new Error("x"), { message: { toString: throwing } }),
	"a symbol for a message": () => Object.assign(new Error("x"), { message: Symbol("m"), code: Symbol("c") }),
	"a code that is a list": () => Object.assign(new Error("x"), { code: ["a", "b"] }),
	"fields of BigInt": () => Object.assign(new Error("x"), { code: 1n, count: 2n }),
	"a field that leads back": () => {
		const error = new Error("x");
		return Object.assign(error, { self: error, code: error });
	},
	"getters that throw": () =>
		Object.defineProperties(
			new Error("x"),
			Object.fromEntries(
				["stack", "name", "message", "cause", "code", "constructor"].map((name) => [name, { get: throwing }]),
			),
		),
	"a cause that leads back": () => {
		const error = new Error("x");
		error.cause = new Error("y", { cause: error });
		return error;
	},
	"causes without end": () => Object.defineProperty(new Error("x"), "cause", { get: () => errorWithEndlessCauses() }),
	"errors that lead back": () => {
		const error = new AggregateError([]);
		error.errors.push(error);
		return error;
	},
	"errors that are none": () => Object.assign(new AggregateError([]), { errors: 7 }),
	"errors without end": () => Object.assign(new AggregateError([]), { errors: endless() }),
	"errors that fail at their end": () => Object.assign(new AggregateError([]), { errors: endless(throwing) }),
	"errors with traps": () => new AggregateError([new Proxy(new Error("x"), TRAPS), undefined, Symbol("s"), 1n]),
	frozen: () => Object.freeze(new Error("x")),
	"a Proxy": () => new Proxy(new Error("x"), TRAPS),
	"a revoked Proxy": () => {
		const { proxy, revoke } = Proxy.revocable(new Error("x"), {});
		revoke();
		return proxy;
	},
	"an object without a prototype": () => Object.create(null),
	"an object that leads back": () => {
		const value: Record<string, unknown> = { big: 1n };
		value.self = value;
		return value;
	},
	"an object with a toJSON that throws": () => ({ toJSON: throwing }),
	"a function": () => throwing,
	"not a number": () => Number.NaN,
	"half a character and control characters": () => new Error('\ud83d \u0000\u001f\u2028\n{"level":60}'),
	"a query whose values can't be told": () =>
		Object.assign(new DrizzleQueryError("select 1", ["x"]), { params: [{ toString: throwing }] }),
	undefined: () => undefined,
	null: () => null,
	"a huge message": () => new Error("x".repeat(20_000_000)),
	"a huge text": () => "x".repeat(20_000_000),
};

/** Each is another error; `end` is called when nobody wants more of them. Who wants too many of them fails. */
function* endless(end = () => {}) {
	try {
		for (let count = 1; ; count++) {
			if (count > 1_000) expect.unreachable("somebody reads on without end");
			yield new Error(String(count));
		}
	} finally {
		end();
	}
}

function errorWithEndlessCauses(): Error {
	return Object.defineProperty(new Error("x"), "cause", { get: errorWithEndlessCauses });
}

describe("a line of the log stays one short line of JSON, whatever was thrown", () => {
	it.each(Object.entries(HOSTILE))("%s", (_, make) => {
		const lines: string[] = [];
		const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });

		log.error({ err: make() }, "it failed");

		expect(lines).toHaveLength(1);
		expect(lines[0]?.trimEnd()).not.toContain("\n");
		expect(lines[0]?.length).toBeLessThan(50_000);
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 50, msg: "it failed" });
	});

	it("and the error that was told is left as it was", () => {
		const error = new Error("x");
		const keys = Reflect.ownKeys(error);
		errorForLog(error);
		expect(Reflect.ownKeys(error)).toEqual(keys);
	});
});

test("code, messages and causes are told as they are", () => {
	const coded = (code: unknown) => errorForLog(Object.assign(new Error("a", { cause: new Error("b") }), { code }));
	expect(coded(7)).toMatchObject({ type: "Error", code: 7, message: "a: b" });
	expect(coded(["E", 1])).toMatchObject({ code: "E,1" });
	expect(errorForLog(new Error("x"))).not.toHaveProperty("code");
	const bare = Object.assign(new Error("x"), { message: undefined, stack: undefined });
	expect(errorForLog(bare)).toEqual({ type: "Error", message: "", stack: "" });
	expect(errorForLog(Object.assign(new AggregateError([]), { errors: 7 }))).toMatchObject({ errors: [] });
	expect(errorForLog(Object.assign(new Error("x"), { message: { toString: throwing } }))).toMatchObject({
		message: "unreadable",
	});
});

import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { errorForLog } from "./error-for-log.ts";

const SECRET = "ada@example.com";

test("an error is told without its own fields and without the values of its query, wherever it stands in the causes (H5)", () => {
	const refused = Object.assign(new Error("duplicate key"), { detail: `Key (email)=(${SECRET}) already exists.` });
	const query = new DrizzleQueryError(
		"insert into users values ($1, $2)",
		[SECRET, `two\n    at lines ${SECRET}`],
		refused,
	);
	const failed = Object.assign(new TypeError("no user", { cause: query }), { code: "E1", request: { cookie: SECRET } });

	const told = errorForLog(failed);

	expect(told).toMatchObject({ type: "TypeError", code: "E1", message: expect.stringContaining("no user") });
	expect(told).toMatchObject({ stack: expect.stringMatching(/insert into users[\s\S]*duplicate key/) });
	expect(JSON.stringify(told)).not.toContain(SECRET);
	expect(JSON.stringify(errorForLog(query))).not.toContain(SECRET);
});

test("what is no error is told as it is", () => {
	expect(errorForLog("a reason")).toBe("a reason");
});

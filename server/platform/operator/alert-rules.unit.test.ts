import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#server/testing/machine/root.ts";

const FOLDER = path.join(ROOT, "docs/monitoring");
const CASES = "visualink-alerts.test.yml";
const textOf = (file: string) => readFileSync(path.join(FOLDER, file), "utf8");
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

test("every alert has a case in which it fires, and is silent on the quiet day", () => {
	const alerts = namesIn(textOf("visualink-alerts.yml"), /^ {6}- alert: (\w+)$/gm);
	const [fires = "", quiet = ""] = textOf(CASES).split("- name: a quiet day");
	expect(alerts.length).toBeGreaterThan(30);
	expect(namesIn(fires, /alertname: (\w+)\n {8}exp_alerts:\s*\[\s*\{\s*exp_labels/g)).toEqual(alerts);
	expect(new Set(namesIn(quiet, /eval_time: \w+, alertname: (\w+) \}$/gm))).toEqual(new Set(alerts));
});

test("promtool finds the cases true, where it is installed", () => {
	const promtool = spawnSync("promtool", ["test", "rules", CASES], { cwd: FOLDER, encoding: "utf8" });
	const isMissing = (promtool.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
	expect(isMissing || promtool.status === 0, `${promtool.stdout}${promtool.stderr}`).toBe(true);
});

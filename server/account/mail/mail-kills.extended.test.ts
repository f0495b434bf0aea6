import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { rounds, say, TORTURE_TIMEOUT_MS } from "#server/testing/app/torture.ts";
import { until } from "#server/testing/app/until.ts";
import { prepareDatabase } from "#server/testing/machine/fresh-database.ts";
import { startMailServer } from "#server/testing/machine/mail-server.ts";
import { madeCertificate } from "#server/testing/machine/served-certificate.ts";
import { startOnRig } from "#server/testing/machine/service-on-rig.ts";

const MAILS = rounds({ long: 200, short: 40 });
const KILLS = rounds({ long: 20, short: 3 });
/** Mails that a process sends at once: what a kill can leave unanswered. */
const AT_ONCE = 5;

it(
	"P672: over kills of two processes each mail arrives, again only where the server's answer was lost",
	async () => {
		const certificate = madeCertificate("localhost", 2);
		const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-mail-"));
		const authority = path.join(folder, "authority.pem");
		writeFileSync(authority, certificate.cert);
		let greylisted = 0;
		let isGreylisting = true;
		const seen = new Set<string>();
		const server = await startMailServer(
			{
				login: (user, password) => user === "ada@mail" && password === "p:w",
				// Each tenth mail is refused once.
				data: ({ messageId }) => {
					const isNew = !seen.has(messageId);
					seen.add(messageId);
					if (!isNew || !isGreylisting || seen.size % 10 !== 0) return null;
					greylisted += 1;
					return "451 4.7.1 Greylisted";
				},
			},
			{ ...certificate, secure: true },
		);
		const rig = await prepareDatabase({ links: 1, views: 0 });
		const env = {
			SMTP_URL: `smtps://ada%40mail:p%3Aw@localhost:${server.port}`,
			...{ MAIL_FROM: "Visualink <mail@visualink.example>", NODE_EXTRA_CA_CERTS: authority },
		};
		const processes = [
			await startOnRig(rig, { ...env, DATA_DIR: path.join(folder, "one") }),
			await startOnRig(rig, { ...env, DATA_DIR: path.join(folder, "two") }),
		];
		try {
			for (let kill = 0; kill < KILLS; kill++) {
				const share = Math.ceil(MAILS / KILLS);
				await queue(Math.min(share, MAILS - kill * share));
				// In the midst of sending.
				const soFar = server.received.length;
				await until(() => server.received.length > soFar + (kill % 4));
				await processes[kill % 2]?.kill();
			}
			// The leases of killed processes end, and greylisted mails are due.
			for (const each of processes) await each.stop();
			isGreylisting = false;
			await rig.pool.query("UPDATE mails SET next_try_at = now() WHERE next_try_at IS NOT NULL");
			for (const each of processes) await each.start();
			await until(async () => (await waiting()) === 0);
		} finally {
			for (const each of processes) await each.stop("SIGKILL");
			await server.close();
		}
		const { rows } = await rig.pool.query("SELECT id, outcome FROM mails");
		await rig.stop();
		rmSync(folder, { recursive: true });

		expect(rows).toHaveLength(MAILS);
		expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["sent"]));
		const ids = server.received.map(({ messageId }) => messageId);
		expect([...new Set(ids)].sort()).toEqual(rows.map(({ id }) => `${id}@localhost`).sort());
		expect(ids.length - MAILS).toBeLessThanOrEqual(KILLS * AT_ONCE);
		expect([server.received.every(({ isEncrypted }) => isEncrypted), greylisted > 0]).toEqual([true, true]);
		say(`${MAILS} mails, ${KILLS} kills: ${ids.length - MAILS} arrived twice, ${greylisted} greylisted, 0 lost`);

		async function queue(count: number): Promise<void> {
			const text = `SELECT queue_mail('bench', 'quota', gen_random_uuid()::text, '{"used": 20, "limit": 20}') FROM generate_series(1, $1)`;
			await rig.pool.query(text, [count]);
		}

		async function waiting(): Promise<number> {
			const { rows: found } = await rig.pool.query("SELECT count(*) FROM mails WHERE outcome IS NULL");
			return Number(found[0].count);
		}
	},
	TORTURE_TIMEOUT_MS,
);

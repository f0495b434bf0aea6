import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startLedger } from "./ledger.ts";

/** Two processes of the service behind nginx (from Debian) on one PostgreSQL; one is killed under load. */
const BALANCER_PORT = 4400;
const SERVICE_PORTS = [4401, 4402];
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const MEASURE_MS = 5_000;

const database = await prepareDatabase({ links: 1_000, views: 0 });
const start = (port: number, n: number) =>
	startKillableService({
		DATABASE_URL: database.databaseUrl,
		DATA_DIR: path.join(database.dataDir, `process-${n}`),
		PORT: String(port),
		TRUST_PROXY: "1",
		LOG_LEVEL: "fatal",
	});
const services = await Promise.all(SERVICE_PORTS.map(start));
const config = path.join(database.dataDir, "nginx.conf");
await writeFile(
	config,
	`daemon off; pid ${database.dataDir}/nginx.pid; worker_processes 1; error_log /dev/null;
	events { worker_connections 1024; }
	http {
		access_log off;
		upstream visualink { ${SERVICE_PORTS.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(" ")} keepalive 64; }
		server {
			listen ${BALANCER_PORT};
			location / {
				proxy_pass http://visualink; proxy_http_version 1.1; proxy_set_header Connection "";
				proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			}
		}
	}`,
);
const nginx = spawn("nginx", ["-c", config], { stdio: "ignore" });
await delay(500);

const paths = Array.from({ length: 1_000 }, (_, n) => `/go/bench/link${n + 1}`);
const ledger = startLedger({ port: BALANCER_PORT, paths, connections: 64, userAgent: CHROME });
const answered = () => [...ledger.entries().values()].reduce((sum, entry) => sum + entry.answered, 0);
await delay(MEASURE_MS);
const before = answered();
await delay(MEASURE_MS);
const perSecond = (answered() - before) / (MEASURE_MS / 1_000);
await services[0]?.kill();
await delay(2_000);
await ledger.stop();
await Promise.all(services.map((service) => service.stop()));
nginx.kill();
await once(nginx, "exit");
const { rows } = await database.pool.query<{ slug: string; counted: string }>(
	"SELECT link_slug AS slug, views_human AS counted FROM links",
);
const counts = new Map(rows.map(({ slug, counted }) => [`/go/bench/${slug}`, Number(counted)]));
const lost = [...ledger.entries()].filter(([link, entry]) => (counts.get(link) ?? 0) < entry.answered).length;
const counted = [...counts.values()].reduce((sum, count) => sum + count, 0);
const result = {
	perSecond,
	answered: answered(),
	counted,
	linksWithLoss: lost,
	others: ledger.others(),
};
process.stdout.write(`${JSON.stringify(result, null, "\t")}\n`);
await database.stop();
process.exitCode = lost === 0 ? 0 : 1;

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { environment, readConfig } from "./platform/config/config.ts";
import { SECRETS } from "./platform/config/secret-files.ts";
import { type ComposeService, readCompose, SAMPLES } from "./testing/app/compose-file.ts";
import { caddyfile } from "./testing/machine/caddy.ts";
import { ROOT } from "./testing/machine/root.ts";

const textOf = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const DIGEST = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
const compose = readCompose({});
const services = Object.entries(compose.services);
const isDatabase = ({ image }: ComposeService) => image?.startsWith("postgres:") ?? false;
const databases = services.filter(([, service]) => isDatabase(service));
/** Anyone may know the password of a sandbox. */
const serious = services.filter(([, { profiles }]) => !profiles?.includes("sandbox"));

describe.each(services)("the service %s of compose.yaml (P490)", (name, service) => {
	it("has a read-only root, no privileges, and limits", () => {
		expect(service).toMatchObject({
			read_only: true,
			cap_drop: ["ALL"],
			security_opt: ["no-new-privileges:true"],
			restart: "unless-stopped",
			mem_limit: expect.stringMatching(/^\d+[mg]$/),
			pids_limit: expect.any(Number),
			logging: { driver: "local", options: { "max-size": "50m", "max-file": "5" } },
		});
		expect(service.cap_add ?? []).toEqual(name === "caddy" ? ["NET_BIND_SERVICE"] : []);
		for (const door of ["privileged", "network_mode", "pid", "ipc", "devices", "env_file"])
			expect(service, door).not.toHaveProperty(door);
	});

	it("is built here, or pinned by digest", () => {
		if (service.build) expect(service.build).toMatchObject({ context: ".", args: compose["x-build-args"] });
		else expect(service.image).toMatch(DIGEST);
	});

	it("publishes ports to this machine alone, unless it is the proxy", () => {
		for (const port of service.ports ?? [])
			if (name !== "caddy") expect(port).toMatch(/^127\.0\.0\.1:\d+(?:-\d+)?:3000$/);
	});
});

describe("the number of processes (P698)", () => {
	it.each([
		["", "1", "3001-3001", 2],
		["2", "2", "3001-3002", 3],
		["4", "4", "3001-3004", 5],
	])("MORE_PROCESSES=%s: one more than that, each at a port, with room in the database", (value, scale, ports, all) => {
		const { app2, postgres } = readCompose({ MORE_PROCESSES: value }).services;
		expect([app2?.scale, app2?.ports]).toEqual([scale, [`127.0.0.1:${ports}:3000`]]);
		const [, room = ""] = /^max_connections=(\d+)$/.exec(postgres?.command?.at(-1) ?? "") ?? [];
		// docs/operating.md, section 16.
		expect(Number(room)).toBeGreaterThanOrEqual(24 * (all + 1) + 16 + 3);
	});

	it("can be on other machines, next to a database on one of its own", () => {
		const here = { PRIVATE_ADDRESS: "10.0.0.3", LOCAL_POSTGRES: "0" };
		const { app, app2, postgres } = readCompose(here).services;
		expect([app?.ports, app2?.ports]).toEqual([["10.0.0.3:3000:3000"], ["10.0.0.3:3001-3001:3000"]]);
		expect([compose.services.postgres?.scale, postgres?.scale]).toEqual(["1", "0"]);
	});
});

describe("the networks of compose.yaml (P490)", () => {
	it("keep each database apart: no way out, no port, and only what uses it next to it", () => {
		expect(databases.map(([name]) => name)).toEqual(["postgres", "sandbox-postgres"]);
		for (const [, { networks, ports }] of databases) {
			expect(networks.filter((network) => !compose.networks[network]?.internal)).toEqual([]);
			expect(ports).toBeUndefined();
		}
		expect(besides("postgres")).toEqual(["app", "app2", "backup"]);
		expect(besides("sandbox-postgres")).toEqual(["sandbox"]);
		expect(besides("caddy")).toEqual(["app", "app2"]);
	});

	it("let what needs a database wait until it answers", () => {
		for (const [, { healthcheck }] of databases) expect(healthcheck?.test).toContain("pg_isready");
		for (const name of ["app", "app2", "backup"])
			expect(compose.services[name]?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
	});
});

describe("the images", () => {
	const dockerfile = textOf("Dockerfile");

	it("are made from the digests that compose.yaml names, by each of the build's arguments and no other", () => {
		const args = new Map([...dockerfile.matchAll(/^ARG (\w+)(?:=(.+))?$/gm)].map(([, name, value]) => [name, value]));
		expect(Object.keys(compose["x-build-args"]).sort()).toEqual([...args.keys()].sort());
		for (const name of ["BASE", "POSTGRES"]) {
			expect(args.get(name)).toMatch(DIGEST);
			expect(compose["x-build-args"][name]).toBe(args.get(name));
		}
		const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
		expect(bases.filter((base) => !/^\$\{(BASE|POSTGRES)\}$|^scratch$/.test(base))).toEqual([]);
	});

	it("have the database's programs in its own version", () => {
		expect(compose["x-build-args"].POSTGRES).toBe(compose.services.postgres?.image);
	});
});

describe("settings and secrets of compose.yaml (P491)", () => {
	const folder = mkdtempSync(path.join(os.tmpdir(), "visualink-compose-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const sampleOf = (name: string) => SAMPLES[name] ?? `value-of-${name}`;
	const fileOf = (name: string) => {
		const file = path.join(folder, name.toLowerCase());
		writeFileSync(file, `${sampleOf(name)}\n`);
		return file;
	};
	const names = Object.keys(environment.shape);
	const settings = names.filter((name) => !SECRETS.some((secret) => secret === name));
	const files = Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, fileOf(name)]));

	it("no service gets a secret by a variable, even if .env has it", () => {
		const everything = Object.fromEntries([...names, "POSTGRES_PASSWORD"].map((name) => [name, sampleOf(name)]));
		const { services } = readCompose({ ...everything, ...files });
		for (const [name] of serious) {
			const given = JSON.stringify(services[name]);
			const secrets = [...SECRETS, "POSTGRES_PASSWORD"].filter((secret) => given.includes(sampleOf(secret)));
			expect(secrets, name).toEqual([]);
		}
	});

	it.each(["app", "app2"])("%s gets every setting of .env but the backup's, and every secret by its file", (name) => {
		const dotEnv = Object.fromEntries(settings.map((each) => [each, sampleOf(each)]));
		const found = containerOf(name, { ...dotEnv, ...files });
		const given = Object.keys(found).map((each) => each.replace(/_FILE$/, ""));
		// The release is the image's own.
		const left = names.filter((each) => each !== "RELEASE" && !each.startsWith("RESTIC_"));
		expect(given.sort()).toEqual(left.sort());
		expect(readConfig(found)).toMatchObject({
			http: { trustProxy: 2, metricsToken: sampleOf("METRICS_TOKEN") },
			session: { secret: sampleOf("SESSION_SECRET") },
			db: { url: sampleOf("DATABASE_URL") },
			google: { clientSecret: sampleOf("GOOGLE_CLIENT_SECRET") },
			stripe: { secretKey: sampleOf("STRIPE_SECRET_KEY"), webhookSecrets: [sampleOf("STRIPE_WEBHOOK_SECRET")] },
			moderation: { webRisk: { key: sampleOf("WEB_RISK_KEY") } },
			images: { s3: { credentials: { secretAccessKey: sampleOf("IMAGES_S3_SECRET_ACCESS_KEY") } } },
			backups: { isOffSite: false },
		});
	});

	it("what .env does not name is unset, so that the defaults hold", () => {
		const found = containerOf("app", {});
		expect(
			Object.keys(found)
				.filter((name) => found[name] !== "")
				.sort(),
		).toEqual([
			...["DATABASE_URL_FILE", "DATA_DIR", "HOST", "NODE_ENV", "PORT", "TLS_ASK_HOST", "TLS_ASK_PORT", "TRUST_PROXY"],
		]);
	});

	it("the backup gets the database, the images' bucket and the repository, and nothing else", () => {
		const dotEnv = Object.fromEntries(names.map((name) => [name, sampleOf(name)]));
		const { environment: given = {}, secrets } = readCompose(dotEnv).services.backup ?? {};
		const others = Object.keys(given).filter((name) => !/^(RESTIC|IMAGES_S3)_/.test(name));
		expect(others.sort()).toEqual([
			"AWS_SHARED_CREDENTIALS_FILE",
			"DATABASE_URL_FILE",
			"DATA_DIR",
			"LOG_LEVEL",
			"NODE_ENV",
		]);
		expect(secrets?.sort()).toEqual([
			...["database_url", "images_s3_secret_access_key", "restic_password", "restic_storage"],
		]);
		expect(compose.services.postgres?.secrets).toEqual(["postgres_password"]);
		expect(compose.services.caddy?.secrets).toBeUndefined();
	});

	it("every secret and config is a file, which Compose can give to a read-only container", () => {
		for (const part of [...Object.values(compose.secrets), ...Object.values(compose.configs)])
			expect(Object.keys(part)).toEqual(["file"]);
	});

	/** The environment of a service's process, with the files of this machine instead of those that Docker mounts. */
	function containerOf(name: string, dotEnv: Record<string, string>): Record<string, string> {
		const { services, secrets } = readCompose(dotEnv);
		const { environment: given = {}, secrets: mounted = [] } = services[name] ?? {};
		return Object.fromEntries(
			Object.entries(given).map(([variable, value]) => {
				const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
				if (secret === undefined) return [variable, value];
				expect(mounted).toContain(secret);
				return [variable, secrets[secret]?.file ?? ""];
			}),
		);
	}
});

describe("the proxy of compose.yaml", () => {
	const file = textOf("Caddyfile");

	it("has every process behind it, each by its own readiness, and no full address in its log", () => {
		expect(compose.configs).toEqual({ caddyfile: { file: "./Caddyfile" } });
		const site = /^\treverse_proxy \{\n\t\timport processes-\{\$MORE_PROCESSES:1\}\n\t\thealth_uri \/readyz$/gm;
		expect(file.match(site)).toHaveLength(2);
		for (const [kind, port] of [
			["processes", 3000],
			["asked", 3080],
		]) {
			const lists = [...file.matchAll(new RegExp(`^\\(${kind}-(\\d)\\) \\{\\n\\tto (.+)$`, "gm"))];
			expect(lists.map(([, number]) => number)).toEqual(["1", "2", "3", "4"]);
			for (const [, number, names] of lists) {
				const nth = (n: number) => `{$COMPOSE_PROJECT_NAME:visualink}-app2-${n + 1}:${port}`;
				const others = kind === "processes" ? ["{$OTHER_PROCESSES}"] : [];
				expect(names).toBe(
					[`app:${port}`, ...Array.from({ length: Number(number) }, (_, n) => nth(n)), ...others].join(" "),
				);
			}
		}
		const given = { MORE_PROCESSES: "3", OTHER_PROCESSES: "10.0.0.3:3000", COMPOSE_PROJECT_NAME: "other" };
		expect(readCompose(given).services.caddy?.environment).toEqual(given);
		expect(JSON.stringify(compose.services.app?.healthcheck)).toContain("/readyz");
		const alike = (name: string) => ({ ...compose.services[name], ports: null, scale: null });
		expect(alike("app2")).toEqual(alike("app"));
		for (const field of ["request>remote_ip", "request>client_ip", "remote_ip"])
			expect(file).toMatch(new RegExp(`\\t${field} ip_mask \\{\\s+ipv4 24\\s+ipv6 48\\s+\\}`));
	});

	it("asks the service for certificates of accounts' domains, at a port of no other network (P627)", () => {
		const { TLS_ASK_PORT = "", TLS_ASK_HOST = "" } = compose.services.app?.environment ?? {};
		expect(TLS_ASK_HOST).toBe("0.0.0.0");
		expect(file).toMatch(new RegExp(`^\\(asked-1\\) \\{\\n\\tto app:${TLS_ASK_PORT} `, "m"));
		expect(file).toContain("\n\t\timport asked-{$MORE_PROCESSES:1}\n");
		for (const [, { ports = [] }] of services) expect(ports.join()).not.toContain(TLS_ASK_PORT);
		const [, asked = ""] = file.match(/^\t\task (\S+)\/$/m) ?? [];
		expect(file).toContain(`\n${asked} {\n\tbind 127.0.0.1\n`);
		// 2.8 and newer know `permission`, 2.11 refuses the other two.
		expect(file).not.toMatch(/\b(?:permission|interval|burst)\b/);
	});

	it("takes any host, and leaves it nothing but links (P628)", () => {
		const sites = [...file.matchAll(/^(https?:\/\/) \{\n([\s\S]+?)^\}/gm)].map(([, site, body = ""]) => [site, body]);
		expect(sites.map(([site]) => site)).toEqual(["https://", "http://"]);
		for (const [, body] of sites) expect(body).toMatch(/\timport links\n$/);
		expect(file).toMatch(/^\(links\) \{\n(?:\t.*\n)*\trequest_header X-Own-Domains-Only 1$/m);
		expect(compose.services.caddy?.volumes).toContain("caddy:/data");
	});

	it("has a Caddyfile that works at other places, too", () => {
		const places = { servicePorts: [1, 2], askPorts: [3, 4], httpPort: 5, httpsPort: 6, askPort: 7, dataDir: "/place" };
		const tried = caddyfile(file, places);
		for (const line of [
			...["\thttps_port 6", "\thttp_port 5", "\t\task http://127.0.0.1:7/", "http://127.0.0.1:7 {"],
			...[
				"\tto 127.0.0.1:1 127.0.0.1:2 {$OTHER_PROCESSES}\n",
				"\tto 127.0.0.1:3 127.0.0.1:4\n",
				"\timport processes-1\n",
			],
			"root /place/caddy/certificates",
		])
			expect(tried).toContain(line);
		expect(tried).not.toMatch(/-app2-|app:|:30[08]0|\$MORE_|\/data/);
		expect(() => caddyfile(file.replaceAll(":3080", ":3081"), places)).toThrow("lacks");
	});
});

/** Services that share a network with this one. */
function besides(name: string): string[] {
	const own = compose.services[name]?.networks ?? [];
	const others = services.filter(
		([other, { networks }]) => other !== name && networks.some((each) => own.includes(each)),
	);
	return others.map(([other]) => other);
}

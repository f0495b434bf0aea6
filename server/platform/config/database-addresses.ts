/** Scheme, user and password; hosts with ports; database and settings. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The hosts of a `DATABASE_URL`, an address each, in its order: `postgres://user:pw@a:5432,b:5432/name` or, as libpq
 * takes it too, `postgres://user:pw@/name?host=a,b&port=5432,5433`, where one port is that of all hosts.
 * @returns the address unchanged if it names one host
 */
export function addressesOf(text: string): string[] {
	const [, start = "", authority = "", rest = ""] = PARTS.exec(text) ?? [];
	const [before = "", query = ""] = rest.split("?", 2);
	const settings = new URLSearchParams(query);
	const named = listed(settings, "host");
	const hosts = named.length > 0 ? withPorts(named, listed(settings, "port")) : authority.split(",");
	if (hosts.length < 2) return [text];
	settings.delete("host");
	settings.delete("port");
	const others = settings.size > 0 ? `?${settings}` : "";
	return hosts.map((host) => `${start}${host.trim()}${before}${others}`);
}

/** `host:port` of each, for people. */
export function serversIn(text: string): string {
	return addressesOf(text).map(serverIn).join(" or ");
}

function serverIn(address: string): string {
	const { hostname, port, searchParams } = new URL(address);
	return `${searchParams.get("host") ?? hostname}:${port || "5432"}`;
}

/** A setting that may be a list or repeated. */
function listed(settings: URLSearchParams, name: string): string[] {
	return settings.getAll(name).flatMap((value) => value.split(","));
}

function withPorts(hosts: string[], ports: string[]): string[] {
	return hosts.map((host, index) => {
		const port = ports[index] ?? ports[0];
		return port ? `${plainHost(host)}:${port}` : plainHost(host);
	});
}

function plainHost(host: string): string {
	return host.includes(":") ? `[${host}]` : encodeURIComponent(host);
}

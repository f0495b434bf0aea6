const FILE = "Caddyfile";

/** The Caddyfile of `compose.yaml` for this machine's ports. @throws Error when it lacks a part */
export function caddyfile(file: string, { servicePorts, port }: { servicePorts: number[]; port: number }): string {
	return [
		[/^\{$/m, "{\n\tadmin off"] as const,
		[/^\{\$PUBLIC_ORIGIN.* \{$/m, `http://:${port} {`] as const,
		[
			/reverse_proxy app:3000 app2:3000/,
			`reverse_proxy ${servicePorts.map((each) => `127.0.0.1:${each}`).join(" ")}`,
		] as const,
	].reduce((text, [pattern, replacement]) => {
		if (text.search(pattern) < 0) throw new Error(`${FILE} lacks ${pattern}.`);
		return text.replace(pattern, replacement);
	}, file);
}

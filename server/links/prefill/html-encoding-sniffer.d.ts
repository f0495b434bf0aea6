/** The package has no types of its own. */
declare module "html-encoding-sniffer" {
	type Options = { xml?: boolean; transportLayerEncodingLabel?: string | undefined; defaultEncoding?: string };
	/** The encoding of these bytes of HTML, as browsers detect it; `defaultEncoding` if nothing says. */
	const sniff: (bytes: Uint8Array, options?: Options) => string;
	// biome-ignore lint/style/noDefaultExport: what the package exports
	export default sniff;
}

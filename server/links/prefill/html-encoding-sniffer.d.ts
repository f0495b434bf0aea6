/** The package has no types. */
declare module "html-encoding-sniffer" {
	type Options = { xml?: boolean; transportLayerEncodingLabel?: string | undefined; defaultEncoding?: string };
	/** The encoding of HTML bytes, detected as browsers do; else `defaultEncoding`. */
	const sniff: (bytes: Uint8Array, options?: Options) => string;
	// biome-ignore lint/style/noDefaultExport: what the package exports
	export default sniff;
}

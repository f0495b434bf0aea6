type ProviderNamesProps = { zone: string; isApex: boolean };

/** What providers call the fields of a record (docs/decisions/0117 has the sources). */
const PROVIDERS = [
	["Cloudflare", 'Name, and Target or Content. Set the proxy status of the CNAME record to "DNS only".'],
	["GoDaddy", "Name and Value"],
	["Namecheap", "Host and Value"],
	["IONOS", "Host name, and Points to or Value"],
	["STRATO", "In the DNS settings of the subdomain. End the CNAME record's value with a dot."],
] as const;

/** How to enter records at one's provider, folded. */
export function ProviderNames({ zone, isApex }: ProviderNamesProps) {
	return (
		<details className="text-sm">
			<summary className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-8">
				Where do I enter this?
			</summary>
			<div className="flex flex-col gap-3 pt-2">
				<p>
					In the DNS settings of {zone}, often where you bought it. Most providers add .{zone} to a name themselves, so
					leave it out. If yours doesn't, enter the whole name.
				</p>
				{isApex && (
					<p>
						Some providers call an ALIAS record ANAME or CNAME flattening. If yours has neither, use a subdomain, such
						as go.
						{zone}.
					</p>
				)}
				<dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
					{PROVIDERS.map(([name, fields]) => (
						<div key={name} className="contents">
							<dt className="font-semibold">{name}</dt>
							<dd className="text-muted">{fields}</dd>
						</div>
					))}
				</dl>
			</div>
		</details>
	);
}

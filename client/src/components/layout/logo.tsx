/** The brand mark: a link preview, image above text. */
export function Logo({ className }: { className?: string }) {
	return (
		<svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
			<rect x="2" y="3" width="28" height="26" rx="7" className="fill-ink" />
			<path d="M6 11a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v6H6z" className="fill-accent" />
			<rect x="6" y="20" width="14" height="2" rx="1" className="fill-paper" />
			<rect x="6" y="23.5" width="9" height="2" rx="1" className="fill-paper" opacity="0.6" />
		</svg>
	);
}

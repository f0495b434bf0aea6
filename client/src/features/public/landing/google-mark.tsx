export function GoogleMark() {
	return (
		<svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
			<path d="M21.6 12.2c0-.7-.1-1.3-.2-1.9H12v3.7h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.3zM12 22c2.7 0 5-.9 6.6-2.4L15.4 17a6 6 0 0 1-9-3.1H3.1v2.6A10 10 0 0 0 12 22zM6.4 13.9a6 6 0 0 1 0-3.8V7.500H3.1a10 10 0 0 0 0 9zM12 6c1.5 0 2.8.5 3.8 1.5l2.9-2.9A10 10 0 0 0 3.1 7.500l3.3 2.6A6 6 0 0 1 12 6z" />
		</svg>
	);
}

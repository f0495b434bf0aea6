/** Where a link's trust page is: a plus behind its short path. @param linkPath `/go/{userSlug}/{linkSlug}` */
export function trustPagePath(linkPath: string): string {
	return `${linkPath}+`;
}

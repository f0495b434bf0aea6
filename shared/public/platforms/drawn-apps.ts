/** Number of apps drawn, for pages that must not load the drawings; a test compares. */
export const DRAWN_APPS = 13;

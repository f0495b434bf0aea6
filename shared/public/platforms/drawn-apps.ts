/** Apps whose cards are drawn. A page that shows no card names their number without the table of drawings; a test compares. */
export const DRAWN_APPS = 13;

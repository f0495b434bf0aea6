/** A file to import as anyone may write one: a target, and what else a link can have. */
export const SAMPLE_FILE = `target,title,description,slug,tags
https://example.com/summer,Summer sale,Everything for the beach at half the price.,summer,campaign
https://example.com/winter,,,,
`;

export const SAMPLE_FILE = `target,title,description,slug,tags
https://example.com/summer,Summer sale,Everything for the beach at half the price.,summer,campaign
https://example.com/winter,,,,
`;

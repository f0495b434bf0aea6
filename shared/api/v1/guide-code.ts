import { KEY_VARIABLE, type Language } from "./code-examples.ts";

/** Reads all links, a page at a time. */
export function nextPage(origin: string): Record<Language, string> {
	const links = `${origin}/api/v1/links`;
	return {
		curl: `curl "${links}?cursor=NEXT_OF_THE_PREVIOUS_PAGE" \\
  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
		typescript: `const headers = { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` };
let cursor: string | null = null;
do {
  const query = cursor === null ? "" : \`?cursor=\${encodeURIComponent(cursor)}\`;
  const response = await fetch(\`${links}\${query}\`, { headers });
  if (!response.ok) throw new Error(await response.text());
  const page = await response.json();
  for (const link of page.links) console.log(link.shortUrl);
  cursor = page.next;
} while (cursor !== null);`,
		python: `import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

headers = {"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"]}
query = {}
while True:
    request = Request("${links}?" + urlencode(query), headers=headers)
    with urlopen(request) as response:
        page = json.load(response)
    for link in page["links"]:
        print(link["shortUrl"])
    if page["next"] is None:
        break
    query = {"cursor": page["next"]}`,
	};
}

/** Apart from the package's name: this file itself imports nothing of it. */
const FROM = "from";

/** How a typed client is made from the document, and used. */
export function typedClient(origin: string): { generate: string; use: string } {
	return {
		generate: `npm install openapi-fetch
npx openapi-typescript ${origin}/api/v1/openapi.json -o visualink.ts`,
		use: `import createClient ${FROM} "openapi-fetch";
import type { paths } from "./visualink.ts";

const visualink = createClient<paths>({
  baseUrl: "${origin}/api/v1",
  headers: { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` },
});

const { data, error } = await visualink.GET("/me");
if (error) throw new Error(error.error.message);
console.log(data.usage.linksThisMonth.used);`,
	};
}

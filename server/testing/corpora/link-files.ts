/** A file of links, and what becomes of its rows. */
export type LinkFile = {
	tool: string;
	file: string | Buffer;
	/** Each row's line, slug, target, title and note, without what is empty; or why the file is refused. */
	rows: string[] | string;
};

const latin = (text: string) => Buffer.from(text, "latin1");
const lines = (...all: string[]) => all.join("\n");

export const MORE_CELLS = "This row has more cells than the header. Put addresses with commas in quotes.";
export const STRAY_QUOTE = "This row has a stray quote. Put the cell in quotes, and write each quote in it twice.";
export const NO_TARGET =
	'The first line must name the columns, one of them "target", "url", "destination" or "long_url"';
const MADE = "Title made from the address";
const [A, B] = ["https://example.com/a", "https://example.com/b"];

/** Files as other services write them, and ask for them. */
export const LINK_FILES: LinkFile[] = [
	{
		tool: "Bitly",
		file: lines("Bitlink,Long Link,Title,Tags,Created,Clicks", `bit.ly/3abc,${A},One,"x, y",2024-05-01,12`),
		rows: [`2 3abc ${A} One`],
	},
	{
		tool: "Bitly with a custom back-half",
		file: lines(
			"created_at,id,link,custom_bitlinks,long_url,title,archived,tags",
			`2024,bit.ly/3x,https://bit.ly/3x,"[""https://go.brand.example/sale""]",${A},One,false,[]`,
		),
		rows: [`2 sale ${A} One`],
	},
	{
		tool: "Bitly's template for many links",
		file: lines("Long URL,Title,Custom back-half,Tags", `${A},One,summer,`),
		rows: [`2 summer ${A} One`],
	},
	{
		tool: "Dub",
		file: lines(
			"Short link,Destination URL,Clicks,Created at,Tags,Archived",
			`dub.sh/one,${A},3,2024-05-01T00:00:00.000Z,"x,y",false`,
		),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "Dub by its API",
		file: lines(
			"id,domain,key,url,shortLink,title,description,image,utm_source,utm_medium",
			`l1,dub.sh,one,${A}?utm_source=own,https://dub.sh/one,One,Text,,mail,letter`,
		),
		rows: [`2 one ${A}?utm_source=own&utm_medium=letter One`],
	},
	{
		tool: "Dub's template with campaign parameters",
		file: lines("Destination URL,Title,UTM Source,UTM Campaign,UTM Content", `${A}#top,One,news,"summer sale",`),
		rows: [`2 ${A}?utm_source=news&utm_campaign=summer%20sale#top One`],
	},
	{
		tool: "Rebrandly",
		file: lines(
			"id,title,slashtag,destination,shortUrl,domainName,clicks",
			`r1,One,one,${A},rebrand.ly/one,rebrand.ly,3`,
		),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "Rebrandly's template",
		file: lines("Destination URL,Branded Domain,Slashtag,Title,Tags,Notes", `${A},go.brand.example,one,One,"x,y",`),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "Rebrandly, saved by a German Excel",
		file: latin(lines("Titel;Slashtag;Destination", `Gr\u00fc\u00dfe;one;${A}`)),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "Short.io",
		file: lines(
			"Original URL,Path,Title,Short URL,Tags,Created at,Clicks",
			`${A},one,One,https://s.example/one,"x,y",2024-05-01,3`,
		),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "Short.io as TSV",
		file: lines(
			"id\tpath\toriginalURL\ttitle\tshortURL\tcreatedAt",
			`lnk_1\tone\t${A}\tOne\thttps://s.example/one\t2024`,
		),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "Short.io with an end",
		file: lines("originalURL,path,title,expiresAt,expiredURL", `${A},one,One,2031-12-31,${B}`),
		rows: [`2 one ${A} One Please enter a valid time`],
	},
	{
		tool: "TinyURL",
		file: lines("Alias,Domain,Long URL,TinyURL,Created", `one,tinyurl.com,${A},https://tinyurl.com/one,2024-05-01`),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "TinyURL by its API",
		file: lines("domain,alias,tiny_url,url,description,tags", `tinyurl.com,one,https://tinyurl.com/one,${A},Text,`),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "TinyURL without an alias",
		file: lines("Long URL,Tiny URL", `${A},https://tinyurl.com/2p8`),
		rows: [`2 2p8 ${A} ${MADE}`],
	},
	{
		tool: "YOURLS",
		file: lines("keyword,url,title,timestamp,ip,clicks", `"one","${A}","One","2024-05-01 10:00:00","192.0.2.1","3"`),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "YOURLS without a header",
		file: lines(`one,${A},One`, `two,${B},Two`),
		rows: NO_TARGET,
	},
	{
		tool: "YOURLS with an address that has commas",
		file: lines("url,keyword,title", "https://maps.example.com/@41.15,-8.61,15z,place1,My place", `${B},two,Two`),
		rows: [`2 -8.61 https://maps.example.com/@41.15 15z ${MORE_CELLS}`, `3 two ${B} Two`],
	},
	{
		tool: "Shlink",
		file: lines(
			"Created at,Domain,Short code,Short URL,Long URL,Title,Tags,Visits",
			`2024-05-01,s.example,one,https://s.example/one,${A},One,x|y,3`,
		),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "Shlink's web client",
		file: lines(
			"createdAt,domain,shortUrl,longUrl,title,tags,visits",
			`"2024-05-01","s.example","https://s.example/one","${A}","One","x|y",3`,
		),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "Shlink with times",
		file: lines(
			"longUrl;shortCode;validSince;validUntil",
			`${A};one;2031-01-01T00:00:00+01:00;2031-02-01T00:00:00+01:00`,
		),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "Kutt",
		file: lines("id,address,target,link,description,visit_count", `k1,one,${A},https://kutt.it/one,Text,3`),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "Kutt without addresses",
		file: lines("target,link,banned", `${A},https://kutt.it/one,false`),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "Polr",
		file: lines("short_url,long_url,clicks,creator", `one,${A},3,admin`),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "Polr, with Windows' line ends",
		file: `"short_url","long_url"\r\n"one","${A}"\r\n"two","${B}"\r\n`,
		rows: [`2 one ${A} ${MADE}`, `3 two ${B} ${MADE}`],
	},
	{
		tool: "tiny.cc",
		file: lines('"long URL";"short URL"', `"${A}";"http://tiny.cc/one"`),
		rows: [`2 one ${A} ${MADE}`],
	},
	{
		tool: "tiny.cc with a misplaced quote",
		file: lines('"long URL";"short URL"', `"${A}";"http://tiny.cc/one`, `"${B}";"http://tiny.cc/two"`),
		rows: [`2 "${A}";"http://tiny.cc/one ${STRAY_QUOTE}`, `3 two ${B} ${MADE}`],
	},
	{
		tool: "Switchy with cards of its own",
		file: lines("url,og_title,og_description,og_image,code", `${A},One,Text,https://pics.example/a.jpg,one`),
		rows: [`2 one ${A} One`],
	},
	{
		tool: "a file of many campaigns",
		file: lines("Website URL,utm_source,utm_medium,utm_campaign,utm_term,utm_content", `example.com/a?x=1,a,b,c,d,e`),
		rows: [`2 ${A}?x=1&utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e ${MADE}`],
	},
];

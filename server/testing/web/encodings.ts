/** Text in the charsets that the web is written in, as bytes. */
export const CHARSETS: Record<string, string> = {
	"utf-8": "Größe & Süße – Prag, Łódź, Αθήνα 🏖",
	"windows-1252": "Café crème – “déjà vu” für 5 €",
	"iso-8859-1": "Château d’été à la plage".replace("’", "'"),
	"iso-8859-2": "Příliš žluťoučký kůň",
	"windows-1251": "Пляжи Алгарве: тихие места",
	"koi8-r": "Тихие пляжи и маяки",
	"iso-8859-7": "Ήσυχες παραλίες",
	"windows-1254": "Sessiz kumsallar için İstanbul",
	"windows-1256": "شواطئ هادئة",
	shift_jis: "静かな海岸を歩く",
	"euc-kr": "조용한 해변 산책",
	gb18030: "安静的海滩漫步",
	big5: "安靜的海灘漫步",
	"euc-jp": "静かな海岸の道",
	"windows-1250": "Tiché pláže v Česku",
};

/** Where Node 20's decoder gives control characters. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const tables = new Map<string, Map<string, Buffer>>();

/** A text's bytes in a charset, by asking the decoder what every byte and pair of bytes means. */
export function encoded(text: string, charset: string): Buffer {
	if (charset === "utf-8") return Buffer.from(text);
	if (charset === "utf-16le") return Buffer.from(text, "utf16le");
	if (charset === "utf-16be") return Buffer.from(text, "utf16le").swap16();
	const table = tables.get(charset) ?? tableOf(charset);
	tables.set(charset, table);
	return Buffer.concat(
		[...text].map((character) => {
			const bytes = table.get(character);
			if (!bytes) throw new Error(`${charset} has no ${character}`);
			return bytes;
		}),
	);
}

function tableOf(charset: string): Map<string, Buffer> {
	const decoder = new TextDecoder(charset);
	const table = new Map<string, Buffer>();
	const learn = (...bytes: number[]) => {
		const [character = "", ...more] = decoder.decode(Buffer.from(bytes));
		if (more.length === 0 && character !== "\ufffd" && !table.has(character)) table.set(character, Buffer.from(bytes));
	};
	for (let one = 0; one < 256; one += 1) learn(one);
	if (charset === "windows-1252") {
		for (const [n, character] of [...WINDOWS_1252].entries()) table.set(character, Buffer.from([0x80 + n]));
		table.set(" ", Buffer.from(" "));
	}
	for (let one = 0x81; one < 0xff; one += 1) for (let two = 0x40; two < 0xff; two += 1) learn(one, two);
	return table;
}

/** Words of eight scripts, with marks, letters of several bytes, and emoji of many parts. */
const WORDS: Record<string, string> = {
	latin: "Summer sale in the Algarve: José naïve €19.99 👨‍👩‍👧‍👦 cafe\u0301",
	cyrillic: "Летняя распродажа в Алгарве: тихие пляжи, ёлки 🇵🇹 №7",
	greek: "Καλοκαιρινές εκπτώσεις στην παραλία, ήλιος και θάλασσα ❤️‍🔥 10%",
	arabic: "تخفيضات الصيف في الغرب شَمْسٌ وبحر هادئ، ١٢ 🏖️ لا",
	devanagari: "गर्मियों की सेल अल्गार्वे में क्षेत्र स्त्री कि 👩🏽‍🚀 ५०%",
	thai: "ลดราคา ฤดูร้อน ที่ ชายหาด เงียบสงบ น้ำ กำ ผู้ใหญ่ 🧑‍🤝‍🧑 ๑๐",
	han: "阿尔加维 夏季 大减价 十一个 安静的 海滩 ， 葛󠄀 🈹 𠮷野家",
	hangul: "알가르브 여름 할인 조용한 해변 열한 곳 한글 👍🏿 강남",
};
const OF_EACH = 25;

export type ScriptText = { script: string; title: string; description: string };

/** 200 pairs of texts in eight scripts, from one word to as long as the form allows. */
export function scriptTexts({ title, description }: { title: number; description: number }): ScriptText[] {
	return Object.entries(WORDS).flatMap(([script, line]) => {
		const words = line.split(" ");
		return Array.from({ length: OF_EACH }, (_, at) => {
			const text = (count: number, most: number, first: number) =>
				atMost(
					Array.from({ length: count }, (_, word) => words[(word * 3 + first) % words.length]).join(
						script === "han" ? "" : " ",
					),
					most,
				);
			return { script, title: text(1 + at, title, at), description: text(2 + at * 2, description, at + 1) };
		});
	});
}

/** Cut between characters as people see them, in UTF-16 code units. */
function atMost(text: string, most: number): string {
	let kept = "";
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		if (kept.length + segment.length > most) break;
		kept += segment;
	}
	return kept.trim();
}

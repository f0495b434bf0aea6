/** The placeholder for the link in a sentence. */
export const LINK_HERE = "{link}";

/**
 * Sentences around a link as people write them, five in each of twelve scripts: with the punctuation of the language,
 * without spaces where it has none, in quotes and brackets, with marks that set the direction, with emoji.
 */
export const SENTENCES_WITH_LINKS: Readonly<Record<string, readonly string[]>> = {
	Latin: [
		"Read it here: {link}, then tell me “yes” or “no”.",
		"Have you seen “{link}”? I have!",
		"Lies das (siehe {link})… und melde dich – bis bald.",
		"Vous connaissez « {link} » ? Moi oui.",
		"It’s all on {link}’s page, see [this]({link}) or <{link}>; **{link}**",
	],
	Cyrillic: [
		"Смотри {link}, потом расскажешь.",
		"Вот «{link}»: читай.",
		"Это здесь ({link})? Да!",
		"Подробнее — {link}—и всё.",
		"Приходи: {link}🎉🎉",
	],
	Greek: [
		"Δες το {link}· είναι εδώ.",
		"Είδες το «{link}»;",
		"Εδώ ({link}), και μετά πες μου.",
		"Το {link}… και τα λοιπά",
		"Κοίτα {link}και πες μου",
	],
	Han: [
		"请看{link}。谢谢！",
		"你看过{link}吗？我看过。",
		"活动（{link}）今天开始，欢迎参加。",
		"详情：{link}，另见“{link}”、《{link}》；",
		"點這裡👉{link}👈馬上報名！",
	],
	Kana: [
		"詳しくは{link}をご覧ください。",
		"「{link}」です、よろしく。",
		"【{link}】チェックしてね！",
		"こちら→{link}～また明日",
		"{link}　よろしくお願いします（笑）",
	],
	Hangul: [
		"여기 {link}에서 확인하세요.",
		"링크: {link}입니다!",
		"“{link}”를 보세요.",
		"자세한 내용({link})은 여기",
		"{link}👍 좋아요~ {link}…",
	],
	Arabic: [
		"شاهد {link}، ثم أخبرني.",
		"هل رأيت {link}؟",
		"انظر «{link}»؛ شكرًا",
		"الرابط: \u2067{link}\u2069 شكرا",
		"اقرأ \u202b{link}\u202c۔",
	],
	Hebrew: [
		"תראו את {link}, תודה.",
		"ראית את {link}?",
		"הקישור „{link}” כאן",
		"כאן: \u2066{link}\u2069\u200f.",
		"לחצו ({link})־ותראו ׳{link}׳",
	],
	Devanagari: [
		"यहाँ देखें {link}। धन्यवाद",
		"क्या आपने {link} देखा?",
		"“{link}” पढ़ें॥",
		"लिंक: {link}, फिर बताएँ",
		"{link}पर जाएँ 🙏",
	],
	Bengali: ["এখানে দেখুন {link}। ধন্যবাদ", "আপনি কি {link} দেখেছেন?", "‘{link}’ পড়ুন!", "লিংক ({link})।", "{link}এ যান"],
	Thai: ["ดูที่ {link}ครับ", "คลิก{link}ได้เลย", "“{link}” ค่ะ", "ลิงก์ ({link})ๆ", "สมัครที่ {link}🔥 วันนี้"],
	Armenian: ["Տես {link}։ Շնորհակալություն", "Տեսա՞ր {link}֊ը", "Ահա «{link}»,", "Կարդա՛ {link}՝ հիմա", "{link}ում է՜"],
};

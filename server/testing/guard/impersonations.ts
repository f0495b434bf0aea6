import type { ModeratedCard } from "#server/moderation/guard/judge.ts";
import { cardsOf } from "./corpus.ts";

/** Three ways in which a brand is imitated in one language; `{}` is its name. */
type Language = { brands: string[]; texts: [title: string, description: string][] };

/** Sixty brands, in the languages and scripts of the people who are written to. */
const LANGUAGES: Language[] = [
	{
		brands: [
			"PayPal",
			"Netflix",
			"Microsoft",
			"Amazon",
			"Coinbase",
			"USPS",
			"Wells Fargo",
			"HMRC",
			"Steam",
			"Facebook",
		],
		texts: [
			["{}: unusual activity on your account", "Confirm it was you, or we will close it"],
			["Your {} account is on hold", "Update your billing information to continue"],
			["Message from {}", "You have an unclaimed refund. Enter your card details to receive it."],
		],
	},
	{
		brands: ["Sparkasse", "Postbank", "DHL", "Telekom", "Commerzbank"],
		texts: [
			[
				"{} Kundenservice: Handlungsbedarf",
				"Ihr Konto wurde vorübergehend eingeschränkt. Bitte bestätigen Sie Ihre Angaben.",
			],
			["Wichtige Mitteilung von {}", "Melden Sie sich an, um Ihre Daten zu bestätigen"],
			["{}: Sie haben eine offene Gebühr", "Zahlung fehlgeschlagen. Jetzt die offenen Gebühren begleichen."],
		],
	},
	{
		brands: ["Crédit Agricole", "La Poste", "Ameli", "SFR"],
		texts: [
			["{} : action requise sur votre dossier", "Votre accès a été suspendu, merci de confirmer vos informations"],
			["Espace client {}", "Connectez-vous pour valider vos coordonnées"],
			["{} vous informe", "Vous avez droit à un remboursement de 84 €. Renseignez votre carte."],
		],
	},
	{
		brands: ["Santander", "Correos", "CaixaBank"],
		texts: [
			["Aviso de {}", "Su cuenta ha sido suspendida. Verifique sus datos."],
			["{} - Acceso clientes", "Inicie sesión para desbloquear su tarjeta"],
			["{}: pago pendiente", "Su paquete está retenido en la aduana. Abone los gastos de envío."],
		],
	},
	{
		brands: ["Poste Italiane", "Intesa Sanpaolo", "Nubank", "Bradesco"],
		texts: [
			["{}: la sua carta è stata bloccata", "Verifichi i suoi dati per riattivarla"],
			["{}: o seu cartão foi bloqueado", "Confirme os seus dados para desbloquear"],
			["{} informa", "Parabéns, você ganhou um prêmio. Resgate agora."],
		],
	},
	{
		brands: ["ING", "PostNL", "InPost", "PKO BP", "Akbank"],
		texts: [
			["{}: uw rekening is geblokkeerd", "Bevestig uw gegevens via de link"],
			["{}: Twoje konto zostało zablokowane", "Zaloguj się, aby potwierdzić dane"],
			["{}: hesabınız askıya alındı", "Bilgilerinizi güncelleyin"],
		],
	},
	{
		brands: ["Сбербанк", "Госуслуги", "Ozon", "Почта России", "ВТБ"],
		texts: [
			["{}: обнаружен подозрительный вход", "Подтвердите личность, иначе доступ будет закрыт"],
			["{} дарит подарки", "Поздравляем! Вы выиграли. Получите приз сегодня."],
			["Служба безопасности {}", "Ваш аккаунт заблокирован. Войдите и смените пароль."],
		],
	},
	{
		brands: ["Εθνική Τράπεζα", "Eurobank", "ΕΛΤΑ"],
		texts: [
			["{}: ο λογαριασμός σας έχει κλειδωθεί", "Επιβεβαιώστε τα στοιχεία σας"],
			["{}: ύποπτη δραστηριότητα", "Συνδεθείτε για να ακυρώσετε τη συναλλαγή"],
			["{}", "Το δέμα σας περιμένει στο τελωνείο. Πληρώστε τα έξοδα."],
		],
	},
	{
		brands: ["بنك الراجحي", "أبشر", "البريد السعودي", "PayPal"],
		texts: [
			["{}: تم تعليق حسابك", "يرجى تحديث بياناتك لتجنب الإغلاق"],
			["{}", "لديك شحنة محتجزة. سدد رسوم الجمارك الآن."],
			["{}: مبروك لقد ربحت", "احصل على هديتك الآن"],
		],
	},
	{
		brands: ["בנק לאומי", "דואר ישראל", "ביטוח לאומי"],
		texts: [
			["{}: חשבונך הוגבל", "היכנסו לחשבון ועדכנו את הפרטים"],
			["{}: מגיע לך החזר", "הזן פרטי אשראי לקבלת ההחזר"],
			["{}", "החבילה ממתינה לתשלום מכס"],
		],
	},
	{
		brands: ["भारतीय स्टेट बैंक", "पेटीएम", "HDFC Bank"],
		texts: [
			["{}: आपका खाता ब्लॉक हो गया है", "जानकारी अपडेट करें"],
			["{}", "बधाई हो! आपने इनाम जीता है। अभी क्लेम करें।"],
			["{}: केवाईसी अपडेट करें", "ओटीपी दर्ज करें"],
		],
	},
	{
		brands: ["三井住友銀行", "ヤマト運輸", "楽天", "微信支付", "支付宝"],
		texts: [
			["{}:お取引を制限しました", "本人確認のためログインしてください"],
			["{}からのお知らせ", "不正なアクセスを検知しました。パスワードを変更してください。"],
			["{}：您的账户已被冻结", "请立即登录验证您的身份"],
		],
	},
	{
		brands: ["네이버", "국민은행", "우체국"],
		texts: [
			["{}: 계정이 정지되었습니다", "본인 확인을 위해 로그인하세요"],
			["{} 안내", "택배 주소 오류로 배송이 보류되었습니다. 주소를 수정하세요."],
			["{}: 환급금 신청", "계좌 비밀번호를 입력하세요"],
		],
	},
	{
		brands: ["ธนาคารกสิกรไทย", "ไปรษณีย์ไทย", "LINE Pay"],
		texts: [
			["{}: บัญชีของท่านถูกระงับ", "กรุณาเข้าสู่ระบบเพื่อยืนยันตัวตน"],
			["{}", "พัสดุของคุณตกค้าง ชำระค่าธรรมเนียมเพื่อรับ"],
			["{}: คุณได้รับรางวัล", "กดรับของขวัญฟรีวันนี้"],
		],
	},
];

/** What their targets look like: none says whom it imitates. */
const TARGETS = [
	"https://secure-center-{}.com/",
	"https://portal{}.web.app/",
	"https://kundendienst-{}.top/start",
	"https://blue-river-{}.net/wp-content/a/",
	"https://s{}.online/?id=1",
];

/** Two hundred cards that imitate brands: by rules, and by hand. */
export function impersonations(): ModeratedCard[] {
	const made = LANGUAGES.flatMap(({ brands, texts }) =>
		brands.flatMap((brand) =>
			texts.map(([title, description]) => [title, description].map((text) => text.replace("{}", brand))),
		),
	);
	const byRules = made.map(([title = "", description = ""], n) => {
		const targetUrl = (TARGETS[n % TARGETS.length] ?? "").replace("{}", String(n));
		return { title, description, slug: "", targetUrl };
	});
	return [...byRules, ...cardsOf("impersonations.txt")];
}

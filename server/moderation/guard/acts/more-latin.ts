/** Impersonators' requests in more languages with Latin letters; format: `acts.ts`. */
export const MORE_LATIN_ACTS = `
# Swedish, Danish, Norwegian
login: logga in (pa|for|nu|med|har) …; logg (inn|pa) (pa|for|na|med|her) …; log (ind|pa) (pa|for|nu|med|her) …; -logga in; -logg inn; -log ind; -inloggning; -innlogging
verify: (bekrafta|verifiera|uppdatera|bekreft|verifiser|oppdater|bekraeft|verificer|opdater|aktivera|fornya|forny|aktiver|godkend) … (din|ditt|dina|dit|dine|at) …; -verifiering; -bekrafta; -bekreft; -bekraeft; -verificering
threat: (ditt|din|dina|dit|dine) … (konto|kort|bankkort|bankid|mitid|abonnemang|abonnement|nemkonto|tillgang|tilgang|adgang|medlemskap|medlemskab|betaling|betalning|nem) … (sparrat|sparrad|sparret|last|blokkert|blokeret|sparrats|blockerat|blockerad|blockerats|suspendert|suspenderet|begransat|begraenset|utloper|gar ut|udlober|utlopt|stangs|avstangt|avsluttet|lukket|pausat|pausad|misslyckades|udlobet|sperret); (ovanlig|misstankt|mistenkelig|mistaenkelig|uvanlig|usaedvanlig|okand|ukjent) (aktivitet|inloggning|innlogging|transaktion|transaksjon); (inom|innen|inden for) (24|48|72) (timmar|timer); -sparrat; -blokkert; -spaerret; -akut
parcel: (ditt|din|dit|en) … (paket|pakke|forsandelse|leverans|levering|forsendelse|pakken) … (vantar|venter|stoppats|kunde|kunne|inte|ikke|tull|toll|told|holds|holdes|stoppet|hallits); (betala|betal) … (frakt|frakten|tull|toll|told|avgift|avgiften|gebyr|gebyret|porto|fragt|tullavgift|tollavgift); (tullavgift|tollavgift|toldafgift|leveransavgift|leveringsgebyr); -paket; -pakke; -tull; -frakt
prize: (du|ni) (har|er|ar) … (vunnit|vundet|vunnet|utvald|udvalgt|vinner|valts|blivit|blitt|blevet) …; (grattis|gratulerer|gratulerar|tillykke); (hamta|hent|las in|indlos|lost in) … (din|ditt|dit) … (pris|gava|gave|premie|vinst|gevinst|presentkort|gavekort); -vinst; -premie; -gavekort; -presentkort; -gratis
refund: (du|ni) har … (ratt|rett|krav|penger|penge|pengar) … (till|til|tilbake|tilbage|tillgode) …; (aterbetalning|tilbakebetaling|tilbagebetaling|skatteaterbaring|skattepenger|overskydende skat|skatterefusion) … (vantar|venter|klar|klart|godkjent|godkant|tilgaengelig)?; -aterbetalning; -tilbakebetaling; -refusion; -tilbagebetaling
secret: (ange|skriv in|oppgi|indtast|angiv|byt|bytt) … (losenord|passord|adgangskode|kod|kode|pinkod|kortuppgifter|kortinformasjon); -losenord; -passord; -adgangskode
# Finnish
login: kirjaudu (sisaan|tilillesi|nyt|verkkopankkiin|vahvistaaksesi) …; -kirjaudu; -kirjautuminen
verify: (vahvista|paivita|varmista|tarkista|tunnistaudu) … (tilisi|henkilollisyytesi|tietosi|maksutietosi|korttisi|osoitteesi|tunnuksesi); -vahvista; -paivita; -tunnistautuminen
threat: (tilisi|korttisi|tunnuksesi|verkkopankkisi|paasysi|tilauksesi) … (lukittu|suljettu|rajoitettu|estetty|vanhenee|vanhentunut|jaadytetty|keskeytetty|suljetaan); (epailyttava|epatavallinen) …; (24|48) tunnin kuluessa; -lukittu; -suljettu
parcel: (pakettisi|lahetyksesi|paketti) … (odottaa|pysaytetty|tullissa|ei|jumissa); maksa … (tullimaksu|toimitusmaksu|postimaksu|lahetys|toimituskulut|maksu); -pakettisi; -tullimaksu
prize: (olet|sinut on) (voittanut|voittaja|valittu) …; onneksi olkoon; lunasta …; -palkinto; -voittaja; -lahjakortti
refund: (saat|hae|vastaanota|sinulle) … (hyvitys|palautus|veronpalautus|palautuksen|hyvityksen|veronpalautuksen); -veronpalautus; -hyvitys
secret: (syota|anna|vaihda) … (salasana|salasanasi|tunnuslukusi|pin|verkkopankkitunnuksesi|korttitietosi) …; -salasana; -verkkopankkitunnukset
# Polish
login: zaloguj sie …; (zaloguj|zalogowac) …; -logowanie; -zaloguj
verify: (potwierdz|zweryfikuj|zaktualizuj|uzupelnij|aktywuj|odnow|sprawdz) … (swoje|swoja|swoj|konto|dane|tozsamosc|karte|platnosc|adres|numer|dostep|metode)…; -weryfikacja; -potwierdz; -aktualizacja
threat: (twoje|twoja|twoj|panstwa|pana) … (konto|karta|dostep|subskrypcja|profil|usluga|platnosc|rachunek|aplikacja) … (zablokowane|zablokowana|zablokowany|zawieszone|zawieszona|ograniczone|wygasa|wygaslo|wygasla|zostanie|zostalo|zostala|usuniete|odrzucona|dezaktywowane); (nietypowa|podejrzana|nieautoryzowana|nieznana) (aktywnosc|transakcja|proba|logowanie|platnosc)…; (odblokowac|odblokuj) …; w ciagu (24|48|72) (h|godzin)…; -zablokowane; -blokada; -pilne; -wygasa
parcel: (twoja|twoj|panstwa|paczka|przesylka) … (paczka|przesylka|dostawa|czeka|wstrzymana|zatrzymana|oczekuje|nie mogla|niedoplata|nie zostala) …; (doplac|zaplac|oplac|uisc|uregul*) …; (niedoplata|doplata|oplata celna|oplata za)…; odebrac (przesylke|paczke); -paczka; -przesylka; -doplata; -clo
prize: (wygrales|wygralas|wygral pan|zostales|zostalas|zostal) … (wybrany|wybrana|nagrode|zwyciezca|wylosowany|telefon|voucher|bon)…; gratulacje; (odbierz|zgarnij) … (nagrode|prezent|bon|voucher|swoja|swoj|swoje) …; -nagroda; -konkurs; -prezent; -bon
refund: (przysluguje|otrzymasz|masz|nalezy) … (zwrot|nadplata|nadplate|doplata|zwrotu)…; (odbierz|odebrac|otrzymaj|zlozyc|zloz) … (zwrot|zwrotu|srodki|nadplate|wniosek)…; zwrot (podatku|srodkow|pieniedzy|nadplaty) …; -zwrot; -nadplata
secret: (podaj|wpisz|zmien|wprowadz) … (haslo|pin|kod|numer karty|dane karty|kod blik|login)…; -haslo; -kod blik
# Czech, Slovak
login: prihlaste se …; prihlaste sa …; (prihlasit|prihlasenie|prihlaseni) (se|sa|do)…; -prihlaseni; -prihlasenie; -prihlasit
verify: (overte|potvrdte|aktualizujte|obnovte|dokoncete|aktivujte|doplnte|overte si) …; (overit|potvrdit|aktualizovat) … (svuj|svou|sve|svoj|svoju|svoje) …; -overeni; -overenie; -aktualizace; -aktualizacia
threat: (vas|vase|vasi|vas ucet|vasa) … (ucet|karta|pristup|predplatne|aplikace|aplikacia|platba|konto|bankovnictvi) … (zablokovan*|pozastaven*|omezen*|obmedzen*|vyprsi|vyprsel*|bude|byl*|bol*|deaktivovan*|zrusen*|expiruje); (neobvykl*|podezrel*|podozriv*|neznam*) (aktivit*|prihlaseni*|transakc*|platb*|pokus*)…; (do|behem|pocas) (24|48) (hodin|hod)…; -zablokovan*; -pozastaven*; -exekuce
parcel: (vas|vase|vasi|vasa|balik|zasilka|zasielka) … (balik|zasilka|zasilku|zasielka|ceka|caka|zadrzen*|pozastaven*|celnici|nemohl*|nebol*) …; (zaplatte|uhradte|doplatte|zaplatit|uhradit) … (clo|poplatek|poplatok|dopravu|doruceni|postovne|celni*|coln*)…; -balik; -zasilka; -zasielka; -clo
prize: (vyhral*|byl* jste|boli ste|bol* ste|ziskal*) … (vybran*|vyhercem|vyherca|cenu|vyhru|jste|ste|darek|darcek|poukaz*) …; (gratulujeme|blahoprejeme); (vyzvednete|prevezmite|ziskejte|uplatnete) … (cenu|darek|darcek|vyhru|poukaz*|odmenu)…; -vyhra; -darek; -darcek; -poukaz; -soutez
refund: (mate narok|nalezi vam|mate nárok|cerpejte) …; (vraceni|vratka|vratenie|preplatek|preplatok) (penez|dane|penazi|platby|k vyplate|na dani|dani|ceka) …; -preplatek; -preplatok; -vratka; -refundace
secret: (zadejte|zadajte|zmente|vlozte) … (heslo|pin|kod|cislo karty|udaje|prihlasovaci)…; -heslo; -pristupove udaje
# Romanian
login: (conectati va|autentificati va|conecteaza te|autentifica te|logati va|logheaza te) …; (intrati|intra) in cont…; -autentificare; -conectare; -contul meu
verify: (confirmati|verificati|actualizati|validati|confirma|verifica|actualizeaza|reactivati|completati) … (identitatea|contul|datele|cardul|adresa|informatiile|plata|metoda|profilul|detaliile) …; -verificare; -confirmare; -actualizare
threat: (contul|cardul|accesul|abonamentul|plata|profilul) (dumneavoastra|dvs|tau|ta|a fost|va fi|este|bancar|dv) … (blocat|suspendat|suspendata|restrictionat|limitat|expirat|expira|dezactivat|respinsa|inchis|blocata|suspendati)…; (activitate|tranzactie|autentificare|conectare) (neobisnuita|suspecta|neautorizata)…; in (24|48) (de )?ore; -blocat; -suspendat; -urgent
parcel: (coletul|pachetul|livrarea|comanda|coletului) … (dumneavoastra|dvs|tau|asteapta|retinut|nu|blocat|in asteptare|vama|nu a putut) …; (platiti|plateste|achitati|achita) … (taxa|taxe|vamala|vamale|transport|livrare|livrarea|costul)…; -coletul; -colet; -vama
prize: (ati|ai) (castigat|fost selectat|fost ales)…; felicitari; (revendicati|revendica|ridicati|ridica|primiti) … (premiul|cadoul|voucherul|bonusul) …; -premiu; -premiul; -castigator; -cadou; -tombola
refund: (aveti|ai) dreptul …; (primiti|primeste|solicitati|solicita|incasati) … (rambursarea|rambursare|returnarea|despagubire|banii)…; rambursare (in asteptare|disponibila|aprobata|de|taxe)…; -rambursare; -rambursarea
secret: (introduceti|introdu|schimbati) … (parola|pin|codul|datele cardului|numarul cardului)…; -parola
# Hungarian
login: (jelentkezzen|jelentkezz|lepjen|lepj) be …; -bejelentkezes; -belepes
verify: (erositse|igazolja|frissitse|ellenorizze|aktivalja|adja) … (meg|fiokjat|adatait|kartyajat|szemelyazonossagat|cimet|fizetesi|hozzafereset) …; -megerosites; -hitelesites; -frissites; -azonositas
threat: (fiokjat|fiokja|kartyaja|kartyajat|szamlaja|szamlajat|hozzaferese|elofizetese|bankkartyaja|szamlaja) … (zaroltuk|letiltottuk|felfuggesztettuk|korlatoztuk|lejar|lejart|zarolva|felfuggesztve|letiltva|megszunik|zaroljuk)…; (szokatlan|gyanus) (tevekenyseg*|bejelentkezes*|tranzakcio*)…; (24|48) oran belul; -zarolt*; -felfuggesztett*; -surgos
parcel: (csomagja|csomagjat|kuldemenye|kuldemenyet) … (varakozik|var|nem|visszatartottuk|vamkezeles*|feltartottuk|megerkezett|raktarban)…; (fizesse|fizesd) … (vamot|dijat|szallitasi|vam|postakoltseget|kezelesi)…; -csomagja; -csomag; -vam
prize: (on|ont|ten) (nyert|kivalasztottuk|nyertes)…; gratulalunk; (vegye at|igenyelje|vedd at) … (nyeremenyet|ajandekat|jutalmat|utalvanyat|nyeremeny*)…; -nyeremeny; -ajandek; -nyeremenyjatek
refund: (visszaterites*|visszajaro|adovisszaterites*|tulfizetes*) …(erkezett|jar|igenyelhet*|fuggoben|elerheto|igenyelje|atvetele|jogosult)…; jogosult …(visszaterites*|tamogatas*)…; -visszaterites; -adovisszaterites
secret: (adja meg|irja be|modositsa) … (jelszavat|pin|kodot|kartyaadatait|kartyaszamat)…; -jelszo; -jelszavat
# Turkish
login: (giris yapin|giris yap|oturum acin|giris yaparak|hesabiniza girin)…; -giris; -oturum ac
verify: (hesabinizi|hesabini|kimliginizi|bilgilerinizi|kartinizi|adresinizi|odeme|numaranizi|sifrenizi) … (dogrulayin|onaylayin|guncelleyin|yenileyin|dogrula|onayla|guncelle|aktif edin|teyit edin) …; -dogrulama; -dogrulayin; -guncelleme; -onaylayin
threat: (hesabiniz|kartiniz|erisiminiz|uyeliginiz|hesabin|aboneliginiz|hattiniz|sayfaniz|odemeniz) … (askiya|kisitlandi|engellendi|kapatilacak|kapatildi|bloke|donduruldu|kilitlendi|sona|dolmustur|silinecek|reddedildi|basarisiz)…; (supheli|olagandisi) (islem|giris|etkinlik|hareket)…; (24|48) saat icinde; -askiya alindi; -bloke; -acil; -haciz
parcel: (kargonuz|gonderiniz|paketiniz|siparisiniz|teslimatiniz) … (bekliyor|beklemede|teslim|edilemedi|gumruk|gumrukte|subede|iade|ulasamadi)…; (gumruk|kargo|teslimat) (ucreti|ucretini|bedeli|bedelini|vergisi|vergisini) …; -kargonuz; -gumruk; -kargo
prize: (kazandiniz|secildiniz|kazandin|talihli|hak kazandiniz)…; tebrikler; (odulunuzu|hediyenizi|kuponunuzu|odulunu|hediyeni) …; -hediye; -odul; -cekilis; -bedava; -kupon
refund: (iadeniz|iadenizi|geri odemeniz|aidat iadesi|aidat iadenizi|vergi iadesi|vergi iadeniz|para iadesi|kart aidati) … (alin|bekliyor|hazir|onaylandi|basvurun|hesabiniza|icin|basvurusu)…; -iade; -aidat iadesi
secret: (sifrenizi|parolanizi|kart bilgilerinizi|sms kodunu|pin) … (girin|degistirin|giriniz|yenileyin|sifirlayin)…; -sifre; -sifreniz; -parola
# Indonesian, Malay
login: (silakan|sila|segera) (login|masuk|log masuk)…; (masuk|login|log masuk) ke (akun|akaun) …; -log masuk; -masuk
verify: (verifikasi|konfirmasi|perbarui|sahkan|kemas kini|kemaskini|aktifkan|lengkapi) … (akun|akaun|data|identitas|identiti|maklumat|kartu|kad|nomor|rekening|alamat|pembayaran) …; -verifikasi; -konfirmasi; -pengesahan
threat: (akun|akaun|kartu|kad|rekening|akses|nomor) (anda|kamu|bank anda|kad anda)? … (diblokir|dibekukan|ditangguhkan|digantung|disekat|dibatasi|dinonaktifkan|kedaluwarsa|tamat|terblokir|ditutup|digantung)…; (aktivitas|aktiviti|transaksi|login) (mencurigakan|tidak dikenal|luar biasa)…; dalam (24|48) jam; -diblokir; -dibekukan; -digantung; -segera
parcel: (paket|bungkusan|parcel|kiriman) (anda|kamu)? … (tertahan|menunggu|ditahan|gagal|tidak dapat|bea cukai|kastam|tertunda)…; (bayar|jelaskan) … (ongkir|bea|cukai|kastam|ongkos|caj|biaya|duti)…; -paket anda; -bungkusan; -bea cukai
prize: (anda|kamu) (telah |terpilih|berhasil |berjaya )?(menang|memenangkan|memenangi|terpilih|dipilih|pemenang|mendapatkan|terpilih)…; (selamat anda|tahniah); (klaim|tuntut|ambil|tebus) … (hadiah|saldo|bonus|ganjaran|kupon|baucar|pulsa|kuota|reward)…; -hadiah; -pemenang; -undian; -saldo gratis; -bansos; -percuma
refund: (pengembalian|bayaran balik|refund|pulangan|subsidi|bantuan|bansos) (dana|cukai|pajak|anda|menunggu|tersedia|dari|tunai)…; -pengembalian dana; -bayaran balik; -bantuan
secret: (masukkan|masukan|tukar|ganti) … (kata sandi|kata laluan|password|pin|otp|kode|kod|nombor kad|nomor kartu)…; -kata sandi; -kata laluan; -kode otp
# Vietnamese
login: dang nhap (ngay|de|vao|tai)…; -dang nhap
verify: (xac minh|xac nhan|xac thuc|cap nhat) … (tai khoan|danh tinh|thong tin|the|so|dia chi|sinh trac)…; -xac minh; -xac thuc; -cap nhat
threat: (tai khoan|the|the tin dung|dich vu) … (bi khoa|tam khoa|bi dinh chi|bi han che|het han|se bi|bi chan|tam ngung|dong bang)…; (dang nhap|giao dich|hoat dong) (la|bat thuong|dang ngo)…; trong (24|48) (h|gio); -bi khoa; -khan cap
parcel: (buu kien|don hang|goi hang|buu pham) … (cho|bi giu|khong the|that bai|dang cho|hai quan|chua)…; (thanh toan|dong|nop) … (phi|thue|hai quan|van chuyen)…; -buu kien; -hai quan
prize: (ban|quy khach) (da |duoc )?(trung thuong|trung giai|trung|chon|may man)…; chuc mung; (nhan|linh) (ngay )?(thuong|qua|giai|voucher|phan thuong)…; -trung thuong; -giai thuong; -qua tang; -mien phi
refund: (hoan tien|hoan thue|hoan phi|tro cap) (cho|cua|ngay|dang|thanh cong|den)…; (nhan|yeu cau) … (hoan tien|hoan thue|tien hoan|tro cap)…; -hoan tien; -hoan thue
secret: (nhap|doi) … (mat khau|ma otp|ma pin|so the|ma xac nhan)…; -mat khau; -ma otp
`;

/** Large sites with other people's content. A card that links to one impersonates nobody, because people see whose site it is. */
export const KNOWN_SITES = new Set(
	`wikipedia.org wikimedia.org wikihow.com youtube.com reddit.com quora.com stackoverflow.com stackexchange.com medium.com substack.com
github.com gitlab.com npmjs.com pypi.org mozilla.org w3.org archive.org imdb.com goodreads.com
bbc.com bbc.co.uk nytimes.com washingtonpost.com theguardian.com reuters.com apnews.com bloomberg.com ft.com wsj.com cnn.com cnbc.com
nbcnews.com cbsnews.com abcnews.go.com foxnews.com usatoday.com npr.org forbes.com fortune.com economist.com businessinsider.com
time.com newyorker.com theatlantic.com wired.com theverge.com techcrunch.com arstechnica.com zdnet.com cnet.com engadget.com
tomsguide.com techradar.com pcmag.com pcgamer.com macworld.com 9to5mac.com macrumors.com androidauthority.com makeuseof.com
howtogeek.com lifehacker.com mashable.com gizmodo.com independent.co.uk telegraph.co.uk mirror.co.uk dailymail.co.uk thesun.co.uk
which.co.uk moneysavingexpert.com spiegel.de zeit.de faz.net sueddeutsche.de welt.de bild.de tagesschau.de zdf.de heise.de golem.de
chip.de computerbild.de handelsblatt.com stern.de focus.de n-tv.de test.de verbraucherzentrale.de orf.at derstandard.at nzz.ch srf.ch
lemonde.fr lefigaro.fr liberation.fr leparisien.fr ouest-france.fr francetvinfo.fr 20minutes.fr lesnumeriques.com quechoisir.org
elpais.com elmundo.es abc.es lavanguardia.com 20minutos.es xataka.com elconfidencial.com infobae.com clarin.com eluniversal.com.mx
repubblica.it corriere.it lastampa.it ilsole24ore.com ansa.it aranzulla.it globo.com uol.com.br folha.uol.com.br estadao.com.br
tecnoblog.net canaltech.com.br publico.pt observador.pt nu.nl nos.nl telegraaf.nl volkskrant.nl tweakers.net consumentenbond.nl vrt.be
dn.se svt.se aftonbladet.se expressen.se vg.no nrk.no dr.dk politiken.dk yle.fi hs.fi gazeta.pl onet.pl wp.pl spidersweb.pl idnes.cz
novinky.cz seznam.cz sme.sk hotnews.ro digi24.ro index.hu telex.hu kathimerini.gr in.gr hurriyet.com.tr milliyet.com.tr
ria.ru tass.ru rbc.ru kommersant.ru lenta.ru habr.com vc.ru pravda.com.ua unian.ua aljazeera.net aljazeera.com alarabiya.net
argaam.com ynet.co.il calcalist.co.il haaretz.co.il timesofindia.indiatimes.com indiatimes.com ndtv.com jagran.com hindustantimes.com
bhaskar.com nikkei.com asahi.com mainichi.jp yomiuri.co.jp itmedia.co.jp impress.co.jp kakaku.com qiita.com zhihu.com sina.com.cn
163.com sohu.com csdn.net 36kr.com udn.com ltn.com.tw chosun.com joins.com donga.com hani.co.kr tistory.com velog.io sanook.com
thairath.co.th pantip.com vnexpress.net kompas.com detik.com straitstimes.com scmp.com smh.com.au abc.net.au stuff.co.nz cbc.ca`.split(
		/\s+/,
	),
);

import { LISTED_SHORTENERS, OWN_SITES } from "./warning-lists.ts";

const MORE = `owl.ly short.io shorte.st ouo.io ouo.press linkvertise.com clk.sh exe.io fc.lc gplinks.in za.gl shrinkme.io shrtco.de 9qr.de
t2m.io tny.im soo.gd u.nu ulvis.net urlzs.com lc.chat lnk.to lnkd.co bl.ink clk.ru vk.cc qps.ru inx.lv urlbit.ru kutt.to
shlink.io da.gd git.io zrr.kr vo.la buly.kr url.kr encurtador.com.br bityli.com l1nq.com acesse.dev l1nk.dev acortar.link s.coop
snipurl.com fur.ly amzn.pw polr.me lihi.cc lihi1.com lihi2.com pse.is maac.io t.cn url.cn dwz.cn suo.im suo.nz mrw.so c1n.cn
985.so sina.lt t.hk goolnk.com gg.gg shorten.ly shorten.rest tiny.pl tinylink.net tinylink.in link.tl zi.ma qlink.me href.li
hoo.gl ur1.ca grabify.link yip.su blasze.com wl.gl ur.ly shortcm.li trib.al dlvr.it ift.tt chilp.it cli.gs 1link.io 0rz.tw
4url.cc 7.ly viralurl.com linktr.im joturl.com tinu.be rotf.lol s.free.fr ukr.bio hyp.ly byvn.net cutt.at 2u.pw t1p.de
kurzelinks.de ogy.de klck.me ix.sk mou.sr page.link app.link urlgeni.us geni.us shor.by shrt.st switchy.io lstu.fr frama.link
cutt.cc`;

/** Services whose short addresses hide the target; not those that only lead to their owner's site. */
export const SHORTENERS = new Set(`${LISTED_SHORTENERS} ${MORE}`.split(/\s+/).filter((host) => !OWN_SITES.has(host)));

/** Services that choose a page by device, app or country. */
export const SMART_LINKS = new Set(
	`onelink.to onelink.me app.link page.link bnc.lt adj.st go.link lnk.to ffm.to ffm.bio fanlink.tv fanlink.to smarturl.it hyperurl.co
geni.us urlgeni.us orcd.co lnkfi.re sng.link`.split(/\s+/),
);

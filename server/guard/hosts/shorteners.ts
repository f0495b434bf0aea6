/** Services whose short addresses hide where they lead. Those that lead to their owner's site alone are not among them. */
export const SHORTENERS = new Set(
	`bit.ly j.mp tinyurl.com tiny.cc is.gd v.gd ow.ly owl.ly buff.ly rebrand.ly rb.gy cutt.ly cutt.us short.io shorturl.at
shorturl.asia shorte.st adf.ly ouo.io ouo.press linkvertise.com bc.vc clk.sh exe.io fc.lc gplinks.in za.gl shrinkme.io shrtco.de
9qr.de t.ly t2m.io tr.im tny.im tinyurl.mobi x.gd soo.gd s.id u.to u.nu ulvis.net urlz.fr urlzs.com lc.chat lnk.to lnkd.co bl.ink
bit.do clck.ru clk.ru vk.cc goo.su qps.ru surl.li inx.lv urlbit.ru kutt.it kutt.to shlink.io dub.sh dub.co spoo.me da.gd git.io
han.gl me2.do zrr.kr vo.la buly.kr url.kr abre.ai encurtador.com.br bityli.com encr.pw l1nq.com acesse.dev l1nk.dev acortar.link
n9.cl goo.by dik.si s.coop hyperurl.co snip.ly snipurl.com su.pr po.st fur.ly qr.ae mcaf.ee amzn.pw yourls.org polr.me
reurl.cc lihi.cc lihi1.com lihi2.com pse.is ppt.cc maac.io t.cn url.cn dwz.cn suo.im suo.nz mrw.so c1n.cn 985.so sina.lt t.hk
goolnk.com gg.gg shorten.ly shorten.rest tiny.pl tinylink.net tinylink.in link.tl zpr.io zi.ma qlink.me smarturl.it href.li hoo.gl
ur1.ca iplogger.org iplogger.com grabify.link 2no.co yip.su blasze.com wl.gl ur.ly shortcm.li trib.al dlvr.it ift.tt
chilp.it cli.gs 1url.com 1link.io 0rz.tw 4url.cc 7.ly ity.im prettylinkpro.com viralurl.com linktr.im joturl.com
tinu.be rotf.lol s.free.fr ukr.bio hyp.ly bom.so byvn.net cutt.at 2u.pw t1p.de kurzelinks.de ogy.de klck.me
e.vg ix.sk mou.sr onelink.to page.link app.link urlgeni.us geni.us shor.by shrt.st switchy.io lstu.fr frama.link cutt.cc`.split(
		/\s+/,
	),
);

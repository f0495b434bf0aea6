export const LISTED_SHORTENERS = `1url.com 2h.ae 2ly.link 2no.co 2uuu.me 3c5.com 42url.com 4x.si 7x.qa 9lick.me abre.ai adcraft.co adcrun.ch adf.ly
adflav.com aiy.ooo aka.gr amzn.to artist.link b2n.ir bc.vc bee4.biz belea.link bit.do bit.ly bitly.com bitly.com.vn bitly.lc bitly.ws
bom.so buff.ly buzurl.com bx.ms cektkp.com ci.ci clc.li clck.ru cml.lol coki.me cszone.hu cur.lv cut.by cutt.ly cutt.us cuty.io d.to
db.tt dft.ba dik.si dub.co dub.sh dwz.mk e.vg encr.pw encurtador.dev etd.bz filoops.info flowto.it fun.ly fzy.co gg-l.xyz go.ly gog.li
golinks.co goo.by goo.gd goo.gl goo.su han.gl hit.my hyp.ae hyperurl.co i3l.ir ic9.in id.tl idm.in iii.im iiil.io ilang.in inlnk.co
insprl.com iplogger.com iplogger.org is.gd ito.mx ity.im iurl.vip j.mp jii.li komin.fo kortlink.dk kutt.it kutti.co l.ead.me lc.cx
link.zip.net linksshortcut.com linkto.im litby.us ln.run lnk.co lnk.direct lnk.ink lnk.pw lnkd.in lnkfi.re long.af longurl.in
maxiurl.com mcaf.ee me2.do merky.de mjt.lu mtr.bio my5353.com mylinks.ai myqrcode.mobi n9.cl nanourly.in neya.io nov.io o2o.to
odesli.co onelink.to onx.la ouvaton.link ow.ly p6l.org picz.us po.st postly.link ppt.cc prettylinkpro.com q-r.to q.gs qr-codes.io
qr.ae qr.net qrco.de qrcodedynamic.com qrcodes.pro qrkit.co rb.gy rebrand.ly rebrandly.com rebrandly.info relink.is reurl.cc
ricardo.news s.devh.in s.ee s.id s.rlp.de s3r.io s59.site scanned.page scrnch.me shly.link shorten.ee shorten.is shorten.tv shorter.me
shortquik.com shorturl.ae shorturl.asia shorturl.at shrtcnl.com sht.ac sk.gy sl8.in smarturl.it smurl.fr sn.rs snip.ly song.link
spoo.me sprl.in srink.co su.pr surl.li t.co t.ly temporary-url.com tg.pe tiny.cc tinyarrows.com tinyurl.com tinyurl.mobi tota2.com
tr.ee tr.im trimz.me tt.vg tweez.me twitthis.com twixar.com twixar.me tyny.to u.bb u.to urled.cc urled.pro urless.com urlr.me
urlshort.dev urltin.com urlz.fr ux9.de v.gd v.ht vtaurl.com vzturl.com webz.cc wp.me x.co x.gd xlinkz.info xshort.co xso.to xtu.me
xy2.eu yirra.net ykm.de yourls.org youtu.be yu2.it yu3.io zpag.es zpr.io zurl.to zws.im zzb.bz`;

/** Entries of the list above that only lead to their owner's or known sites, or are companies' own. */
export const OWN_SITES = new Set(
	`amzn.to artist.link bitly.com db.tt goo.gl komin.fo mtr.bio mylinks.ai odesli.co qr-codes.io qrcodedynamic.com rebrandly.com
ricardo.news s.rlp.de song.link tr.ee wp.me youtu.be`.split(/\s+/),
);

/**
 * Dynamic DNS domains from the same lists (`dynamic-dns`, version 1), without the 378 in the public suffix list. Anyone
 * can register names there anonymously.
 */
export const DYNAMIC_DNS = new Set(
	`001www.com 2mydns.net access.ly clickip.de cloudns.net crafting.xyz ddnslive.com dnsapi.info dnsdyn.net dnsget.org dtdns.org dynip.org
dynu.com freeddns.uk freedynamicdns.net freedynamicdns.org hosthampster.com merseine.com merseine.org myddns.biz myddns.me n4t.co
now-dns.top nowddns.com remotecam.nu shacknet.biz shacknet.us shaqnet.nu tftpd.net viewdns.net wifizone.org`.split(
		/\s+/,
	),
);

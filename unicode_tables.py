"""Properties of every Unicode character, as the tokenizers ask for them.

Written by tools/make_unicode_tables.py: change that, not this. Nothing is unpacked at import.
The data is Unicode's, (c) 1991-2026 Unicode, Inc., under the Unicode License v3
(https://www.unicode.org/license.txt).
"""

from __future__ import annotations

import base64
import functools
import zlib
from typing import NamedTuple

import numpy as np

UNICODE_VERSION = "18.0.0"

# Bits of Tables.bits. What each stands for is said in tools/make_unicode_tables.py.
WORDY = 1 << 0
KATAKANA = 1 << 1
LETTER = 1 << 2
NUMERIC = 1 << 3
MID_LETTER = 1 << 4
MID_NUMBER = 1 << 5
HEBREW = 1 << 6
ATTACHED = 1 << 7
NEWLINE = 1 << 8
WORD_SPACE = 1 << 9
EXTEND = 1 << 10
SPACING = 1 << 11
PREPEND = 1 << 12
CONTROL = 1 << 13
JAMO = 1 << 14
CONSONANT = 1 << 15
LINKER = 1 << 16
CONJUNCT_EXTEND = 1 << 17
PICTOGRAPH = 1 << 18
REGIONAL = 1 << 19
COUNTED = 1 << 20
COMPLEX = 1 << 21
SPACE = 1 << 22
IGNORABLE = 1 << 23
MAPPED = 1 << 24
UNSTABLE = 1 << 25
BOUND = 1 << 26
NONSTARTER = 1 << 27

# Bits of Tables.rare, above a byte of canonical combining class.
COMBINING_CLASS = 0xFF
HANGUL_L = 1 << 8
HANGUL_V = 1 << 9
HANGUL_T = 1 << 10
HANGUL_LV = 1 << 11
HANGUL_LVT = 1 << 12
JOINS_NEXT = 1 << 13
JOINS_PREVIOUS = 1 << 14
TRANSPARENT = 1 << 15


class Tables(NamedTuple):
    """What is known of each code point."""

    bits: np.ndarray  # (0x110000,) uint32
    rare: np.ndarray  # (0x110000,) uint16
    folded: np.ndarray  # (0x110000,) uint32: the one code point that a MAPPED one folds to


@functools.cache
def tables() -> Tables:
    """Unpack the tables, once: about 5 ms and 11 MB."""
    hot, rare = _unpacked(_KINDS)
    lengths, kind_of = _unpacked(_RUNS)
    step, shift = _unpacked(_MAPPED)
    mapped = np.cumsum(step)
    folded = np.arange(0x110000, dtype=np.uint32)
    folded[mapped] = mapped + shift
    return Tables(
        np.repeat(hot.view(np.uint32)[kind_of], lengths),
        np.repeat(rare.astype(np.uint16)[kind_of], lengths),
        folded,
    )


def _unpacked(text: str) -> np.ndarray:  # (2, n) int32
    """Undo `packed` of the tool that wrote this: the bytes lie sorted by their significance."""
    raw = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.ascontiguousarray(raw.reshape(4, -1).T).view("<i4").reshape(2, -1)


_KINDS = (
    "c-rNXOHRWu5QfLD)5N6|x0LtG2^=6t@TNCl$0j=#>{+lf5eLW_I8G0MA`~HnP*hlP1ZLtSqRI+UAt62~nt0~_$H~|Lyy"
    "r=!W9vx(Yb|&{aL*xUE>@)qORpAFmaOPR2d{+CBcFBVnMXpBtqS-BKBVl+{P~6Xa<DdBA8n}dWOKT;y|cTwe{gtoe4@k"
    "X^z8gLy_-MekHyn#xp;e*zP!A;z9~xP2l8T`7iHToP)chpL}w#qjG;dY1O%4rP&k<}T`6#UnzR+*WUB&_W*bZA57n5pN"
    "$A@#(2{Y{2wJJd?9z!OUy2AdpoW0nrYo%W0&p$_&bPxDM;XO&OcO@ZG|RI4+9QP1OtDBU>ZOWe&M{0P&KUnTVN}y*;D5"
    "lnEKjEI7z}^HsNoMy<`bVKh^Y"
)

# Run lengths over all code points, and which of _KINDS each run is.
_RUNS = (
    "c-rk-+jm^mdEd8loimy<(paM-X~rWVk0s4mmMsgJWMX6-F>#@ci-iibHju`ONhCp<Tbr~^NZX`I32g?B6XIS%lG5O(zO"
    "q&yvbt9C+BY8BKCt@MmoEN-tp2{e&(XzJ0AuWyvVWh>ZJ&Mi{`R-O>#U`Ks{zGbt~d~K?u_DYRJnYVduS1K&`Cq`Dq5@"
    "D=Qj<J9XprzG{nwOQYbo0k+qBLPtv{QUhr$a-qj+x?)@I&2`w3wKR*=&Dso-nkle}+z1P#CgCi6O-4$2T;hJlyGKK{&?"
    "(hhH(9tY{mw7PEqhBv<nQhO){JUV+5w|AwTiUvJk0v*(Kdh&Nyyyv1eS1FKF$HlJ&`<c8Xw1eqstAo0yS{U93UgsgUK("
    "t2p>>5e)6<^`vo9fbsYGKriU+$iPiVR4nuE>-SrYV_6mGM?2f_(2GaB?Arf(&82K5GnwD-#JCY&J}!=XDNRVe8r7c)A}"
    "fYA#n%_a*+^70|QEMFNWq%VXBx#v?)x)&8<UMl@oQ3HpW(j#@mz_}&6csZ<XJ72Wa{V|b8^LZiGS3ondtw$A_b?M~lTA"
    "~pH_>A3Ci(J9X+)k#*noI7Iz+EgyNyEL6Qbt+`Qff7JAvRgWtxvmB;W5pq^bUEM5NIgh_#|I@qHss2GtOXhjx=)$9tlB"
    "9kWHZ#iH0J!Jh{XDpd6u{6<D~^?f{dy5LR(sFNDLCjbA)0^iGW!A4#u34$qVfUx)@TKx%Fn@=OXeWKNN`c4}5Rw~o8_e"
    "ZcQ&=~Xz{wuGe23S5IbMIHjWfvK>(rdHw>r1Avk2ab<@>@249^rSO5CbpkS{2rXo2pLpl9IpviZiq4;bsmrfZ;*C)2)a"
    "8cB9gm^P6$#bvIVJ)Aaui`R>9DH%yYyfX1zZ=NGe8JrkM%r!YQ=Xs9TVtQPs|FQ45jS^<Cl9GC~(Z#d?i4IDC-wl2%wk"
    "+!5}CHUTY2UxsCT9SL41HKP6@m(!W27SWXNlU9dPhEsUsw1kYM_OAGff*5U!(}wzDlJO#+JS1}CKXeCN*Db)g6RtJDj$"
    "ls!ea)Nw>jI3J*OovVBF&AII&_i!I)Z0!Nwjj?rG~~JC>k5H)+($!Ib4ykxegB<9{c<-sWlB}Tov3&=2=7S6nC->Wo!+"
    "TV#ru)C7CzQFbj<4mc(<I@4rOE#ZP%sQ1Vi+Fd89r9JmIC0{#)joq!k<LNm;@my^P$7|flhU>rS^MTkMyI3|adDhiqp?"
    "OsGh+o~BsxcNr87|Dg@mrR6*XG8oE<vLmN0O$+i4gP6)iBHQRv49@e=I6OtvXLz;$hrM`rF{l%Q;@rjlO7^WHSqXeY8>"
    "Uy@bf%+W0uyLn1D!XNtw!;2`7(J9BXMgO1E@?&mw3w=Hr7r992FqjZ=IhM^!DwNBN^a`}s2a?wL7JlyQg%adRn$<l#GX"
    "5$D8kDG=A?L$?NhPii4@y_EY~?DgBH_Q^}2-UANhB&4=gt%lMKk8=d4<1sl<chIG{&%<#?ifREbYA`cL$|)1Yp-CYrN&"
    "wrLacLg{ijm}<VG-IsVX!*-39YUpQWQwxwcm!ByLzizTm{s6Zp;@ZQql-~%#tNb`%_d^$JBr^72^-&$HixwUgVJF2dLT"
    "{lj8I6lM^A22Gyy-WpVd3lDU}Tlk4dUG1gg}Mj81Z-G*PJJm&hEyKqwEzEx_=r6gJBzkyT{>hU3+dk;*0H98V4s<QYT|"
    "3*z7EAcVaP(j^kI!;|o!4o^P(_eyhPpK(2?VpGWaQKu3WmkD3S_+0ke*`Sf@_}W_%i20%SA|~{-a$W@$4rhh>>{xnZJt"
    "!LhB-<R9pmOCuL*q<RB=<2jXY&VoOZIJ6p3zpcQ`EkA;&j~gbB4(1k!V7mllc(p39N?DW4L=VFcvrza0cWh`@1HVhI$#"
    "T5uGCY9X>i2$1|5WH_b}^nqEE8ww*iEznApg4f~zFH}N$K?%SST^9+RQHaC~UAR|eQdo-W{#`gBmdwi_uh{c^L{$odJd"
    "q}FQ-XO)r`8Z<=pBVG$L7J!nmTCMltCs4m@<g+WCsDjlTIPjqc-!vYD&l~U=&4dQEJzWYzI8a`h1>iWKqZuUp>mr&j?z"
    "Ilk?PHN2fyAY~`^YYpaZpiM)1JRLps=xAnp<H5y?M>EA7o=W|j3v7K#2;r+fi3^@r?sf_V(TE{dfl#e`JPP;`t+u+$Uf"
    "5ZgEM<+_58z8s#v@A>E5HxU@YcYtkbZ(mHCbK2DB*BK0MId6ftq_Lze-B}|(S(#886LeWhM1&up!LJ`XPtkA!ah}+kGW"
    "e4uR7h=>k+zyzr4po=Hd2mP!%%o1u8;8%nvw2|8y602Id<6veBppiAdTHU?EGMDlXI5NbZ7vpPGE)^TqzaLQR<x;UFc3"
    "0kjz**YTcLpLL2d@IsyI9v=<eIZ=I6EP7P0Iw(UNQCCIxIa#1WoHxX&N>tfMzV!(2YGouTM!FI@4NdTI9p_4?QyyRCJO"
    "LfN?(oHNwxo{xi1@<}FP&S?et(mEc;EC!4q&*u7d&1TTJ4-u6a3jD5>5yDbGpvU5bYZ}Cwrq#%KVFi+B8uiW2!ejoz9l"
    "{FGS$YOip4CR9O8er6~^{;iZ33*ngvYq482~{ySH0$h&?~5hOyTJA}OKknbyhf*)3&ib_b22gISUAmkXt0(SySiikmUt"
    "t^e2jjmA9sRB<7xc@Akr5s(Hr}EkP6~DLO@(~XSR7AQDQ5LnW1;~&h=}Y5=bSl0!f4}34GW}R2ivMw7Or3<fP5X5bDKQ"
    "Wnj*f!2*B|u<`fr8quf&^;gZu??thDvx`hPy)%zktE=bYD{{Q6rli{_6-^GBJ_JRA+zV_ha$!lGl*gREEXvc+<bt@OIg"
    "{jHTQTgBV%TEdd<P10Jjw(H@Bo7+Ka?@O1PBbBJ0>MFWkOEbFCzw)#G3$OiS|25FYkNfGhPo@2|zl773e)|0%fKvT6>n"
    "3b1Io)Nw?sAs|t()F~*t=zorSa{Q_WMP8-HIs}D&wgxgQU_I>4eKm=`+uM?)N|cg)e^T%YX2PU->HgBlgFC!qPtb@-ts"
    "y6Kq1ctN<-e|MbuPoGr3?QmY$EaD4r_Z=m^`-@5ji9;?9|kJbO8mi+dk_1X@xT3Wz>X_C^swML!QSy=n_?k;Kn24cHj*"
    "ONG5jXI41Rua}{Nor`PS0B7-?pO_1h9*5}y_RvD;GvKW4!-qG93;&+_(>AP!FoU);>VMiHCWP2;sEo2n#|B<av_LWz=H"
    "LJU0{zh-Lc6k=##R%Gtrv<W19@!L0dS%wAWZ8#uqn^8tBGgomy$?=6;<n#M#^|zDScdP1g#G6Luqk(SUky(LHORR}gOx"
    "xJfI+9P8{mui`PA70cMY2F+I~xPYD|R>B%C<Q)?<1!l0VZHY{><U)mBlQi~>^AE%frVGFay0%;GBdx!=itFFDey4?|_7"
    "2gjzq{HpPk(P-|85&&bg<nRxexkl79`{+*S3lM<?|Q6d-37t<KX#==@v_q_+iZV@HXM2xtZ4QwPssCoO$``Y-_H;=5TJ"
    "!&46&7nQhJdXl|x4)0)=K0rPc}yYBhOlT%L}+E2E-Db>55=#P@4S!=v?87DgQbIj&GI@=<8xkW2`MGKp=r4vgHm_ZWPU"
    "#gpqdeh?IMOa=V7fORoL(}^Z;T#RYUY=>q;Q9)Kso`CFnl!v0?-<Pw$Z$xjlji1yxP(27OP8AHYucNbAilgFHyh}&Ne="
    "<BN|#OA+y<>)iy>tjG+wZg^po^(knRmmX0E^LzmQ&essFw7`*{4n>G#$sM&1$kx_xCvk8TVpYuYt**LvMvc9YO&tVeHq"
    "9hNn+haP;Wc>L}~=zY&;_x0Rki@(Wwp!2LJ;r)8&kx8J};=+kV<PIyH?n;M7Vd(}aPU8*i4K@$)4qs8&W4P(kcio&GKx"
    ";=cyV_mbMc`zWl|eKgt{weQW-F_`dp~~fN+o-|^R#>BUe2AS|E+k66Y`790~jx`wV#V1|3&l=ODe4Ly_c@M_?hxZhpi;"
    "EsGpvztcnpf@(6wZgrSqPrwJSBvDIFu(p&97HC8%jK&!ov_0IJ$N;Y~UxyjY1F){SEeJG?N&AOekdp`!x3@lEzaFFNRf"
    ";8*n3F1SrMR6)M&bX1peF|-t*<HC?)L!orq{rr3?YYJry{7PrfiMnQ+jH${#EhA__ABjIenck_YfqE&gs)uRy}>HurKx"
    "?Wj=2psI%dg|rTvLbu|sU7vWM6TqTd>O>}!wxM&~iMO;i;V>6eI%OP%FTk5ZXl=M;Qu@6_qeeeCoyxmOCV)DvOzz7Co@"
    "XO~ZRy6D#J-2cgwnQvuJWJEr-!xjdv^VSvZqp7-}8bd$fF5PkQC_+rOw-e@X%nNU9u9&~<zOvnl$(p)I=*Ou^^%1z)x|"
    "taM45bT-nekeEoGO?ERT8TXZ;!aA#2T(vvP`r>ol`K{NV+=yRI)fkC7aFz$61yx#{HzCE2Ts~Vr=>pcT`H%lI=3DGF&}"
    "?0pQ?}-m*%AoG#nK6I!-@g7PrNL9$7k7vToi$q6<C6c?L1v88U8lS$leq7r~l&Y03Z^D^4vELqM|Xk?=_#GXnbF%_6DY"
    "%c4<2Bk;}%Bv*2y%?hzM1J`4`eaP$x8^YpHj^wU&=?m3I&W<znrTzU(6dh3wIkn(%`1~3>yN2eLGDfY_f^W!r`u-iO{f"
    "JGJ~<yvnw}xco(v`fomDea<WYJMpuTIy;OB76)^Q)i%}J7&USLxf0eaPYzA|MM3$i$6N-<5F@z!K)I_t_zFT;Ed@ilc("
    "7f)g*ntF+s*HMMC-AM~*U|aeZgLun~)yR$wqy3Hii>c(vDQyGLPNU*6O`EawX)>OiMhsO(Rv#JJZrGVP-XK#wtC!Jdy{"
    "9+WXP;i|)6WhmrLyd4%>6XT4Ay-&w8pxfeTbP!a(d^~j;hLT%5pMBlxBN^`xG}<`gBhFiD}G!i`ZlHefEiZx_M9wuW~c"
    "%cw5?&7Oz%V4-WC(p6andHK-^#M)Oeb{F$=O7|(Rdz4DpslIhazNzu>hG(D%4?7FbHumoZj78Vv39|j030t<^f0REwuK"
    "*AnYRuC2z79Uhh+?4nFptw5gk}W<UkVatx#+1G*F)?c1xZ+mydpsY#zVA0Q;SOR`IPu$UeY;nr-j6x>dyw^qz{N=RDl4"
    ";LR%0R%&Jdfp+RoNK@Rl_>3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwU2{}%|etNjN`3kwSi3kwSi"
    "3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSi3kwSiiw`9J2f+0Jqy"
)

# Steps between code points that fold to one other, and how far that one lies.
_MAPPED = (
    "c-rlp1wa(p8^Cv#4nZtb5a|*WR76CjK|sZzmd*vFrIA?a5~V>|kn~PH15Q!TqE8S3Nks)k(7UrRPC}gj%mysTQiq=RcY"
    "e#fo;TmCZ{F;FgAzaub!J8YO$*RZoQo!U{OF0HN7JCuv`~PCN&$f6z!lLD>VpEb03jWK&Vr**h?av?o@TUW06<R$BsD+"
    "-iw8%n$nuK9P8=bdfgnGc+=MUM1OS}#$SGq)CP+t+c7{lgmyvlA`GIi_o+i^13%w4&B~Py;{hCjNK<G#k!}MDWN#hJq_"
    "AnZt+S?PrCNQ0gD52*J2D%xZz)X^XiQuw~iIII)s2tPSnIsSQ4SX&m9oYeB;4*Zh&0<){BE>P;G#lS@)^wwVp%n{PL71"
    "+T1qmex7vZEO7AJbNg}?@KnVrBaSTf_a00~19kA~rkMK&Fn&~$-Py7PelM^<fsdgdblFXwT~jdR*{(2j`}K*zGlmMVIt"
    "GV;!>xbnoKxM-Z(3n%)tQw}~+L()MSl9p0AlcqaG!iX+~0(9)eRbUOd%rvu6;*+Z)0D*E!Q79xROgk5KelzJcMnWQA{a"
    "XAJD)oiX!9k8Jo3JzJsNF;1q{aWnpnuo;n06wK%1`JmQXejuW=+x4D1)bZuSS!-7gKG4CcEXA&b$M%CQOx|;;e(SReL<"
    "s5Q*Vy3^aPKs-dAFJ(o}<qUY!uXbOEcjXFoRa%kE)Z6w0Ka)0@e`bdcpO+(8$x~<ch#l!PI5;<wg5}lJTDB`yfW0oTEX"
    "_1sgd}OB?yOPlq+G3*W>B$Rve1_X3d!@^4Gidi>Ap7eoT7>@-c&UOb!QmKuFYr#vY%d!L9q;b~z#X8j4$!Ho1?uXX8iA"
    "&kRw(^G;dAdE0CY@rYWD9Fr3Q^YLj$Iwz!o*)KK{~$OE)U3YHyZ?#wMhk2LLtTny0XokdTm~g2E)NVtn%K-QdT*KPj(J"
    ")6iIP6Q}`#f`WF9gO_*idWn6OJt{RV*t`A!Ev89VKY^m+tJkkzt9VcjD9#9(%j?&#Kee93y56<x)~}c0VP(C_#m&t=fB"
    "tgr6@x2)va;nXR#YtJx}~S5hs83mb8u|mjxjZ@EUCV<=UUbE8)X$070n+iI^I{7L!pYQ`ue|{nr!agz0us<JTQmLplYT"
    "k^v@9aO>!Ie?%Cbnf3a`q<kOSg*ZTW2o9p`fk31Q0$2EmC@vh`q!OgXN*;39WAah^o&HkGN&Zm{0I`#V82sx4Gj~#1le"
    "%Mpl)B@4k-hRKM!&2AO)Wq0mDaOzUgE25L(AU$?+oN=4!-fqqGTfWwk3mR<d3zmfT*<@3$H%mQ9rgF$p9j$3o8I16Kxb"
    "zonNw6rpo+TG3;~#y!_Tx&X&yfTfL8;hrL!8Zx2sR1MAmQC!$o8iZ7{a*j>b3kypHY#==jA|ciA61U3D2%`}p}=nw{d9"
    "hTi^p%BsIyEUi=2(7y3|a|fr$#>m=!*4OXUbS*rOX8m;IQOgnu+kmi`Yo%RFnmfCDUw#I4gvA5GFJ7&v6<Wo%NL4q)#W"
    "So%V>@6FHhl1U`+Vi_!^yvbjFxt;J`u@jJ<ng3J}SD_^m0JKDfis<F4~$FPBw{8^B27?<QG}h(C)#?wmJV?@#W?6iaXv"
    "3i9YIj`;wdA&TapJbpG>KI^Pe`GOU(XQrqq5hr9B7E$;&+7MA+@JGXD&zF%2c`LJSyvu7<VtZnQaozA$po<9A{nKS2$i"
    "eWBXDy^<{b!}>D8Xg827#KMgx(s-!d!~A1+z7IbOXOmaRoZquCnq;IH!nZG047n)lSMygWBu~;pEMF5uEnuL8qR+n__X"
    "CxP}fh#RF3Fn_?+^4%2LIxfN!rmbXU{X?c+^sl&ykx;>+J;b(a-5-EC@aX>Dz5zjwdm!NW(LU5~q;_Vf~X{^yHVZ(#b~"
    "z9aA+Vp;=w=Irza9s~g54--H;W%AYY7j9gA)%w?Qazev3=r)l-j@>wVG{oH_5LjbWdw<?L!Ol*pIcD3t-z)1RJ5!RkRR"
    "?VT!`OSx&%FV!=*z2xcDLDKo(;2oUUTcDVt!G7?kmN{Tuk)Y<lINU)-?)W8r*Pmw~BRar9uk6lv|EF)c;I8XZ4}du4jX"
    "|jZr>Tb{X8lo`pFbQANURzor?f6xy&~GJKodA+M#dB-VY^YuUbC3{LO#c6*n--KXqdAkxjQ#v%V#OE2KYlyLEbj9GiUU"
    "i8@m^ee^qnMC%qF{R(xylV@)8{KbzrG~1e*tGT!qeO47TpQA%!gg@e<y+<UWyRt?ja%aIO7WQ{1qP~%_7*#CIel`wbi_"
    "L6Dm4Fa(({4te%(7#Pkv@DvOS&G`nFj#qbkd!e4{)=L1WXwWoOo_svi7(eX*9+twqIxYTBNga<bpHE^Mo8{1kaED(E6t"
    ">N#$^dMO4Mv9$)`Iz?>9cPg!I?ht;`uKxDZAVAM5FaJVfAO8IFr6&`(x%$t^WVgEJ?P@%b+Q=Mo>Z0o3^BP%phYCGdY4"
    ">PDRm+nTyYzcR_f+HPTJ3(4jW4h24v#8(DtJ<5ZB*!8=Ct`S4L0e1{(|eb=cMw{Ev!4OdT4L9d_`>iBl@lL)s)uw*Jya"
    "3Z8?9DJAQ$TqO01S1D>?CYPOz(pByigojrfPq@<*@49&+YCMqHf{Rs&R2@1gK8P?GY7jVpnw7Kj?*$pyKkbNF23p4b`#"
    "Kg!z&%(^ez{r3C+2+yF!rB}z4<DRM7BAxFf>Vg@BB&BU0RjH|_uAXuyngut{`5S3*8AeGKmV|_XsEwa$NlDwhzP3~2zE"
    "b~SoQ9ms#-@!OG{ndty{Gaixxu{esJ!=vz|X{uGZJ{@|BcSRNcB&(|)h*{cpdu<m4Pbo}HbQg~w+eJ9;!DBRwrOH6<lE"
    "DKRnO$l=5BhvMR5W1^#@A|oQg!^6TtLqkFi;(~*N0s{gL`1|?!`gnVLd3t#4cXxAhb#Zofa@<Gu_c_?x*<o#MY^<#;Ei"
    "KH=%%J;@u@Q9FF*MMhY7<0#r@%W6goSfXp2VldZIa)-Wvh>`pKhEqw4soZ*&w@7j*zCHsH~!@MnFSTdxs9puHAbG?A13"
    "nH#0FY*$3@1oOMSiE2}BHS-$)PMDat>IYeY?babp2-{F45y}Y)Twx)hrQ$rm?B7MUP4vt3qz6R_oTm7b{+s&5H9e#N5%"
    "D}zShp%3BGcz;qwz+-(e%E%znZx^4;G#w>RYpa!q>2VrB&o8H8Us}6q)O!%%y?tuLlx7BP@#(0m#|ai164YxQc9H*R5?"
    "Ty52|3OqCgcPs<2R{k1B0cIh4pW9+2d#zaGyUk}q<v<H57Xo%Q3XB>Ait#&eP6zs%0b{pCbK%6MW){@nxP2_X5!ws!U&"
    "&W^_8*-i4(mByn?^8Hpxu9jOT%{LxSl5fT^9!8R{(D&{=IPh`d0;>@WN7y-n>Ij=g7{7gsiHS+lIJ1?*xxx?YR$x<>ZD"
    "gdqG5^9g*<XrRaIQ$sC@ozJo!`<DmwhBLB|hutytB+GGGmPeXzAz_;+a{FSp<))+ODoAPr9EH=;;xE_2PqKk1GF^h=_<"
    "ws7MH}QIdlY5|<W~;^AGqm~-h0o|Sv>p}QEE1?c&fLC`UC(9TDF`0#NU{IeGr80h))>6@;$hn=SLt82Qe>L1^`cdxRhv"
    "7+JTg$pIuuHSeoaN@+t)8*x-3(uBbzI?gh<oWz_S;tdS($eu+*^x1Ed2tbkb22hA!ebJ`js)SnynK8EgMv4zOH-v-Uj5"
    "3izI1g9;usi$q+MMThWUmgZZCS}BH7lt@(QZ5U6Ef$qglJDaY!y;fkxJ-qTM2^u+rq`3q$*lJgi8RR8Z5!G8gXkmBGao"
    "Cmt<t@43k(v`e=yH}Bfr2M=DX5R_2ev2(}ve);5|Ruz@hS`9IaSzWj@f2G3KJ=XhtYp>MM2$kRiaxQOpa9=kzJ@e$X3Y"
    "u-vF_+3cP?5>m%}ply`+P%B97^i^h2@XGH5NKlJG^=E$-?5aUtY<R`-5+VM8r1JxE#-Ri9aOGr+lk%+h-{`qsJNkeNz0"
    "n1%-JH-Si)UHOgvc_CJ5($<Pf`{-s)Eoi*Kar@|}k=L;h96qiZ_XqRnVc(Y8Rx(%(MtP$$d>&R8$o)>d+)9Q;xS5VhVU"
    "Wu<Qu{H@lRau$35YR0xZ*bt;>aBqF#4VK+u@$@dTg6}II|F|eW~Rrjvo%X%7E=$3V_dYl$Ha~O<sPdL|G3y?l1jSi&))"
    "!y#v8G%*Z_v>w|*@;*ZTV2y>|2)r6H{b)Rut6W*T)jx#YHIZ{G82X&%nivcZ;fImzMtQ@K7SW0G3RFE;ns&{nTF7;Ao_"
    "TfDDRR|*$-c@3{5^8#;Qj)&+WRz9AUqPq%qgxy*Y$*Xy(SWH|lv1(12rk2ynOTlN00KUukpNfj#Ht307cRKU?Qa(jle0"
    "DAer?Yfl_tCzA#ub-CTiRZz9XD9j_jnQTH|8yC5u2o@%<k8(6WPS(;R~xH-Zxxdts~$a*voz~V;-y6g)S+f+^Zj}L>Oi"
    "IN;?g&KYKS6Sg81<_r-^ymE9<W9}Fg7x+T#Bml5f*|7QRc@Q==C__xGH_>bW6Jqbheb*kNg3^T%<f=0UFn?m~^x_`}?t"
    "SnRH>&>=ev+sB3fPjGTjriBs_|#9YwBJ*I&EZ|2X(aRsnTH6o0ED0c!LL*~bbOwzT+}KgB8~#ZN20^v@G#VlVb~uA;bP"
    "Eo7@l6^!Le5&CV(jLYxT*u8ddITLh6HOB%)F8XGAy5({3`PP)`p?aC?X`5RQR8-5|k)2u>mz6Fq(Mv>Q4IfP_CX-GmsN"
    ")icNQamK4-CXl2D;Rb`<umh4DunUfNjRJO2{2C36`*oTee@vN3j8LBTgd9M1cEZ=~d;)<Q$$kVua2}ypSv&p_Gw$lvzE"
    ";R>X>Dmip_-atcQ)g-#cd^-kzex!1O!JA5ruy&7Z;a+k(88N4Y7s@Y_qj??K&Bm4FqImW#u=MQBo$NqDrzSQCBC}9&Fp"
    "TO;bxtTU&ek4jmnm<uA#=1V&%q(9jTrF)}iNFf}zbGdDN4u&}VSva+(Z#o7_EhjD<}=Sala1;&+<22emifQn@TX?{Td1"
    "X&bCptUOm9V*ZvBD6w4Vx8urG57`H!Xu;O6H_vdWgX8==HliO<mTbx;o@DtMQ**h;5wQ0>U;`D>bx4t!lpdDn{2sxHga"
    ")st>WVq6;<Un;uRjA8Pgh2Q`2cLR4-!4h%(uT#K;$Xpph3v5ol!K->Xp=%n)b*eL(v;CdoM^$xF|uu+Spi#KJx>;!ynI"
    "G&fHl|Jd~7dPeTPhw^Q_<Bm8)#oIc2`laa`VjSIl10&)NCF67RgK=Ro83hUEwxN-J!AW>?Yd24?(6CHQq@f{{gHLpDOV"
    "G8#`UhZw^|87hPN7C-fiVgDQ#~A__Z`qPFmw%#N=U~TncF&f2WK8HD8M+or`XurJ9_!}<H90RVpB5=F~&ZJ6Kt^#`$PQ"
    "nOs#CN{{G<+>3DpWUT_-TPS?Q7%F)d?AU3tYDbvu|#lzG8Ku~CwfqkaFwP%X0or_<lp^=pnl;M9MJU%`x6XR**;~$rqo"
    "A2xqi8~nL>z$w*ZD?p?A7bg@loFqL*v7!v%*ntnAQ%E45*~XbH8m?MD=#%uPu~DqB*w-jW@c7a@S<>ZbaL_V@bvNV3xW"
    "tHfIAo(8X6uR85I>BfB49e#Ke@8OgtXDEpjhx+6+}-Y-DU~YG!6;Zee3%V~fRN?Vzd%Ys$&V$<2Mgr>Ccvcc722ub;pF"
    "fdc_BLAZklLqfyCqoU*D<KvHzNK8&iO*@te)sDv>&zF>xQ&dwkunf)5XC_0(GFzCZU63khX~O>wk(TD;BfN2hrZfj2zI"
    "#M`KZ=i-Ip+P!e}k|4u8O!gthS|R3&%tdR0FRNYycx9^o{pnLqh{YgF|^kLxY1$1_vQ`5Kb6`;%(W3ZG&wCgM<B$50f`"
    "IC^$%@jgZpz{ckhZO#_K<!>S(%aRhO(Ss=dZ3!_pAlCMp5W@%3`^Qh-*O>w5y_jM+5Zb?YY+!}g<$0q(Qe0=<Td~g8dg"
    "LdtN0CYf%ZsfOALs34sASg(cDxxPaA#k!_rQp=6YUzyNBtrJ#AVruGD#??>J_%dh94xn**rnN-cm{h|IGcNz$A%omS_Q"
    "bd8yjainpnCWbBm0!4Dj>}v9Qi|wxk_FUtgce00Q0uZ)SsyZs%==4h%*ggUP^PHp3g|&7=)9*`}1k*VuR=<eM0qke+D>"
    "n88~wjD<M?3vR-@f|fiyu;I4V)~(Rv4xcpyzqK{iTEW`d#zqMGK-)B11zQLOQ3YtfhCPK97mvnb6*oCR4&mWQQPFNSX("
    "R1Gd_saZbo<usgK%8u=(tY_ep*s;a*}m+aaML#RyH(ragNj`JUwkvc7>jx<Xv6el-=Ci-M6@_>{r;YvL8Z8P}xJp1KMB"
    "`QT6olQuXpu^Ym6%_xADeQHAZXS$#Eqwfy}2w)^?*-0APH=C7tkFtt@Xus2|DfM|fezJa=WAl!L@fq_BlLFyVt&?Z&G1"
    "ZQfB!)f4fI15Y5gWIe^Lbh3lYC=0#Y^Y{fSeT~0y{1EiLqtS`qho|qgq&7nq*kOQB<rTAs8p@!sAx<yggbP^M90Jsj{P"
    "1U+Oe^*{;^)#+TK3eaRi7~)!XCap}&B`hqoWz6coID`;ml%#E`_qq@-}Rq@-l_<doRB)U>oiY3UG0k0u_|IhLf8X^l@y"
    "-?a;Wbk|X6^L;F9cQ(Xs_)V}qd-4kR6rT7ge{Via!71dMP6Px51Ox;G1Ox;G1Ox;G1O$X16Qar6SF`~HXDb)A3Ms-MMI"
    "%Om)4^$7`2X1ka3&LAZ0CJv%<+7j@#^>{ZJZ)Llk-s%_u)4lgwczV-ET2o|DE;u&nMSZvvn@+40An0rYqH``UWQwY3wW"
    "m$E$M?;lBy+)h_@5BQC-Z$T!yWp9z2?&L}AGGwL%jA4M)iE<!x-KX4oSjDUdf!!yCwk(2|H)fyoHQmp};TLFGVRW(d}1"
    "(FCzcEHi-1b~y|jjaoQ$#VG1>d8^?i}E1p1n|qOiK?HX)VM+*rC4LG4vu)>Soy#&Qb%(L?~lSRIIe*p#YMjCPH?1NaI_"
    "03Yx$xvq&#o}NyfAjq?CeEa&UYHkW$Czk)$7O5AsbX0s;a80s;a80s;a80s;a80>Y08VgrcS03tSk)9f6?25^Qm5U~NA"
    "M7tq2fRhb8VgvXCT4;TPd&yjALj=SI@E__>6nU39!L0uWcg*jlc?bvyKdM&!4%Ip`NC-bN{{xEyBW("
)

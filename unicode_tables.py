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

# Bits of Tables.fold.
SPACE = 1 << 0
IGNORABLE = 1 << 1
MAPPED = 1 << 2
UNSTABLE = 1 << 3
BOUND = 1 << 4
NONSTARTER = 1 << 5

# Bits of Tables.word.
COUNTED = 1 << 0
PICTOGRAPH = 1 << 1
REGIONAL = 1 << 2
WORDY = 1 << 3
KATAKANA = 1 << 4
LETTER = 1 << 5
NUMERIC = 1 << 6
MID_LETTER = 1 << 7
MID_NUMBER = 1 << 8
HEBREW = 1 << 9
ATTACHED = 1 << 10
NEWLINE = 1 << 11
BLANK = 1 << 12
COMPLEX = 1 << 13

# Bits of Tables.cluster.
EXTEND = 1 << 3
SPACING = 1 << 4
PREPEND = 1 << 5
CONTROL = 1 << 6
JAMO = 1 << 7
CONSONANT = 1 << 8
LINKER = 1 << 9
LINKER_EXTEND = 1 << 10

# Bits of Tables.rare.
HANGUL_L = 1 << 8
HANGUL_V = 1 << 9
HANGUL_T = 1 << 10
HANGUL_LV = 1 << 11
HANGUL_LVT = 1 << 12
JOINS_NEXT = 1 << 13
JOINS_PREVIOUS = 1 << 14
TRANSPARENT = 1 << 15
COMBINING_CLASS = 0xFF


class Tables(NamedTuple):
    """What is known of each code point, in bits. COUNTED to REGIONAL are also in `cluster`."""

    fold: np.ndarray  # (0x110000,) uint8: what folding would do
    word: np.ndarray  # (0x110000,) uint16: what the rules for words ask
    cluster: np.ndarray  # (0x110000,) uint16: what the rules for grapheme clusters ask
    rare: np.ndarray  # (0x110000,) uint16: combining class, parts of Hangul, joining of Arabic
    folded: np.ndarray  # (0x110000,) uint32: the one code point that a MAPPED one folds to


@functools.cache
def tables() -> Tables:
    """Unpack the tables, once: about 10 ms and 12 MB."""
    fold, word, cluster, rare = _unpacked(_KINDS, 4)
    lengths, kind_of = _unpacked(_RUNS, 2)
    step, shift = _unpacked(_MAPPED, 2)
    mapped = np.cumsum(step)
    folded = np.arange(0x110000, dtype=np.uint32)
    folded[mapped] = mapped + shift
    return Tables(
        np.repeat(fold.astype(np.uint8)[kind_of], lengths),
        np.repeat(word.astype(np.uint16)[kind_of], lengths),
        np.repeat(cluster.astype(np.uint16)[kind_of], lengths),
        np.repeat(rare.astype(np.uint16)[kind_of], lengths),
        folded,
    )


def _unpacked(text: str, n_rows: int) -> np.ndarray:  # (n_rows, n) int32
    """Undo `packed` of the tool that wrote this: the bytes lie sorted by their significance."""
    raw = np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8)
    return np.ascontiguousarray(raw.reshape(4, -1).T).view("<i4").reshape(n_rows, -1)


# The kinds of characters: a column holds one bit set for each table.
_KINDS = (
    "c-rlhxlY6|5QfLbAvR~i8SX5&*oB6Y(&f_A(WIlGr=W5WPqz<%A`~Hn&<dz{1jcbLV8x1Mp+Nak#QyWocqYmO;9C$vXb"
    "Jm><2d|1f#vWg9F^o15XwA1Xtz6c_PgC<4Z2g5nHP*tiqfeGGR^~Q406%t0b;!b#)eY1Sd%j(mR20csNvq6?kUcJ_yjz"
    "z6etqMc;`l=CdfojWX8M$Tx3}|Ug+h5j|un_gqRe`{R45u)bz~k+`Q*6EG{jttOjfA8=G6(J7H^gPoBhA*S(wMHobf7K"
    "Rv$)SDc++T&De3;&O4?OVU34E6f*ygou<9xM##{oa84XfL9YJ3#Ii+HUhGslD?>tR_n}%pCqeGY)F^rW_e=+{v1OY5CR"
    "cs2vuYc(D>$XqrnVZ1x|XgDB3_tmm?b0yiui@FwCQM5wAz03WJ7*hK7b;<qevPYSs"
)

# Run lengths over all code points, and which of _KINDS each run is.
_RUNS = (
    "c-rk-+jm^mdEd8lof&Oi#v^HDYb5ztN3!IxEMqL3kz*JP7$;>a1G0hEU<Xt?SaO;)O-nB!ZId<$Nz1@-0`w9$p(*gtSJ"
    "vu7R@X{i`^H1t2Ug$u(#2np)!(=GIl9<N!1&T+v45ZET=v<QZ-4u{YAr`x^(gLh#etY}ua2j>@_C&HXc6?Ii-F{WXdUD"
    "szhQ{{w{iPeQ*2Bng`%qzdArE}NqUw%h<?H7O)Zj}-X9ZzFp^Ql`!i9b%Dyi=l3Slg-_5e<;0Xmncg2<TxZzr=oMFK$8"
    "$5y^bhMk`eLSl1@-G&)%#Y{b+(%&76E`RIn>xCWj!ABJpPJ<$FM5Mie>orih=Mpv=qJKlH1=RTRe{EeP2)UV;zHO;_fK"
    "+RRE5qmFr$P$mKcYmX(~_gXp`azBlbdZ(77bFpkY$@lO^60j|aKUpl^-FO78U=`Nwqh%CaWB0h+_3Cm~fVX^@W<J+H^A"
    "g_QP;g(rF69<!@ZStevCgot?%QcrpoRbpN$^Hos;hn3PRb;QJlA^Z4PGp1c^TAKb?D4_L%82c-snb<b73d6ee3T@RiV+"
    "5D6d1+DTmtEV-_1JL9eUi72?I>xv7gEZy5ds=XoIb=RD|ig?lU3eJE7H+R!zu}ZrV6b~3XLO*H&i<33?}DEyQbh}A!rM"
    "7QW!m=sfevWZgAf(hv;MlHm-~}z+ygxRhcsz;jm=u7E@tPYRI}s`ULWLu45P>#&`)*^W&K3QlKddDjQ>`W>s+O`CGq7{"
    "GJ)J3ok#Gm~>fzYjCH?K|nXK6t*{Mba)0*Im`Ku`H{sFSS~P&PUAPe{-*goxVD9is<OBDapBA7MIWzwCuJ$<rxPB4?)H"
    "l^$z7E15~NOK3(^=t?8g<Og0X)l@WcdGeIRa-ijkHXX5vxdm1b4lFG(>rXnfrvBSd01^hHS9h<ykZ`?cEO@qW@v+M!0+"
    "5&pO_0VBvz#(fxF7JQV{i2BD|PUVhTl#?(dt&XLP6MXSzgzS~ZxndN>Fgg}*7V3*dc2@Yr9#Po-o;%>VZUWw&@T?I|1Z"
    "M)6d(j+T6JNxfu>?90X&<CCk&Eot6FmP)qLu3&HMRyp!PuI$QDM``<BE*U_jv5_-jJuH)-;`URd6S{XN`?h+(<T*wKXh"
    "?DSM4pl6m6_v%qY=7B6DG{}E*_e#nPQN<JGMtd|ivcDx0KB7Q`1FCxZ-Fbs3!<)jEH1aq%kvW_0gB1FG$9g{~}6(z%ma"
    "WA53Y}L*n{NkW|%;dxJwGHs_YzRN1Z<H*#2lOTJ9$%5q@+mnW4x-0fb93Bo*~%6c<lTO~GCqTjDJtB?LVyS}7zKPQjqT"
    "@a{1h+0x0m)gYy%>xB_%44+i>y(#jzP9N9pSwd@q95*j#Ue$8{BQy_4b_IjTY3yPu!_@lTGim)cEHk-ae@#EoSflE)v?"
    "MRY_>N8*}v=;jb^$t*;nmvVcHz4rLjHfageyT_xHgw%G>sG;=Zd5+*T-%AeE@AoP0^LVEx#b5~^cEQX%DH9vTp-C|*N("
    "9@P_URlVijm}<VG+hYVX!9p38St<Qj|#Hjo*fu`{t-;xQeK?GZG3LDQN~i;>eMs?WsJd4yYb$D%Ky!`^Ck{pzM+5M=07"
    "no8lu1%#~{*RO1MAzF+p$VZIyw-PC*v#vhotc2*9lA*DtCF>&`4h9P|RQXKOGQ%LrjY|o$%d7?A{F{BBqVN3Xw`CMD1m"
    "lj0fjis@5N~=xA97$D10Y6}}^`40r%KOTPRG;_)|Jp8jK=TnbrlL`A((^_|0^jZJo%%BTL81~h72Z`YAw*E#l;7oD<-<"
    "`e4u`<(Ufy$zGPzk3;s-@ID1t^9&0!_atNBO;>yrzLcGIM!(zA|H@?F9_M1y$PCC7>+7m?k|t5~GQy?4hD<A4|1)WZhn"
    "L4@AUiNgmg2LqoYSyUmVlr@C#!T)H0AH?k5yeJc>mW>E0XzhaZP&S!#1=1W*NE3j)Hk%Yyaz>!lK?-+=dU&ZC(+5f!_L"
    ")jbm>fh52eA)_tZdRtc|f=u7et>q85Jddk-?~Hsh<x^8|o<~J!+D1h%yfL!~5g#;FxXYRI`PX4I8#_qRiSu$OxoYip{K"
    "(MJTpKXC7iIV%H&QoH_C%@FYj)itHqhTVed>es2HnV5B%PNBvDaE5(yDMRtI_Rd<evqS#hc{sr&OnvFd>HWo)^^M?*p2"
    "AmW?tmkLt_<>NQkdv^r%?OXDOcaDdh0uOE<yXvV{U`ePV>XPQ9@nuSAsY{jEOk5p4Xkk^262L}lQtg8d<#BFaLmhN7BM"
    "@k5V-jN4&b!Wgd`t1A$_aFSVZrbdF{E&-oHa(pV4!@+}H8z-h=OsmeD2t**yVr75@?ZsBW1HB2`8S&3AYM|FRo80|SqL"
    "Ha0dG4U6H~li0}NKvj;>+(-wb|4b&%ezEd$&%s^F78MOjB_n7vg0vTWTYcWE$S8<Sc06B?{iYavUmOak!u3$Ncw$sl{1"
    ";`3N_Rdcj#kUn=ZC-X7=O?xBT2DrYNva-^%*<4G6`6~ALV=))VSssig|We&4<VlY97~}WBDKKB(H6o5Xl})clW`7_X(q"
    "R-qCS>d7p&)f&Sb(%KISN_e>V|-Y6;aPaDQGQBz~7_XCpvYyMLa1=AA~I0F?Aeu@&C&+Oy+-;Cmwc`h6Crw(N;KyCV4m"
    "DutZ96`MmU$2R!sSKsJ>G>g^s?U`*((E3wCoTy&0%5_)z`n}FHrA;guG{0UQt_&yK=k<kDlSv5FHTVz?){v9y5#er0Et"
    "+cECK?q7z>P$X_aLtt#dLd{o`{Fc%kT{zd4D@f9)7i3sAzTa8#6)=!w$uer)XB(_zocAH@F8#rtCo{vB~ZuU;Mf?~~r%"
    "uOIsf=c7-5^@Cm}_Rop^2iOD~$FDIq&f2WZG(&OqS=I^LY$5Eh#ZH@zJ-*mxOZeJe)=al=ke2oGrkCp;ZU-&jk}fw!6<"
    "z66+7-ILljU@!d*!X}ci;Z!?%SYCKkR1j{A1S5x<_!i(#^j2eNbjbv$kf-`r$U~v`@52(5C4_h<#MnSeD*SY2PX``>wF"
    "c7*uAw(q@oU_6l8ado{cKh2Q<+mwxZdzyFm#_`?_ei2X79lRsrymwn~(3v4&rT^VDe(BkaR|KjUxfmQWD)sn{V#jpJtn"
    "!oXv@4Rj1YOr17tom02`gC<*gV;beiup2~(Xs=LDyy=dfp2c^l69{mw&`<Kr<ygYGzU1*tjly}X`@#ctQqFm0PYM;X3^"
    "?E&alSIXg)dEHV<i{>uK^MoutW1LLJg4bjlh`*L9j;9Z;QFTGi*0lqD=#(d-<1f|-tWrqCy2MQ5UA^N+1EbO){B0?S@z"
    "jT9rUpEWU!$qKd7()H~+olEnzS$dupuiLJQrJ7w&U^JoLYxK+-=#`}F6Ry(Eu*M4e){pU;uZnGK-h<(5GC7BylWY=uI9"
    "GJkXiDs4YwHrJF?~+aXOhO2dH#u*!Ey=sK-cN!^xo#*zJdGSHGjK_rs)l$Pk;YL)4u(K{rp?gn4^W`#>`#N->^iJn_ON"
    "e_U)I>f9L#DFQv&#=d(4I>GUbA_tZLJ(9CS}+2+3H>$9)Dv9CGPU^BQjXJ$dT&+co^{$OUdG25Inz5(mC_26BHo*sH;c"
    "sto{rp%naHiPtmyft0BfD8T1d&*`$wXaF^T9bBm)d-ujBZrSPU<Nv^zFM^%&7q~qD=@r9A(RH2f~I#N!Wo)^y*AsN#r-"
    "OSrQzH36lr)j-7uQ(li`q7>-y@sbP{KnPCi#hU)x^C0_la7wBA6EReDK?Rl2Rx;WlXZMhqFdMDrz=bXR91NwzgM*|q+<"
    "``zrytKFBg@8R`V)9o!&h`b}-b^Xq)9$g<%mW^v@FL&CV{6W(&)}gPR7RwviBcFXl-hIyk^u9B}PIkuT7Jh?uK&M!z4D"
    "Z)Dg+v0q7UmBxAaz)5wHI473(GEn(k#7%v%%pZ++h?&J%)!ijcXV5AX;07*`@aKCITl*ECkVdxVOwp$QGA6_dRgmqRL<"
    "IJZ)aNQ*dYK|0|s0g7hNy0M-kvZRaA$e-S;xv|{SzSFgPC`LNVti<&m|=A&vUF0s;MH2$omgLI~vl{##x(^8$K7F1)gb"
    "riJJ`E=*e4ra+`Z|ED`eU=hKzqAj9RAgDVQ+Bsv^4!2uy@nro&NWE0+OH8Gk~NA`nRUhuopvd-U0{QSTQpwpIY^JqG^b"
    "}8GxV9lD<;A`Xq}#!o<hu+oteHmef0-)0kP>Ra-Q&&E1M6vlJinGKGekA2J7u}<jB$X#D>@~TU1+!Eh73YvnRj$<Y!t>"
    "vUR%uxFL4@{?qp#KYix-nbV-<(`UBQvc0o2AbR>ucBFNp)uEK9)4CVFw{!2qt&{BG6Xb>|2rswui9x4P(zH&t(4qCviH"
    "BQl3~0BGeePiHjoI0p$P2gF{GMz4yE0y#>Jh3+%p0Dvji7+C#pZ__iNW=m<n_(U{>z`$dMg&Io3f&tX0|v$sAns7VR%3"
    "kJ1Bqp2de#4^JvsnEb!N7+)|YJfy#4NMV&J++R$wiu~Z(psKzsyV?WCi%(SbOsjakm#oRO$PgHyj==Hi#`GJQC;1ZD#G"
    "u0qB&DQXSmbD+Do=ov0*<|(eaGWdTHtPw>kyVolQ@0DchR0RZ4)EeRQ^w0)KwFxp*G1Be{FSEIQhR7yvzb!pf+>Yiykw"
    "xFuEN*zDVjm#xi75LQcBnjk7=^1^DshloKNVwwyF)&w(y~Mlja-Ozn0ohHm5d&sk}k9P8s_fl+#a5+qqYv7E~$~eAH=q"
    "hP=F%)Dn}2Gg}r?LXn^%tf$~-BxNgjPSSdfBxW{PH)Vs_^_Ee#5MxOm*=+G<Xf<7{rM9!F<;*thXo#<F%D}XSlc<|5UR"
    "Xih$~LDtpgrr-KcA#)cCJSLyJWS$QH&VUPY)RzfOc9HPifhlrQadrDX3&gm6jeWtv75eoL(YReaLL1%Q_b?vF9%?bm{L"
    "D8705$BG$eLvXiwx3N5pCYa3#Ak%B%v8KgS2ow0(f5oP(A;5oy?l`dVguC|T&UoW=Ue3u=sW~)1l@CqXLXFV1BI8+SHu"
    "WbE!OM1PeSO*UCzD}jXc2;&)D9J{1)H!uDG@0koR@e!TUXzqh-kwzdA(QSGw3y%L7v_(En1h3ZgTp5P!im7a;SPX*;w3"
    "Q5kOezII5;@`nqu5}FBi=mew`q#!bXfK^Q4)m+b_Pj8U5Z_%s#s97+P=xy|&cix7+$Q??~N>HTcJn^(WTxNcJY{V>Pym"
    "iAZ<@Z2a}vTp~RmI74)BaBy&NaBy&NaBy&NaBy&NaBy&NaBy&NaBy&NaBy&NaBy&NaBy(A<%sjU`){ER4h{|u4h{|u4h"
    "{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4h{|u4!<h+KTbc_ZU"
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

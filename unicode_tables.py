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
    "c-rlhyH3L}6o$`9Q)+WfxQ2TQ8CtP0GI}gK8%s9^b_OOJ@pOFvRG|nVR7JqVBXDe|jSI9CkdQ$6qB!>N|Jdh5i2=S0B6"
    "<V-VXD<C8zwRw{+uI+JPq{xAdDJ~rprOAbu2+PbI;%=XtrO2M}gXGtx+!7mB?+|5!HW+<8;FSgs@oy_2b-JS4tsPXsm6"
    "4U@YVuFhqtS7Xkz-#RSQWQUp^=#aQz~tc1wvQi^lVK7dbv<8;H|cc7iR_YYX(oty4$de_SypPr|1dS-TRejx}KmzGyn*"
    "P``}&8_X7-MGHDpPZ<x>$I2g8b80x_}N98VU6)lH_cv7(+vJ6`s1<0L_z=y^n}rpH&%ea5j;Omj5G1SNmAg-W774CKKY"
    "ClsqtOeA6qbaeQSGn*i6WXFld8>ShVdvlHMZ?B<R1hfKCV9n4W!_nn;$pqrZTrT}V2RR+2K09^%b#Qgj%Ul$4Z|{0UwG"
    "wTX95"
)

# Run lengths over all code points, and which of _KINDS each run is.
_RUNS = (
    "c-rk-+jAS&c|W&Z>@ENvl7K)Gln9cdh}9AzA?oT_Q9wI^BulPkm{LqRw&PTcDa9g{8a9-qY2&oHv`y01z1u2Wr>g5Xy*"
    "Rx*c%~1T&LppW^F!MQPv82|@n4YX?>lF~i=@<+WjXcu{61kXXV2w3-}$bbQOH%F;yza#h&cDkcq%KOmw5&)f_`){kbDT"
    "OLp<QO43YjeZtrP|jj5zibd@4)7wJDq&yr`tpEG(>i{z&FdqhSU$*A7@6Je-wzArqI+ki*k&9dm=2?auT#g+89;aaMcV"
    "ZrkoJc1u|w42}qJS_3t&lk2#k7r-~U9jtk+mrfj9o@UfG`G92n&lubdV^H|Z$A7{1#xE4PXwuG?7?^{4~-RD#*x^fp17"
    "4BoaVwP3!P@h-h@4w2<N0}gr|78N%w@@tk2XtE482lmBOFS^1f&yorpS@@DS2ce9)XiL<*oRgTgD&ZasQJvx+2*^RcSu"
    "<x=&K(lRYP$p?0s9R$iUAOj&p#4`c)q-Rm2El6d)Dr(@cR%Ny%BFx+~XdfR-#>9JDm!>}!%Fue52%F5JnK(DI3d20qH)"
    "TuHjG^If)7qk^Xm)WgRcON|_etzNMks077gEZckpmh@s6J#T^LPyKlSST7OOg&q!z)RFrV6ZY3XDgJHgr2>4Yub=yQbh"
    "dA!rYBS{Q|*sfewNH0=8{Vo(m#`HBo3k}%r`uR`SOW+NOXZT(|an8O;jzLGu(b8zWrtT@iI5St%GJe2}X*`u7XdTLfZZ"
    "ashN_mJN;V|L-C=Ms@pD{u|&6nP402bRM2rim3X1F1aD`L_AdkDtJD8MEka{3h1lG`|bidxZ>(vcLbV@a0otfS0|KGMg"
    "EsBQ8LJ2StwLE^_+?=@Xd*u?{2fqr5rg$Y08MViK!1qYCL5shMFW8WUc&rpkU+it!=i^bQyy61#yf0@_C8L#WuV)dte`"
    "K2lBEqecW0{)DjuBg#NV0~ikr7$ZfZ5fPVh>a#^|DhNoiBPpXPeDP+4?3c#RVibilIvB484TjBa&-2M$qUQ!^19#qy-3"
    "Gi5g1-=_f^z}Pz1JLE7i>h`SOXo2v=366Fh(})37&o>;o6Wz8W~xmpvY`Z+o-YW<Z(p?=X*Tzcz?jFq}nu{^;hsIsauV"
    "VZ`{Z{l(jc3iYfbzW|E2H3e&)Bz8246z5f<DF0S#Btdh&&zH$y>WZP?CDC8eg+zW{@Aq>OZxH>5UipSi`Wv$DHx(G4oT"
    "j%7_Rz=qEVO)$T8hf=f2)}nwK4$V^{n|!*csIl%F)&8f+y`olH~Eutna8pq_MyjX^*Xm(wz7p4d3Ro~jNhPR3VW{Oa0Y"
    "Q^D9rG!G(N}I_(MGRW<vWMv9XcVlCqYwHm01zMBa>%qxAJQo*;CM*ZV6xDyx9&?G)z7Sq<s_IsWjgKW?z^-a9MuvOhwU"
    "xV7{HvEUu-L5S0$q(gCCa&&tLw&WS2r<n5QCVTz)shcDz(C<Ev5){(gA)|-VkLEcd)O<gAQGd`k!8F?LNimeghaIppPs"
    "%A9%b`jUX-Wv=+3nLogcK;rMZ+YFfx==<2o#o~VJWht^2U3^(0y~*GhBt#dU`YvHeS*ceAJO6M>nV3klL&Itf^RsAU`Q"
    "CPG@o+Sz3r1&a>G*;y^uD5`mgPsPp}tuMY8@@bIPtRIvVxiENL{VKuC@7;K1xF@_<4_ERMDGp4TWH#wid0J24CLSjG@6"
    "oVteCy#i2&7M6hdj41%Tc_mO<jtW}In?t7leG6uekHdjcR&q@FY>SNkb5;BRpTlg^QJv-OiaOhdrAB({K1r(QgN_9mqn"
    "1E+$p`w{kcP7DGG+cY{L5*l+V>nkRKAkkjPYmu#S~HujC^kEKeU+w3}H<Ej{ZQCEp>;LpX$o9df*v>LRv#X;F&=x&L4U"
    "F&4bQCLcCD4<Y!TK5=MYeqYAtNElT>iDk)n)PJvlA%yMzv_cc8o~=)$D6#|cL;Yk@7RYl{Ayohpn^OuaJ0sHK5QV%0eL"
    "P!?xT)O)-(yNDVe$|$l8JoyWMz|I$_0X*xF7)4W!S6vds&PsW(WC*wBeo-)1xLShcKhe90CB253bo(P$gSH*~noFD9W%"
    "sM2(E}vXPl}x)+Y^-wDzvlNUP<NaN0tBY`J5R_|pfY3K@~SLV3=LxhpzWL*YnJ)DiEXL=a|_Ey|JDtgtoqB=11M$K$&d"
    "3-zybLKA}s1P`*fLPDba#1r7Rme%$8fTP8u?d7wsQ~&fV?S?J8$2<<&)7)%@Pv;1knf^;3$HpVKnF|Qh(Vm7>$DAtGTn"
    "kt5*+u^s71`y6hasOp8}2>O-S{T7t*(UghlkWnHN5P+50!B>=U})&wU-e=pB1wEQc=9Pw&bgU-2KnkLs6tCR91p(tMj&"
    "czq|59hi9Z)A8}4a72vMPGTd6GAiGoxseiv|1mZB_|y64`}XZnwzQ~FIvGNr5vRS(chncWybLpu$&lyEkv}Vj-Vz5gRO"
    "xysUpz6U^8Rx&OEo+n7e|Y^;!`8vI>V0{Wh5!)ObxZbt=HJjl}W-fe3A1JQ02N`Am-U2H6I{ND0y6;Zlr&~le~1(oJjU"
    "zx`X>Nd_Wkr^NvpN%X=go5cFqZj1NGxZ<<W*%`sBupHz%-qPE6TZ)HpptoctwnAtr!X$(|FLw8elb7~LQ|7uh($5ZK;z"
    "k4Wa18UQsuf&!=>Imws_<D6LO@%1EP0z=9Rh`diB-?#rSCkcU6yk!TfraIWaja83RJICGq%u~88PVtei?~b~zj%lWa_?"
    "vS6Iq`RXONBM$R;4-ys^O$=~hk#(mE)U*q^O8y+91mpP@wlKevsl!%)LG7!x@q`od~%4jX&p;h^vNw<G^&;;r!t|DM>Z"
    "SHC~@Unjlfn~fiHKK9wKz1`2mzWrj~0XE4d@T-hZuqMkf&BT830BZ$Jb|h%Ag;tY|KfKUni}>1H(o8pRk(Tt*rk5KY?g"
    "TBpFI{ep@;cwjH}iD=Q75G<?JIxZzWn;%wO<Eadad30(LZ$Bo%T^&uCzN}`ZB0%Mzf}7OZrrkwVEfJBxuw04#eIqYphe"
    "flhS^_$m~1M^5amMiF}hmQk`e$g4?s5um0Mvf9<)i|Hf~A<D1|5_HVJ@X20_t*1gKU@zrm$oor`*oQ*+?yTAYZAFv~=s"
    "0&3)8o%%T?(d=b5C7<&|LJPC)4kfgT46gTSn-bw`dqQFL9EanWAt5jvGUbIrO1k`uka_E`_Sl=I_;F$rtd|aXjUnrRf8"
    "MN+Dvylx=XaFUmFY>7FhvzhNdw_^A!sz-@4Q8cE-#)oi^Av3nsBHC-Dz;oWv_JdUTS{=!8|6F6$)5TA(tsw5rd?35!|0"
    "qS<-&8D=_`nL?iq>vbktGXK~rLwC>`F0k+=R!K18##v+27_U$(EnQBkH|cdgNf&3;Wm>&#`zn@bb|Zn)n0l|#GpnFioU"
    "Bi{N?XICE9_7I5wGd8*vIBg7{+$T=h1UF+l@_}?{(B@itS`;>mn&JeO}RL633Q#{+5`*axwTo*V=q-&-^QY#cFfkpZn|"
    "_nra(FpZ@ygdHeR4_VeR4%+bJ^W9ByKSJ;#$f4Q_y?9X0UesTG+7n1me<?b5m=;Sf1_t-jN&}@DF^YeS>|DyiV%X{Z%D"
    "{L0m`Pn)M_xj%X`m3|`N_~FDI0>xR)I*2w`rPm@kK9bQo2g@tUz<VtK-!wDUBHEY<~?DvpV*7l_s+dEM?1S_gw5H}yN_"
    "023_2<PdC_(>hnB?8bg<i=P%3N&>V6d>oTW+FOZE9W?$=nmLf>jLjO?X))mV+SpD&aBkYeld>iJ|hPBGd2WEs6}dl^e4"
    "7gmyT1wB^jB_?L+wo1oaq5T^{bl4@DZ|ah6>(1y@XKR?UYkjeO8OvUIw*7SHOKAB2=>wN2UVb31cKyz*F5MVjmW+RBF1"
    "4Di^g+`w)}pVi21^^+gAY6?Klbq>(EZjVyT3KQ|Hx_90-a&49Nb{*46+LJI&$#tBgi8b8qI|U&B8jDK-Et55>5xlhuDW"
    "v6apC@nl!H2qZ4Rt7-konOPdIsEV2MZ>*3xoF9BOvY&B0b7gYNC!PDlITRrX!{i0$kE*;#}x<_cTwHw_;*Z44^2boq(J"
    "^k#JXTA_*8*D+-rvB!vT8y$R`)L~ggr!4trkZ72Y_Zi)t;GgZW1(>mXt8x~>ud|Nq_bD_E$+TkMPPh~jI*md3^~`G6yE"
    "zWd1_&aUc-;v=NiOW9Mmk<@froIj`heDowO;wU0_2!&uARqlMo-9ov+PSX6ZA<SWJX@&{~_V%^+~pXKO#G{oqx)T&rD!"
    "OP(PI3V*q>`H1r=GiBpPV>Y#hDf$N-IdXJ!V#92NEvPNT77+iI*rVTl^p_fsvUNIk+z>l{?A)>A=N>u!$T`r`xkt9rlD"
    ")G>K=kwwJK8weXi?hJYJ3XbxAm!0jr-ZDljMjg3@<g)i9zR3;WX}VphM%nlcyR@3}`k!xqK+~$Lxue$PYKz!ClvRcxC)"
    "Ll_pf6m^VCiH^Krc7@H+-qy{(UlQ%Xi`!9V~>#bO<Y^sZ^N!OML2=;8nE({llq6c-*V4*ljwT~_!rOf#2Gj6HS{ESL7S"
    "Vf(?V6*~GC`6crX%kfQp)l;QLDudPb*?6DtxTDvO~r=U@k~!thZXdCp{V?fhZ*1$kr*>oAy3WL@P?MPAELla@FVGT%gb"
    "<`E95xKG0KuvlM++63%aCPb+w8~Dygt-zItI55=hhRUh<7BmZsQJgJ@g4nUd&&DTz?TbU?lO3SXBKG=r#Wy0B8JVnwqE"
    "SY6d=B%wK$W4f-bYQwZGfau+%`^NdNCH9letj%C5bC9)D=KeC}_A@m*_bL>FN~RtkWm=vgJ1@nh*kt3()`yf-#3&8RRq"
    "!*KuoXPVNx787RU3!OrhG8F-ZIJ-WGqgDn=RrDttM-w#CA3{o!N#R4e^ytIhd4i5@oZ+3oEQrWt&qS(5|Yk+Nb3>S+jF"
    "h(%&VfJLWMRF|0o~Y^(tKX_Y*oWzDxL`wE#)kFu6jcJb5M^@fdwtG`OddLIs`3X5x9yu_Zmc%%(G$BDw+*+r~<5o9N8z"
    "8hL%&BjfL*+qKv&Iuvaqs=bsQPWsYCp{C0ql1SlZMt^a+B9}8ZMFI~J6=RtwYtrSuSetpt+!(Dg?dBND_eiwl4LI`)`H"
    "V)wseba*V{Fv+Gq}2XYL71{&`O$Xa)CNmzq!CnS}p7ll1p!A-x|wa_}gKIXE~tIDC{KoCq8oJ|OUqyaYyAOF2O}I5>QG"
    "G2#4|i)RiWE=a4gA!EusX(r0{i!W|R!?*WlAG_%oT5tpXw&db>+Wt20NWC9x@b@I`kF4{N>=ib^N^A!cq3{Z9;>B7jk-"
    "oQ`DLObfI5;>sI5;>sI5;>sI5;>sI5;>sI5;>sI5;>sI5;>sI5;>sI5_-*5T$qb-$)%C92^`R92^`R92^`R92^`R92^`"
    "R92^`R92^`R92^`R92^`R92^`R92^`R92^`R92^`R92^`R92^`RKJ@rsLR;d*"
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

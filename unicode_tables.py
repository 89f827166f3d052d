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
RETURN = 1 << 12
BLANK = 1 << 13
COMPLEX = 1 << 14

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

# What the rules for sentences ask, as sets of `re`: characters that end a sentence, dots that
# may, what closes after either, what goes on with the sentence, blanks, ends of lines, and what
# is as if not there.
FULL_STOPS = (
    r"\x21\x3f\u0589\u061d-\u061f\u06d4\u0700-\u0702\u07f9\u0837\u0839\u083d-\u083e\u0964-\u0965"
    r"\u104a-\u104b\u1362\u1367-\u1368\u166e\u1735-\u1736\u17d4-\u17d5\u1803\u1809\u1944-\u1945"
    r"\u1aa8-\u1aab\u1b4e-\u1b4f\u1b5a-\u1b5b\u1b5e-\u1b5f\u1b7d-\u1b7f\u1c3b-\u1c3c\u1c7e-"
    r"\u1c7f\u203c-\u203d\u2047-\u2049\u2cf9-\u2cfb\u2e2e\u2e3c\u2e53-\u2e54\u2e60-\u2e61\u3002"
    r"\ua4ff\ua60e-\ua60f\ua6f3\ua6f7\ua876-\ua877\ua8ce-\ua8cf\ua92f\ua9c8-\ua9c9\uaa5d-\uaa5f"
    r"\uaaf0-\uaaf1\uabeb\ufe12\ufe15-\ufe16\ufe56-\ufe57\uff01\uff1f\uff61\U00010a56-\U00010a57"
    r"\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U00011048\U000110be-\U000110c1"
    r"\U00011141-\U00011143\U000111c5-\U000111c6\U000111cd\U000111de-\U000111df\U00011238-"
    r"\U00011239\U0001123b-\U0001123c\U000112a9\U000113d4-\U000113d5\U0001144b-\U0001144c"
    r"\U000115c2-\U000115c3\U000115c9-\U000115d7\U00011641-\U00011642\U0001173c-\U0001173e"
    r"\U00011944\U00011946\U00011a42-\U00011a43\U00011a9b-\U00011a9c\U00011c41-\U00011c42"
    r"\U00011ef7-\U00011ef8\U00011f43-\U00011f44\U00016a6e-\U00016a6f\U00016af5\U00016b37-"
    r"\U00016b38\U00016b44\U00016d6e-\U00016d6f\U00016e98\U0001bc9f\U0001da88"
)
DOTS = r"\x2e\u2024\ufe52\uff0e"
CLOSING = (
    r"\x22\x27-\x29\x5b\x5d\x7b\x7d\u00ab\u00bb\u0f3a-\u0f3d\u169b-\u169c\u2018-\u201f\u2039-"
    r"\u203a\u2045-\u2046\u207d-\u207e\u208d-\u208e\u2308-\u230b\u2329-\u232a\u275b-\u2760"
    r"\u2768-\u2775\u27c5-\u27c6\u27e6-\u27ef\u2983-\u2998\u29d8-\u29db\u29fc-\u29fd\u2e00-"
    r"\u2e0d\u2e1c-\u2e1d\u2e20-\u2e29\u2e42\u2e55-\u2e5c\u2e62-\u2e63\u3008-\u3011\u3014-\u301b"
    r"\u301d-\u301f\ufd3e-\ufd3f\ufe17-\ufe18\ufe35-\ufe44\ufe47-\ufe48\ufe59-\ufe5e\uff08-"
    r"\uff09\uff3b\uff3d\uff5b\uff5d\uff5f-\uff60\uff62-\uff63\U0001f676-\U0001f678"
)
CONTINUING = (
    r"\x2c-\x2d\x3a-\x3b\u037e\u055d\u060c-\u060d\u07f8\u1802\u1808\u2013-\u2014\u3001\ufe10-"
    r"\ufe11\ufe13-\ufe14\ufe31-\ufe32\ufe50-\ufe51\ufe54-\ufe55\ufe58\ufe63\uff0c-\uff0d\uff1a-"
    r"\uff1b\uff64"
)
SPACES = r"\x09\x0b-\x0c\x20\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
NEWLINES = r"\x0a\x0d\u0085\u2028-\u2029"
UNSEEN = (
    r"\u00ad\u0300-\u036f\u061c\u070f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-"
    r"\U0001d17a\U000e0001"
)


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
    "c-rlhJ5R$f5XaAHN^G79&+txxp%n`wqlXM-XJhHcz|O#ABR*X}0IE=g5UL_z;v;aj)5IyX6p)ZW`9*Pj=l`93(!~H@h9"
    "FLkTc%#G(=wsv=;s_;<mYhxAZ#{UHizx@i2%{cH2JH*<v|q=Mk=+@hMCKxLb(}7)&Cim(hdXQ+#DNl9%bT&l#-Ad+Dhh"
    "gN(07#1cZ`+an6AgDJe%k#WRAgrlz%7CB{Vv!$(TS82tb?0hZDZgI@x->ODLXk9BW*cgcM}eR_VGBGWUobMp&+u(-6mv"
    "bq+oZ)|RD@9aj6z5Rnzd3}@gQ|7UYtCXEzCMoeK>-LiL^(;x@pQ8H5fX%^U1ZWtk743|NwAg5t!*O}6m9hIx;sV<}=Db"
    "cZN1c`u9PE&>2~?-MT8^@JSI&ft2!jp?h<L~BBY^s72vEOh0bUVm&@=NjRiQt#V30x4DO@TNQwfoUml!f9MTJ2{MMXu$"
    "pW+Q^Z+fQ"
)

# Run lengths over all code points, and which of _KINDS each run is.
_RUNS = (
    "c-rk-*>hXhc|Y4-0q~Fn1d^ackP<~emoN!Y3+2SJ1S%D*NOn{sR20gw;v{53$rb6wu%Wn3;<R;|wXM5HRpGj^o49G4q|"
    "1zF`jF{N^4d2)w0-dOtuGz_1)2W7b1t|@N^Mz|)70np33oa7EZ_Ogw{k`im%LALpDPZ;oO>lam6Xp*JV1+}A6*P2A42O"
    "85BY6Fq`%GE+nQo?Dk&6QrAXUF`cKlc<U#Z^MsI16-1L5%2!xT0>b*Y}MJnt2!Xvp2c=X*Yiw>SpAaqw;Nsk+@rAiqVJ"
    "h#as_(4az2|mE1BG3M8VaxP*4%FWQyPmi+so&Ajy>(1+yZee+4)UTmNcDf`!yi=;X9oR5n2N?8jHhzYSg~y!i7oDlTj{"
    "|mE{w9!X$JNt?8(G9Cru+f#iK2{C*)RrrrsH;1s$jq{#1td#S`g7)VYX<h?e4m<`iO50A(2zUY>UA(G!|gENPsNRXs18"
    "s)v-8Y2iseu-EJ$RF(l53L#=1gw&IsMS->;mHDcufx}vr*^-DcbI+iCd@LFh?`>V0{#YoW^@13i%%GV#H?s=EJk&R3OV"
    "f;z;cm;?qNiwfaW7S9!zTAh>^?>)Y1tQ2%B+zC8cC==WG8cY4Dpi%-cL)C4oJf*Nr9#ct#1mAM~XLfJ7o>F=SjP!;8`J"
    "P4{}Nvg`%m5tw0*~eHt++hv|GpK!+sE_Q9(Vxw_d1he=!iSP|y1hOMupPr@8r`WY*Z^9;o1$1zW(KvVW8YpkA{RgYWG-"
    "~K(~_fDH#c<H&sq|^#rgF8i@0@{J4u)Qf_MNC5~7dhWCH+u9GmJ7_H`|z9Cc+>n|Tu%rY6=Z+^IpNF4#Q-mPr)4G>q$A"
    "Elfd@sF<Sw!Y1?dx+1hEby@Z+30<=Fpd;ECN>^<-Qo9V0a}%*12D%hXiK&qy&oWSrh1BSd01^hHS9h<ykZ`?cCY+TKU1"
    "Nqf|YK*FCec3?yq%6I_dVF6>LNHikmvYPsAk(~@fQtVjDcoJW{X(9Wi@v|63;fxN(t3iWdb31c<_g>L+1GIs=@5b%`-n"
    "+qHgj2z}0OsCn4sQrHqHe5#jzroADNPt78}<ZGzmjlm$Rdr5tx-^9wx(^=*mUx^B7^fi9(%k$<P}nFn$G$w_>|PG#>O{"
    "pW**Ag8y3Zs{YEp%#BqgbU^ZWiXR+RYi7Xf2<|7#;m!kuvEW*f+SHMuj->0}25o1CahPiQdQiK$bxtGmYmk)IjV$iqF$"
    ")l}`jN!w$7*R0xYG)9B@1T6l<iq;4jrQ<vh(%&xjI6m2^rU!=e_Af{s?3W6=<!Ou&h3`1Y+*&--PbGQH|Ut6p6fUgAkG"
    "X$0pCvJvwV%Wc=ok~_Bmo>BdH~2E$3`ZS;9o#w2`Cq^$wmObdA^h%RDZrkn5ck=EzwM>Hb-M{yRT9&c1PCM&x9Fj3{w?"
    "=?7xLo7jU8XGKv*;)dkt&Jb?PGel1@<*iNj#`9CRNK&BReI6w!q_;yx52YW^aYU%Oe)6LJpl^a{ywj6nD1#5XU}v6`lQ"
    "xz^m15GA2*$I|r-O(nP?C#=Nf-l##hMT(EJMRmWJu+W_lBYS=CG%^im3JMXeeyFq$&8QBS(&IP1zx}U-em2u?|6gKwO#"
    "%vL0Dlgc{DX**@YxJzEr^nn0-Y{j9I%`5t(9Qvxbje_$fpMLDd7l@^1?#o;Q3A%ON%B=ZAPSN5Bn&tL%AqBJ2fqzMY)e"
    "ZnV?cw^0;IU;)gSQ=ZW<l5xTkyKgK^LdlB_w9Zrdr$U|8W2zLFYS{1H6K;uDjM^qJa0@)!h3s3^(pv+Nj0ge;lXSML4t"
    "Cp^ezu(=c8gA4ujc*_Z_Evu4aP#kO+rFP!6LyR`R@}kA$!^bwtr_W+=7vtY?&bmoN{}5FU2P@m{Kn*zTo8EfVDZ!!g8|"
    "_d=U|*zi1r;CuGe{DItoz~@L9RY-|t(RkE<D}y0~?f$ev6R4i8PoyZa3-Uw#WKtH$b5tQ!01}&13M)G!(!vmhyhD9FQ;"
    "4~#-2}hKlvKjxAz~zmefVT$lV8dO!acYk0M%vGtND9bj4EUX`G~aPo)XjhO;QeF#=$HC0FDo?*;Y_RTR_>!VGAhAusuY"
    "LKzf<j%sSNz$M)|8X_U!{U5BJ`=g5)3lN_t}GL$rQh4IU?-2NfL$Z>aFhG{*ViKnJ}83OiJ*f}bC)wiNLFnG0QHnu!I9"
    "!FX8mk(43oK!$;<Y?LWWGE_-ldv_;D37Zq5JIIw=)bJ`IkVc}sR6!dBkB1G9s3dAOZ66Bb)1I|7P%3FI7Qbf8xm!@1)n"
    "51?xj(Sn5`*<F8<$n95<Sf>LV|tZ@CzY=pEDFT3Pr06)O9fuJ?0a$Je~(t7BPoiGOl$fPBUO5Pnp@)PqQ6QA_h3UjF-g"
    "knF(3<DZO=4@Dzlq;?t`nGaO%IL(ceF#7k&-4{Qbd%o|$E@exLGNqFd^civ53%;%{dpQ{evB{9<O0hp9hF%wk0;+U9lr"
    "NqbQ#t=xnV}k<kBj>Y*}~%^UtZ)*ql_fQtf`?I+<J|jT$v;+;2-9E1XRA^7m7JHujWFe2}O_Vv&YlF;7MM*WlkjfFx}w"
    ";0Ur=X?Y#RZ`1(B(4hZ_w7~=yF?Q15Jdu@!A`Nw5roT#m_)a!vsf;IoKh=P5)cN+s$@zDDzyE$_Y*Z*QvFUwQun7?}{Y"
    "XfS_pRdHWKk5kTt@uWDEKP+dy)DlV@QV6WRwLQ&6MN%~kfRV691SciON?Wk!hFdpK!M6w6$PTt|7WpI8NX;zLGJyOAIt"
    "cBI6yX*C7XbVbH)ZEq+3}TO6#CZVt=lF(hJ1^{TWK+{$t0eIs!GUhGQbDL|;_N&SGP)o)7z;e<SvPDqbHi^KXj%`pS!A"
    "|9RR=o;&^{&c{Cf#W(tyIB@WgIB=NlW)t|8$0t~mWtnE;pg7A~VUryVTWq1#WaA%QXtG6oZ7yl1o3}|zdTGncO%Hd2mf"
    "n#rw?{dhYvr0by8p0~($)6W@3)`$!QZui0J`$m?amMXzSHiskKuB)-TB-zpspFsnwl-?2b-+bJkumWo2EA*_EuSAoyy&"
    "m_B%yp-#L~WhssRknhcWaJVh7Wp6-193txQpOTY1(zxCXgfBP$6WnW`o{|4(`XU~29D{K$jlN)Da(Bkg%zyAm9C@biE!"
    "IH-BcYgQx(ENvg^iThIz1!(t?_MvnT@$SE$9a9Bkl!Sh?~XD0uDe+IdcIs>1=g4UldXMdbV{9eN^Hybf=)Cm7tpG~jb?"
    "48yB*yn+S0EL1`UfWk2^!t7^C?L`IK+nX?HtgW}QwO?3)FXsxBqf@9An%U9F-=C;6C8SefaPPO4Z7RAQFa^l~*}RaRZq"
    "Y?*zGnT{o<(5J(Cor#vrKeoou9kh-MEPRQT6O6cd)~ac&u2L&4T}mpq=(U`ri?hlKtzNQy6-zX`nZRk4dau(nE2CF6*_"
    "d#RwuVJl*`NLcUejf<kFA?9jP0u~qvt-h51Ux-b<}98+R4^8L{emWS<z<_$F_O?mYBhERq%nXwYl0obAR<RtIhu9>|?W"
    "Ns%;W|`p%1U_U+sD^T%tLqk%KW%x%zT*`y|axwJv-Th~_pY~|v$q<U?oyUsc~xrp^HZV(2|)aO1uw}0+0>My*we{QDCW"
    "^kRGse^E@@1LuGccxyh&rKUAf%Tet=-&5za`;mtx03Bv>X_r#W{^IdwkGSBaG{@hPuR@y{aAhf><hEBvzLspIXiaWu`-"
    "N7Cxt&R*pBAVkd=3^+n!L$Y#Qo*9U`2eN!SbZxjODIv38lh)utKQOXa$;8f!n#ko}Ni>(bhCvJa=2?E6d!y={95OC*<8"
    "lTsNy*65{5%+hU*j<-zvH-hM}D>UEa72VdI(aFyCFlE>J)%Fuu_UhB^Cp(`*!~abmxJ2>tU2(M=cV>0z=J2v){6ll8)o"
    "i5?nuf6!eQh;Z+Q=S0`>=ff{YRnut=;UQ*7(7rzsy>obF7tx8*H6JR)Jne=kGg;JYu2ITxifNtaAla=~S-ZbZ~r#eHcX"
    "{kl~?8<C;DCAX*!S*~RA476K=WECkVdxHrs8$QBk`%?~ygRQmev)7F(+J?;$sykaXZ9o*H1M`*J3o83g$_%Nb}nO00a`"
    "SjJN9uG4OwxDTKfAbNw7-v}KJdOW^r6Y8vnq^vSvDHwm#RgPkp>YDV*!n>0BQ4C5&R*8Hx%*B9f$>c;&aUn-<Xm@Cc<;"
    "pIsf8ta9Y1oP>kwyQP_wG8u2Zn;SdU!RNt@!^B{tOajK=YO2I6BgbG4cB41J~;i-|A~T5B`4X#|e?OzoB0E8nHdOSPBa"
    "lBdam!e6d#J>p!-Ov(7sDw|x#6#WB^967o*v0*mC7SuLk3y6P9?9p#N`k}_7Y=a&+Wr&@6;KBo^E<AGTkqe-u3y*B4C3"
    "|O&favMN>{#PWqeW>?t8o(Ew{`Nt#zXAEGvtUV3@<g)i9r`o;WQp<phM&InFkw93}`lfY2`@jkJ%?uB0t<<^Luab@XGj"
    "gDov<BF>iS4ZiWR^Fg8ovObu?%CvR?6_Fwv}Hd?V*$y68Dlddfh5bW8iT^KG9MGxwr!F*wmY9F0PN*VYYGj6NU{6M7{t"
    "fJ0cFj@vD6e7&Rv<a&DP#AXDAZvGtI@go7R;J9-reeeFc%~<+!}5BgP*i^4VFoxwB*sjY$y2j+yrE_Ndnhmy{75?8(h6"
    "MXDml(l6=lhqNr|c3C0*34vR1()<y6=<U%j*j38ZOuFZo6mOH*vCL9{L2Oi6Ufltd_EI-p*Cg|90Knn6@GU0N+xu%cN6"
    "tgh)alF%G0Rl2UPX~VQFfau+%`^NdNC-#%gtj%C5bC9)D=Kdn(_R}>x_Zk#~N~RtkC0d>#J1<s?Rg;Y~TOU$VQAKH3s("
    "_!-gstManv{x3wPNE?$&?Rf*V{(ff{azu;AV?BLu<);F|nOZO=q@YM?-uiQw}CYoJ7fN@zN?QSJ>862eh}MEB0xnnylN"
    "o%IWV4(;f4eju_UT95z+}{j^G+(6Z)Rh5Z_tPmeN|RA%vfW}{(q;mWU*v7W{ORbX+g%U9U1Tt3={o#RAd?(8zwz6`RHH"
    "Qx#?v1a2I#OxwHdh>*k>d|JG^{8pAr<0xu#L>aS)izx_ZEYI6mbP1co1H44tXkV)#MdKof!15Gw?n<5>6L9fZ%eWl6>G"
    "t1He0&IcIus)Qf)Lxt#c<rlYgFQgst$z4XOFm-AVXQo20)-3+a9S==?Ddb8v8QaClEaI1xBFyi4Hkc?pcLhm{kAgM-5_"
    "E+(A+a`DXJ7Yov=Y{Zx{PnwC6{o;!|(eRzU*~e}<h8EmJzb(1=-L}82J5uk&8vJcZ`#tM?Bzu_+up-;VL?paCo48g>CD"
    "QkXGerjn2L}fS2L}fS2L}fS2L}fS2L}fS2L}fS2L}fS2L}fS2L}fS2M33r8{+it{v)Y_gM)*EgM)*EgM)*EgM)*EgM)*"
    "EgM)*EgM)*EgM)*EgM)*EgM)*EgM)*EgM)*EgM)*EgM)*EgM)*E!~X~T4>|PdUj"
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

"""The style sheet of the page: what the renderers and drawings leave to it.

Colours come from the palette of the renderers. Gradio marks its dark theme with
the class "dark", which here chooses the dark half of every light-dark() pair.
"""

from __future__ import annotations

from ..render import STYLE
from ..render.palette import DARK, LIGHT
from .texts_tab import EDIT, MARKED

_ERROR = ("#b00020", "#ff8a9a")
_ERROR_FILL = ("#fdecee", "#3d1218")


def _pair(colours: tuple[str, str]) -> str:
    return f"light-dark({colours[0]},{colours[1]})"


_TEXT = _pair((LIGHT.text, DARK.text))
_QUIET = _pair((LIGHT.quiet, DARK.quiet))
_RULE = _pair((LIGHT.rule, DARK.rule))
_PAGE = _pair((LIGHT.page, DARK.page))
_LINE = _pair((LIGHT.lines[0], DARK.lines[0]))
_FILL = _pair((LIGHT.fills[0], DARK.fills[0]))

CSS = (
    STYLE
    + f"""
:root {{ color-scheme: light; }}
:root:has(.dark), .dark {{ color-scheme: dark; }}
.rouge-pair {{ color-scheme: inherit; }}
.rouge-unseen {{
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; margin: 0;
}}
.gradio-container :is(button, input, textarea, summary, a, [tabindex]):focus-visible {{
  outline: 2px solid {_TEXT} !important; outline-offset: 2px;
}}
.rouge-message {{
  border-left: 4px solid; border-radius: 6px; padding: .75rem 1rem; white-space: pre-wrap;
  overflow-wrap: anywhere; color: {_TEXT};
}}
.rouge-error {{ border-color: {_pair(_ERROR)}; background: {_pair(_ERROR_FILL)}; }}
.rouge-info {{ border-color: {_LINE}; background: {_FILL}; }}
.rouge-scroll {{ overflow-x: auto; }}
.rouge-table {{ border-collapse: collapse; color: {_TEXT}; font-variant-numeric: tabular-nums; }}
.rouge-caption, .rouge-chart figcaption {{ margin: 0; color: {_QUIET}; font-size: .85rem; }}
.rouge-scroll table, .rouge-scroll tr {{ border: 0; margin: 0; }}
.rouge-scroll .rouge-table th, .rouge-scroll .rouge-table td {{
  padding: .35rem .9rem; border: 0; border-bottom: 1px solid {_RULE}; text-align: end;
  white-space: nowrap;
}}
.rouge-scroll .rouge-table thead th {{ font-size: .8rem; color: {_QUIET}; white-space: normal; }}
.rouge-scroll .rouge-table th:first-child {{ text-align: start; padding-left: .25rem; }}
@media (max-width: 480px) {{
  .rouge-scroll .rouge-table th, .rouge-scroll .rouge-table td {{ padding: .35rem .5rem; }}
}}
.rouge-scroll .rouge-table thead .rouge-long, .rouge-scroll .rouge-table .rouge-long {{
  white-space: normal; min-width: 11rem; text-align: start;
}}
#systems-ends .rouge-pairs .rouge-long {{ min-width: 0; }}
.rouge-pairs {{ width: 100%; }}
.rouge-pairs td, .rouge-pairs th {{ vertical-align: top; }}
@media (max-width: 640px) {{
  .rouge-pairs thead {{ display: none; }}
  .rouge-pairs tr {{ display: grid; grid-template-columns: auto 1fr; }}
  .rouge-pairs .rouge-long {{ grid-column: 1 / -1; }}
  .rouge-scroll .rouge-pairs tr > :not(:last-child) {{ border: 0; }}
  .rouge-pairs .rouge-long::before {{ content: attr(data-side) ": "; color: {_QUIET}; }}
}}
:is(.rouge-pairs, .rouge-bins) button {{
  color: {_LINE}; background: none; border: 1px solid currentColor; border-radius: 6px;
  padding: .15rem .6rem; cursor: pointer; font: inherit; min-width: 2.75rem;
}}
:is(.rouge-pairs, .rouge-bins) button:is(:hover, :focus-visible) {{ background: {_FILL}; }}
.rouge-plot .vega-embed {{ width: 100%; }}
.rouge-plot svg {{ max-width: 100%; height: auto; }}
.rouge-plot svg text {{ fill: {_TEXT}; }}
.rouge-plot .role-axis-grid line {{ stroke: {_RULE}; }}
.rouge-plot :is(.role-axis-domain, .role-axis-tick) line {{ stroke: {_QUIET}; }}
#file-histogram .mark-rule.role-mark line,
#file-histogram .role-legend-symbol :is(line, path) {{
  stroke: {_TEXT};
}}
.rouge-plot .vega-actions a:nth-child(n + 3) {{ display: none; }} /* saves SVG and PNG; no editor */
.rouge-plot details > summary {{ color: #1b1b1f; opacity: 1; }}
.rouge-running {{ align-items: center; }}
.rouge-running:not(:has(.rouge-progress)) {{ display: none; }}
.rouge-progress {{ color: {_TEXT}; }}
.rouge-progress-said {{ font-variant-numeric: tabular-nums; }}
.rouge-progress-bar {{
  display: block; height: .6rem; margin-top: .25rem; border-radius: .3rem; background: {_RULE};
  overflow: hidden;
}}
.rouge-progress-bar i {{ display: block; height: 100%; background: {_LINE}; }}
.rouge-results:has(.rouge-stale) :is(.rouge-block, .rouge-plot) {{ opacity: .45; }}
.rouge-results details > summary {{ cursor: pointer; color: {_QUIET}; }}
.rouge-plain {{
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto;
  color: {_TEXT};
}}
.rouge-code textarea {{ font-family: ui-monospace, monospace; font-size: .85rem; }}
.rouge-name {{ margin: 1rem 0 .25rem; color: {_TEXT}; }}
.gradio-container .rouge-results h2 {{ font-size: 1.15rem; margin: .5rem 0 0; color: {_TEXT}; }}
.rouge-scroll + .rouge-pair {{ margin-top: 1rem; }}
.rouge-notice:not(:has(.rouge-message)) {{ display: none; }}
.rouge-notice, .rouge-block, .rouge-block .html-container, .rouge-notice .html-container {{
  padding: 0 !important;
}}
.rouge-examples {{ gap: .5rem; }}
.rouge-examples button {{ flex: 0 1 auto; min-width: auto; width: auto; }}
.gradio-container textarea {{ unicode-bidi: plaintext; text-align: start; }}
.gradio-container .download-link {{ color: {_LINE} !important; }}
.dark .tab-container button.selected {{ color: {DARK.lines[0]} !important; }}
.gradio-container .wrap .or {{ color: {_QUIET}; }}
footer, footer a, footer button {{ color: {_QUIET} !important; }}
.gradio-container .rouge-about table {{
  display: block; overflow-x: auto; border: 0; padding: 0;
}}
.gradio-container .rouge-about :is(td, th) {{ padding: 6px 8px; }}
.gradio-container .rouge-about td:last-child {{ min-width: 15em; }}
.gradio-container .rouge-about :is(pre, pre *) {{
  white-space: pre-wrap !important; overflow-wrap: anywhere;
}}
.gradio-container .rouge-about :is(td, th) {{ border-color: {_RULE}; }}
.gradio-container .rouge-about pre code, .gradio-container .rouge-about pre span {{
  color: {_TEXT} !important;
}}
.rouge-verdict {{ align-items: center; }}
.rouge-chips label {{ font-variant-numeric: tabular-nums; }}
.rouge-bars {{
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  gap: .25rem 1.5rem; color: {_TEXT}; font-variant-numeric: tabular-nums;
}}
.rouge-bar {{ display: grid; grid-template-columns: 1fr auto; }}
.rouge-bar i {{
  grid-column: 1 / -1; height: 8px; border-radius: 4px; border: 1px solid {_QUIET};
  background: linear-gradient({_LINE} 0 0) no-repeat 0 / var(--share);
}}
@media (max-width: 480px) {{
  .rouge-bars {{ grid-template-columns: repeat(3, 1fr); gap: .75rem; }}
  .rouge-bar {{ grid-template-columns: 1fr; }}
  h1 {{ font-size: 1.3rem !important; }} /* Gradio puts its own class before all in here */
  .file-preview .stem {{ white-space: normal; overflow-wrap: anywhere; }}
  .file-preview .download {{ min-width: 0; width: auto; }} /* room for the name */
  .rouge-pair .rouge-said {{ margin-bottom: .25rem; }}
}}
.rouge-all summary {{ color: {_QUIET}; font-size: .85rem; cursor: pointer; }}
.rouge-placeholder {{ color: {_QUIET}; margin: 0; padding: 1rem; border: 1px dashed {_RULE};
  border-radius: 8px; }}
@media (min-width: 641px) {{ .rouge-pair {{ grid-template-columns: 1fr 1fr; }} }}
.rouge-pair .rouge-text {{ max-height: 55vh; overflow-y: auto; padding: 2px; }}
.rouge-pair.rouge-panels {{ display: grid; gap: .75rem; align-items: stretch; }}
.rouge-panels > #legend {{ grid-column: 1 / -1; }}
.rouge-panels .rouge-side {{ gap: .5rem; }}
.rouge-panels .rouge-side:has(.rouge-view input[value="{MARKED}"]:checked) .rouge-boxes,
.rouge-panels .rouge-side:has(.rouge-view input[value="{EDIT}"]:checked) > .rouge-block {{
  display: none;
}}
.rouge-panels .rouge-boxes {{ gap: .5rem; }}
.rouge-panels .rouge-boxes .block {{ border: 0; padding: 0; background: none; }}
.rouge-panels .rouge-boxes label > span {{ color: {_QUIET}; }}
.rouge-panels .form {{ border: 0; background: none; box-shadow: none; }}
.rouge-panels .rouge-boxes:not(:has(#reference-1)) label > span {{
  position: absolute; clip-path: inset(50%); /* its heading says it */
}}
.rouge-panels .rouge-view {{
  display: flex; justify-content: space-between; align-items: center; border: 0; padding: 0;
  background: none;
}}
.rouge-panels .rouge-view > span {{
  margin: 0; font-weight: 600; color: {_TEXT};
}}
.rouge-panels .rouge-view .wrap {{ gap: 0; flex-wrap: nowrap; }}
.rouge-panels .rouge-view label {{
  padding: .2rem .7rem; border: 1px solid {_QUIET}; box-shadow: none; border-radius: 0;
  background: none; color: {_TEXT};
}}
.rouge-panels .rouge-view label:first-child {{ border-radius: 6px 0 0 6px; border-inline-end: 0; }}
.rouge-panels .rouge-view label:last-child {{ border-radius: 0 6px 6px 0; }}
.rouge-panels .rouge-view label:has(:checked) {{ background: {_TEXT}; color: {_PAGE}; }}
.rouge-panels .rouge-view label:has(:focus-visible) {{
  outline: 2px solid {_TEXT}; outline-offset: 2px;
}}
.rouge-panels .rouge-view input {{ position: absolute; opacity: 0; pointer-events: none; }}
.rouge-panels .rouge-view label span {{ margin: 0; }}
.rouge-tools {{ gap: .5rem; }}
.rouge-tools button {{ flex: 0 1 auto; min-width: auto; width: auto; }}
@media (max-width: 640px) {{
  .rouge-examples {{ flex-wrap: nowrap; overflow-x: auto; }}
  .rouge-examples button {{ flex: 0 0 auto; }}
}}
.rouge-hint {{ color: {_QUIET}; }}
"""
)

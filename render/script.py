"""The script for pages that draw alignments with to_section."""

from __future__ import annotations

# The body of a function of ``element``, which holds the sections, now or later.
# The words of a text are one stop of the Tab key; arrows go from word to word.
SCRIPT = """
const state = {hovered: null, focused: null};
const light = () => {
  element.querySelectorAll('mark.lit').forEach(mark => mark.classList.remove('lit'));
  for (const word of [state.hovered, state.focused]) {
    if (!word || !word.isConnected) continue;
    for (const name of word.classList) {
      if (!/^k[0-9]+$/.test(name)) continue;
      const section = word.closest('.rouge-pair');
      section.querySelectorAll('mark.' + name).forEach(mark => mark.classList.add('lit'));
    }
  }
};
const word = event => event.target.closest && event.target.closest('.rouge-pair mark');
element.addEventListener('pointerover', event => { state.hovered = word(event); light(); });
element.addEventListener('pointerleave', () => { state.hovered = null; light(); });
element.addEventListener('focusin', event => { state.focused = word(event); light(); });
element.addEventListener('focusout', () => { state.focused = null; light(); });
element.addEventListener('keydown', event => {
  const mark = word(event);
  const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
  if (!mark || !step) return;
  const marks = [...mark.closest('.rouge-text').querySelectorAll('mark')];
  const next = marks[marks.indexOf(mark) + step];
  if (!next) return;
  event.preventDefault();
  mark.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
const oneStop = () => {
  for (const text of element.querySelectorAll('.rouge-text')) {
    text.querySelectorAll('mark').forEach((mark, k) => { mark.tabIndex = k ? -1 : 0; });
  }
};
new MutationObserver(oneStop).observe(element, {childList: true, subtree: true});
oneStop();
"""

"""The script for pages that draw alignments with to_section or to_panels."""

from __future__ import annotations

# The body of a function, run once for a page: pairs that are drawn later need no more of it.
# The words of a text are one stop of the Tab key; arrows go from word to word. The passage of
# a word that is pointed at, clicked or focused lights up, is scrolled into view in the other
# text, and is named under both.
SCRIPT = """
if (window.rougeMarks) return;
window.rougeMarks = true;
let hovered = null, focused = null, lit = [], said = null;
const word = event => event.target.closest?.('.rouge-pair mark') ?? null;
const reveal = (mark, pair) => {
  const own = mark.closest('.rouge-text');
  for (const text of pair.querySelectorAll('.rouge-text')) {
    const first = text === own ? null : text.querySelector('mark.lit');
    if (!first) continue;
    const box = text.getBoundingClientRect(), place = first.getBoundingClientRect();
    if (place.top < box.top || place.bottom > box.bottom) {
      text.scrollTop += place.top - box.top - box.height / 3;
    }
  }
};
const tell = (mark, pair) => {
  if (said) said.textContent = said.dataset.help;
  said = pair?.querySelector('.rouge-said') ?? null;
  if (!said) return;
  said.dataset.help ??= said.textContent;
  const ids = (mark.getAttribute('aria-describedby') ?? '').split(' ');
  const parts = ids.map(id => document.getElementById(id)?.textContent ?? '');
  said.textContent = `${mark.textContent}: ${parts.join(' ')}`;
};
const light = newest => {
  lit.forEach(mark => mark.classList.remove('lit'));
  lit = [];
  for (const mark of [hovered, focused]) {
    if (!mark?.isConnected) continue;
    const pair = mark.closest('.rouge-pair');
    const names = [...mark.classList].filter(name => /^k[0-9]+$/.test(name));
    if (names.length) lit.push(...pair.querySelectorAll(names.map(name => `mark.${name}`).join()));
  }
  lit.forEach(mark => mark.classList.add('lit'));
  const shown = [newest, hovered, focused].find(mark => mark?.isConnected) ?? null;
  const pair = shown?.closest('.rouge-pair');
  tell(shown, pair);
  if (newest) reveal(newest, pair);
};
document.addEventListener('pointerover', event => {
  const mark = word(event);
  if (mark === hovered) return;
  hovered = mark;
  light(mark);
});
document.addEventListener('click', event => { if (word(event)) light(word(event)); });
document.addEventListener('focusin', event => { focused = word(event); light(focused); });
document.addEventListener('focusout', () => { focused = null; light(null); });
document.addEventListener('keydown', event => {
  const mark = word(event);
  const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
  if (!mark || !step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const marks = [...mark.closest('.rouge-text').querySelectorAll('mark')];
  const next = marks[marks.indexOf(mark) + step];
  if (!next) return;
  event.preventDefault();
  mark.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
"""

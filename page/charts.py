"""Numbers -> charts in the grammar of Vega-Lite, which Gradio draws as SVG.

A chart goes out as what `gr.Plot` shows: titles on both axes, values where one
points, a menu that saves SVG or PNG. Each says in words what it shows, for those
who do not see it. Colours that the theme changes are set by the style sheet; here
are those of a saved picture, on white.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

N_BINS = 20
MAX_POINTS = 2000  # of a scatter: more could not be told apart, nor sent quickly
VERDICTS = ("better", "worse", "not significant")
# 3:1 and more against white and against the dark page, as all colours here.
COLOURS = {"better": "#2b8a43", "worse": "#d9433b", "not significant": "#7d7d88"}
SYSTEMS = (
    *("#4c78a8", "#c26a10", "#4d9a45", "#b279a2", "#e45756"),
    *("#3f8f88", "#9a8012", "#6f7be0", "#9d755d", "#808080"),
)
_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"  # a name; nothing is fetched
_ZERO = "#8a8a94"  # of lines that stand for no difference
_LINE = "#4c7df0"  # of bars and points


def bins_of(values: np.ndarray) -> np.ndarray:
    """Say in which of 20 equal parts of 0 to 1 each value lies; 1 lies in the last: (n,)."""
    edges = np.arange(N_BINS) / N_BINS  # the very numbers of edges_of: 0.15 lies from 0.15 on
    return np.maximum(np.searchsorted(edges, values, side="right") - 1, 0)


def edges_of(position: int) -> tuple[float, float]:
    """Bounds of a part of 0 to 1."""
    return position / N_BINS, (position + 1) / N_BINS


def histogram(values: np.ndarray, rouge_type: str, mean: float, median: float) -> dict[str, Any]:
    """Draw how many pairs have which score, with mean and median."""
    counts = np.bincount(bins_of(values), minlength=N_BINS).tolist()
    bars = [
        {"bin": k, "from": edges_of(k)[0], "to": edges_of(k)[1], "pairs": count}
        for k, count in enumerate(counts)
        if count
    ]
    rules = [{"F": mean, "what": "mean"}, {"F": median, "what": "median"}]
    x_axis = {"scale": {"domain": [0, 1]}, "title": f"F of {rouge_type}"}
    return _chart(
        f"Pairs by their F of {rouge_type}",
        220,
        f"mean {mean:.4f}, median {median:.4f}; each bar stands in the table below",
        "Click a bar to list its pairs",
        layer=[
            {
                "data": {"values": bars},
                "mark": {"type": "bar", "color": _LINE, "cursor": "pointer", "binSpacing": 2},
                "encoding": {
                    "x": {
                        "field": "from",
                        "type": "quantitative",
                        "bin": {"binned": True, "step": 1 / N_BINS},
                        "axis": {"values": [0, 0.2, 0.4, 0.6, 0.8, 1], "format": ".1f"},
                        **x_axis,
                    },
                    "x2": {"field": "to"},
                    "y": {
                        "field": "pairs",
                        "type": "quantitative",
                        "title": "pairs",
                        "axis": _WHOLE,
                    },
                    "tooltip": [
                        {"field": "pairs", "title": "pairs", "format": ","},
                        {"field": "from", "title": "F from", "format": ".2f"},
                        {"field": "to", "title": "to", "format": ".2f"},
                    ],
                },
            },
            {
                "data": {"values": rules},
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {
                    "x": {"field": "F", "type": "quantitative"},
                    "strokeDash": {
                        "field": "what",
                        "type": "nominal",
                        "title": None,
                        "legend": {"orient": "top"},
                    },
                    "tooltip": [
                        {"field": "what", "title": " "},
                        {"field": "F", "format": ".4f"},
                    ],
                },
            },
        ],
    )


def intervals(rows: Sequence[tuple[str, float, float, float]], title: str) -> dict[str, Any]:
    """Draw intervals under each other on one axis, which ends where F does, at 1.

    Args:
        rows: (label, low, mid, high), each between 0 and 1.
    """
    values = [
        {"name": _wrapped(label), "low": low, "F": mid, "high": high}
        for label, low, mid, high in rows
    ]
    lowest, highest = min(row[1] for row in rows), max(row[3] for row in rows)
    begin = max(float(np.floor(lowest * 20)) / 20 - 0.05, 0.0) if lowest > highest / 2 else 0.0
    end = min(max(float(np.ceil(highest * 20)) / 20, begin + 0.1), 1.0)
    scale = {"domain": [min(begin, end - 0.1), end], "nice": False}
    return _forest(values, title, "F", scale, None)


def differences(rows: Sequence[tuple[str, float, float, float, str]], title: str) -> dict[str, Any]:
    """Draw differences from a baseline with their intervals, and a line at zero.

    Args:
        rows: (label, low, difference, high, verdict).
        title: names the baseline.
    """
    values = [
        {
            "name": _wrapped(f"{label}\n{verdict}"),
            "low": low,
            "F": mid,
            "high": high,
            "verdict": verdict,
        }
        for label, low, mid, high, verdict in rows
    ]
    farthest = max(max(abs(row[1]), abs(row[3])) for row in rows) * 1.1 or 0.01
    scale = {"domain": [-farthest, farthest], "nice": False}
    return _forest(values, title, "difference in F", scale, "verdict")


def scatter(
    first: np.ndarray, second: np.ndarray, names: tuple[str, str], rouge_type: str
) -> dict[str, Any]:
    """Draw each pair by its F in two systems; above the line the second is better."""
    rows = np.arange(len(first))
    if len(rows) > MAX_POINTS:  # the same ones each time, spread evenly over the file
        rows = np.linspace(0, len(first) - 1, MAX_POINTS).astype(np.int64)
    values = [
        {"pair": row + 1, "a": round(float(first[row]), 4), "b": round(float(second[row]), 4)}
        for row in rows.tolist()
    ]
    shown = "" if len(rows) == len(first) else f", {len(rows):,} of {len(first):,}"
    domain = {"scale": {"domain": [0, 1]}, "type": "quantitative"}
    return _chart(
        f"F of {rouge_type}, a point a pair{shown}",
        340,
        f"{int((second > first).sum()):,} pairs are better in {names[1]}, "
        f"{int((first > second).sum()):,} in {names[0]}",
        "Click a point to open its pair",
        layer=[
            {
                "data": {"values": [{"a": 0, "b": 0}, {"a": 1, "b": 1}]},
                "mark": {
                    "type": "line",
                    "strokeDash": [4, 4],
                    "color": "#8a8a94",
                    "strokeWidth": 1.5,
                },
                "encoding": {"x": {"field": "a", **domain}, "y": {"field": "b", **domain}},
            },
            {
                "data": {"values": values},
                "mark": {
                    "type": "point",
                    "filled": True,
                    "size": 45,
                    "opacity": 0.7,
                    "color": _LINE,
                    "cursor": "pointer",
                },
                "encoding": {
                    "x": {"field": "a", "title": f"F of {_short(names[0])}", **domain},
                    "y": {"field": "b", "title": f"F of {_short(names[1])}", **domain},
                    "tooltip": [
                        {"field": "pair", "title": "pair", "format": ","},
                        {"field": "a", "title": names[0], "format": ".4f"},
                        {"field": "b", "title": names[1], "format": ".4f"},
                    ],
                },
            },
        ],
    )


def buckets(
    labels: Sequence[str],
    means: Sequence[Sequence[float]],
    names: Sequence[str],
    rouge_type: str,
    lengths_in: str,
) -> dict[str, Any]:
    """Draw the mean F of each system in each bucket of lengths.

    Args:
        labels: of the buckets.
        means: for each system one for each bucket.
        lengths_in: "words" or "characters".
    """
    values = [
        {"length": label, "F": mean, "system": _short(name)}
        for name, row in zip(names, means, strict=True)
        for label, mean in zip(labels, row, strict=True)
    ]
    system = {"field": "system", "type": "nominal", "sort": None, "legend": _BELOW}
    # Two scales of the same domain have one legend.
    scale = {"domain": [_short(name) for name in names]}
    colour = {**system, "scale": {**scale, "range": list(SYSTEMS)}}
    shape = {**system, "scale": scale}
    return _chart(
        f"Mean F of {rouge_type} by the length of the reference",
        260,
        "; ".join(f"{row['system']}, {row['length']}: {row['F']:.4f}" for row in values),
        data={"values": values},
        encoding={
            "x": {
                "field": "length",
                "type": "ordinal",
                "sort": None,
                "title": f"{lengths_in} of the first reference",
                "axis": {"labelAngle": 0},
            },
            "y": {"field": "F", "type": "quantitative", "title": f"mean F of {rouge_type}"},
            "tooltip": [
                {"field": "system"},
                {"field": "length", "title": lengths_in},
                {"field": "F", "format": ".4f"},
            ],
        },
        layer=[
            {"mark": "line", "encoding": {"color": colour}},
            {
                "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
                "encoding": {"color": colour, "shape": shape},
            },
        ],
    )


def _forest(
    values: list[dict[str, Any]], title: str, x_title: str, scale: dict, verdict: str | None
) -> dict[str, Any]:
    colour: dict[str, Any] = {"value": _LINE}
    if verdict is not None:
        colour = {
            "field": verdict,
            "type": "nominal",
            "scale": {"domain": list(VERDICTS), "range": [COLOURS[name] for name in VERDICTS]},
            "title": None,
            "legend": _BELOW,
        }
    y_axis = {
        "field": "name",
        "type": "nominal",
        "sort": None,
        "title": None,
        "axis": {"labelExpr": r"split(datum.label, '\n')", "labelLimit": 170},
    }
    x_axis = {"type": "quantitative", "scale": scale, "axis": {"tickCount": 5}}
    tooltip = [
        {"field": "name", "title": "of"},
        {"field": "F", "title": x_title, "format": "+.4f" if verdict else ".4f"},
        {"field": "low", "title": "from", "format": "+.4f" if verdict else ".4f"},
        {"field": "high", "title": "to", "format": "+.4f" if verdict else ".4f"},
    ]
    common = {"y": y_axis, "color": colour, "tooltip": tooltip}
    layer: list[dict[str, Any]] = [
        {
            "mark": {"type": "rule", "strokeWidth": 3},
            "encoding": {
                "x": {"field": "low", "title": x_title, **x_axis},
                "x2": {"field": "high"},
                **common,
            },
        },
        {
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
            "encoding": {"x": {"field": "F", "title": x_title, **x_axis}, **common},
        },
    ]
    if verdict is not None:
        layer.insert(
            0,
            {
                "data": {"values": [{"zero": 0}]},
                "mark": {"type": "rule", "strokeWidth": 1.5, "color": _ZERO},
                "encoding": {"x": {"field": "zero", "type": "quantitative"}},
            },
        )
    lines = sum(1 + value["name"].count("\n") for value in values)
    height = 20 + 18 * lines + 22 * len(values)
    said = "; ".join(
        f"{value['name']}: {value['F']:.4f}, {value['low']:.4f} to {value['high']:.4f}".replace(
            "\n", " "
        )
        for value in values
    )
    return _chart(title, height, said, data={"values": values}, layer=layer)


_WHOLE = {"format": ",d", "tickMinStep": 1, "tickCount": 4}
_BELOW = {"orient": "bottom", "columns": 1, "labelLimit": 280}


def _chart(title: str, height: float, said: str, hint: str = "", **parts: Any) -> dict[str, Any]:
    """Frame a chart: it fills the width it is given."""
    return {
        "$schema": _SCHEMA,
        "title": {
            "text": textwrap.wrap(title, 34),  # as much as a phone shows
            "subtitle": hint,
            **{"anchor": "start", "fontSize": 14, "subtitleFontSize": 12},
        },
        "width": "container",
        "height": height,
        "description": f"{title}: {said}",
        "autosize": {"type": "fit-x", "contains": "padding"},
        "background": "transparent",
        "usermeta": {"embedOptions": {"renderer": "svg", "downloadFileName": title}},
        "config": {
            "font": "system-ui, sans-serif",
            "view": {"stroke": None},
            "axis": {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"},
            "legend": {"labelFontSize": 12},
        },
        **parts,
    }


def shown(chart: dict[str, Any]) -> Any:
    """Give a chart as Gradio's plot takes it: it reads what Altair writes, and needs no Altair."""
    from gradio.components.plot import PlotData

    return PlotData(type="altair", plot=json.dumps(chart, ensure_ascii=False, allow_nan=False))


def _wrapped(label: str) -> str:
    """Break a long name into lines, at most three of 22 characters for each line it has."""
    lines = []
    for line in label.split("\n"):
        wrapped = textwrap.wrap(line, 22) or [""]
        if len(wrapped) > 3:
            wrapped = [*wrapped[:2], f"\u2026{line[-20:]}"]
        lines += wrapped
    return "\n".join(lines)


def _short(label: str) -> str:
    return label if len(label) <= 30 else f"{label[:14]}\u2026{label[-14:]}"

"""Files to try at once: one for the tab of a file, three systems for the tab of systems.

The texts are written for this page. They are put on disk when they are asked for,
so that they travel with the package and are read as a visitor's own files are.
"""

from __future__ import annotations

import json
from pathlib import Path

from . import stored

N_WORDS = 8  # of the system that gives up early

# (reference, what one system wrote, what a second one wrote)
_PAIRS = (
    (
        "The council voted to close the iron bridge to cars until its supports are repaired.",
        "The council has voted to close the iron bridge to cars until the supports are repaired.",
        "Council closes a bridge.",
    ),
    (
        "More than sixty firefighters fought a blaze at a harbour warehouse through the night.",
        "Sixty firefighters fought a blaze at a warehouse in the harbour all night.",
        "There was a fire at night near the water, and many people came to look at it.",
    ),
    (
        "Two million newspaper pages will go online at the national library this year.",
        "The national library will put two million newspaper pages online this year.",
        "The library goes online.",
    ),
    (
        "Heavy rain flooded three villages in the valley, but nobody was hurt.",
        "Three villages in the valley were flooded by heavy rain; nobody was hurt.",
        "It rained in the valley.",
    ),
    (
        "The city's trams will be free on Sundays from May to September.",
        "From May to September the trams of the city will be free on Sundays.",
        "The city's trams will be free.",
    ),
    (
        "A bakery that opened in 1902 closes its doors on Saturday.",
        "On Saturday a bakery that opened in 1902 will close its doors.",
        "A shop in the old town will sell no more bread after this week.",
    ),
    (
        "Researchers counted twice as many otters in the river as ten years ago.",
        "Twice as many otters live in the river as ten years ago, researchers say.",
        "Researchers counted otters in the river.",
    ),
    (
        "The train to the coast now takes forty minutes less than before.",
        "The train to the coast takes forty minutes less now.",
        "Trains are faster.",
    ),
    (
        "Pupils of the village school planted three hundred trees along the canal.",
        "Pupils planted three hundred trees along the canal near the village school.",
        "Three hundred trees were planted.",
    ),
    (
        "The museum returned a bronze mask to the island where it was found.",
        "The museum gave a bronze mask back to the island where it was found.",
        "A mask was returned by the museum.",
    ),
    (
        "Strong wind kept all ferries in port on Tuesday morning.",
        "All ferries stayed in port on Tuesday morning because of strong wind.",
        "Strong wind on Tuesday.",
    ),
    (
        "The orchestra plays its last concert in the old hall tonight.",
        "Tonight the orchestra plays its last concert in the old hall.",
        "Music lovers say goodbye to a building that they have known since they were young.",
    ),
    (
        "Apple growers expect a small harvest after the late frost in April.",
        "After the late frost in April, growers expect a small harvest of apples.",
        "Growers expect frost.",
    ),
    (
        "A new law lets tenants keep pets without asking the owner.",
        "Tenants may keep pets without asking the owner under a new law.",
        "A new law lets owners keep pets.",
    ),
    (
        "The clock in the market square has stopped for the first time since the war.",
        "For the first time since the war, the clock in the market square has stopped.",
        "The clock has stopped.",
    ),
    (
        "Divers found a wooden boat from the twelfth century in the lake.",
        "Divers have found a boat of wood from the twelfth century in the lake.",
        "An old boat was found.",
    ),
    (
        "The bus drivers' strike ends on Friday after an agreement on pay.",
        "The strike of the bus drivers ends on Friday; they agreed on pay.",
        "Buses will run again by the weekend, since both sides have settled their quarrel.",
    ),
    (
        "The island's only doctor retires, and no one has applied for the post.",
        "The only doctor of the island retires and no one has applied for the post.",
        "A doctor retires.",
    ),
    (
        "Solar panels on the school roof now cover half of its need for power.",
        "Half of the school's need for power is covered by solar panels on its roof.",
        "Solar panels on the roof.",
    ),
    (
        "The film festival shows forty films from twelve countries this week.",
        "This week the festival shows forty films from twelve countries.",
        "The film festival shows forty films from twelve countries.",
    ),
    (
        "A lost dog was found after nine days in the mountains.",
        "After nine days in the mountains a lost dog was found.",
        "The owners had given up hope before their pet came home.",
    ),
    (
        "The factory will build batteries instead of engines from next year.",
        "From next year the factory will build batteries instead of engines.",
        "The factory will build engines.",
    ),
    (
        "Beekeepers in the north lost a third of their colonies last winter.",
        "Last winter beekeepers in the north lost one colony in three.",
        "Beekeepers lost their colonies.",
    ),
    (
        "The post office in the harbour reopens on Monday with longer hours.",
        "On Monday the post office in the harbour reopens with longer hours.",
        "The post office reopens.",
    ),
)


def file() -> str:
    """Write a table of predictions and references: (path)."""
    path = stored.new_folder() / "sample.jsonl"
    _write(path, [{"prediction": system, "reference": ref} for ref, system, _ in _PAIRS])
    return str(path)


def systems() -> tuple[list[str], str]:
    """Write three systems, and the references they share: (paths, path)."""
    folder = stored.new_folder()
    texts = {
        "hasty": [hasty for *_, hasty in _PAIRS],
        "careful": [careful for _, careful, _ in _PAIRS],
        "first-eight-words": [" ".join(ref.split()[:N_WORDS]) for ref, *_ in _PAIRS],
    }
    for name, listed in texts.items():
        _write(folder / f"{name}.jsonl", [{"prediction": text} for text in listed])
    _write(folder / "references.jsonl", [{"reference": ref} for ref, *_ in _PAIRS])
    return [str(folder / f"{name}.jsonl") for name in texts], str(folder / "references.jsonl")


def _write(path: Path, records: list[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")

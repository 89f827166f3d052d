"""Files in and out: what the command line and the page both stand on.

streams.py    a path -> bytes -> decoded text, piece by piece
readers.py    one file -> its columns of texts
sources.py    several files -> blocks of pairs, in step
outputs.py    scores -> files, never half-written
problems.py   what goes wrong, told in one line

Nothing here scores, prints, or knows of commands and pages. What there is to
tell on the way goes to the logger "evaluate_rouge.files".
"""

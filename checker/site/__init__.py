"""
The rulings as pages: a folder of static HTML that needs no server and asks the network for nothing.

    links     where the page of a ruling, a case, a rule, a card stands
    scenes    plays each case on an engine that can tell its steps
    board     a position as panels, zones and frames, drawn by what the game's state schema says of it
    telling   actions, answers and expectations in words, with links
    rules     rule numbers: who cites them, and what became of them in later editions
    index     what the search in the browser looks things up in
    docs      the project's own documents
    engines   reports of engines
    pages     puts all of it into templates, and writes it

It knows no game: how a position is drawn stands in the schemas (`x-show` in `schemas/<game>/state.schema.json`).
"""

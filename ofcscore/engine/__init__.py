"""The rules of Open Face Chinese poker: pure functions on frozen values, standard library only.

Start at :func:`ofcscore.engine.scoring.score_hand`.
"""

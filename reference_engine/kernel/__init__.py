"""What both games share: rules that bear their number, questions to players, the trace, cards, the script."""

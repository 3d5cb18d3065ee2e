"""The line client: a whole game at one keyboard, alone with bots or passed from hand to hand."""

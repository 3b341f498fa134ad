"""Players that choose among legal actions, what they advise, and whole games that they play."""

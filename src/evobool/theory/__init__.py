"""The exact theory of small cases: neighbourhoods, landscapes, chains, drift and bounds."""

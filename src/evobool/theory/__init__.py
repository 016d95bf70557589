"""The truth next to the proof and the simulation: exact runtimes, dead ends, drift and bounds."""

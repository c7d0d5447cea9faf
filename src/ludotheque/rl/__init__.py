"""Learning environments: many matches at once, on the CPU or the GPU."""

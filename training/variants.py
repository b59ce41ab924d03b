"""What was compared; training/README.md has the numbers."""

BASE = {
    "heads": 1, "rounds": 1, "sides": 1, "hidden": 1024, "seed": 1, "batch": 8192, "block": 64, "epochs": 5, "lr": 4e-3,
    "context": 0.5, "frames": 0.15, "drop_name": 0.3, "drop_code": 0.15, "drop_query": 0.1,
    # People ask in fewer words than documentation has.
    "short_query": 0.35, "name_query": 0.22, "code_query": 0.05,
    "mix": (0.5, 0.3, 0.15, 0.1), "typescript": 2, "taught": 0.5, "softer": 1.0, "likened": 0.0,
    # How much more the path and the names of what encloses a passage count in use; to train with it gains nothing.
    "about": 16,
}
TEACHER = {
    **BASE, "batch": 4096, "epochs": 1, "lr": 3e-4, "context": 0.7, "drop_code": 0.1, "drop_query": 0.1, "short_query": 0.15,
    "name_query": 0.08, "typescript": 1,
}
LIKENED = {**BASE, "likened": 2.0}
VARIANTS = {
    "teacher": TEACHER,
    "taught": BASE,
    "likened": LIKENED,
    "likened-2": {**LIKENED, "seed": 2},
    "likened-more": {**LIKENED, "likened": 5.0, "seed": 3},
    "likened-softer": {**LIKENED, "softer": 0.6, "seed": 4},
    "likened-taught-more": {**LIKENED, "likened": 4.0, "taught": 0.7, "seed": 5},
    # Not read by the product yet.
    "large": {**BASE, "sides": 2, "rounds": 2, "hidden": 2048},
}

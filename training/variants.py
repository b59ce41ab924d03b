"""The compared variants; training/README.md has the numbers."""

BASE = {
    "heads": 1, "rounds": 1, "sides": 1, "hidden": 1024, "seed": 1, "batch": 8192, "block": 64, "epochs": 5, "lr": 4e-3,
    "context": 0.5, "frames": 0.15, "drop_name": 0.3, "drop_code": 0.15, "drop_query": 0.1,
    # Questions of people are shorter than documentation.
    "short_query": 0.35, "name_query": 0.22, "code_query": 0.05,
    "mix": (0.5, 0.3, 0.15, 0.1), "typescript": 2, "teacher_share": 0.5, "teacher_scale": 1.0, "aligned": 0.0,
    # How much more the words of the path and of the enclosing names count in use; training with it gains nothing.
    "about": 16,
}
TEACHER = {
    **BASE, "batch": 4096, "epochs": 1, "lr": 3e-4, "context": 0.7, "drop_code": 0.1, "drop_query": 0.1, "short_query": 0.15,
    "name_query": 0.08, "typescript": 1,
}
# "aligned" and its options were called "likened", "taught" and "softer" when the shipped model was trained; its header has these names.
ALIGNED = {**BASE, "aligned": 2.0}
VARIANTS = {
    "teacher": TEACHER,
    "distilled": BASE,
    "aligned": ALIGNED,
    "aligned-2": {**ALIGNED, "seed": 2},
    "aligned-more": {**ALIGNED, "aligned": 5.0, "seed": 3},
    "aligned-softer": {**ALIGNED, "teacher_scale": 0.6, "seed": 4},
    "aligned-teacher-more": {**ALIGNED, "aligned": 4.0, "teacher_share": 0.7, "seed": 5},
    # The product cannot read this one yet.
    "large": {**BASE, "sides": 2, "rounds": 2, "hidden": 2048},
}

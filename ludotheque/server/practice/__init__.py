"""A person's own mistakes, solved again when they are due: spaced repetition by FSRS. docs/review.md explains it."""

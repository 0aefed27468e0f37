"""Problems: the shipped positions, who tried them, and the ratings of both. docs/review.md explains them."""

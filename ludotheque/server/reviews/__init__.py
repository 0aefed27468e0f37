"""Reviews of finished matches: access and storage."""

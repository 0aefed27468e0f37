"""Gunkimono: daimyos lay their troops on a battlefield, for glory at once or for fortresses later."""

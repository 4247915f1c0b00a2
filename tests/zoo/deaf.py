"""Never reads, and never ends."""

import time

while True:
    time.sleep(60)

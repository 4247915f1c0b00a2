"""Stays when told to leave, politely or not."""

import signal
import time

from _brain import run  # type: ignore[import-not-found]

signal.signal(signal.SIGTERM, signal.SIG_IGN)
run()
while True:
    time.sleep(60)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of Coarsen, each with what it is about, the reason and the remedy."""


class Error(ValueError):
    """What went wrong: ``subject`` is the file or setting, ``reason`` what is wrong with it, ``remedy`` what to do (may be empty)."""

    def __init__(self, subject: str, reason: str = "", remedy: str = "") -> None:
        super().__init__(subject, reason, remedy)
        self.subject, self.reason, self.remedy = subject, reason, remedy

    def __str__(self) -> str:
        text = f"{self.subject}: {self.reason}" if self.subject else self.reason
        return f"{text}; {self.remedy}" if self.remedy else text


class InputError(Error):
    """An image, table or session that was given cannot be used."""


class SettingError(Error):
    """A setting is unknown, out of its range or impossible for these images."""


class EngineError(Error):
    """An engine or its device failed."""


class StorageError(Error):
    """A file could not be written."""

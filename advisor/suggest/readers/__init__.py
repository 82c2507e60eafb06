"""The files of a repository that say what it makes necessary: every module of this package holds one ecosystem's `READERS`."""

"""Text to text, ignorant of what the text is about: writers for new texts, editors for existing ones."""

"""The pages and questions by which a printer is measured."""

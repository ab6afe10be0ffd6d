"""What holds points: nails, attachments, paths, slides."""

"""What commands share: printing, messages, spinners, help."""

"""The owner's copy: what is only reconstructed, what it decides, and how he types what is printed."""

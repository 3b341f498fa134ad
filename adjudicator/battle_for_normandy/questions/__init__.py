"""What can be asked of The Battle for Normandy, by the part of play that it is about."""

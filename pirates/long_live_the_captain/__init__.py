"""Long Live the Captain: bribe the crew under cover and be elected their captain."""

"""Sample bots for Émile: easy, medium and hard. The other files hold what they share."""

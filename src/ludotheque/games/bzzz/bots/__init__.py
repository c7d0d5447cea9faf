"""Sample bots for Bzzz: easy, medium and hard are programs like any other bot; the other files help them."""

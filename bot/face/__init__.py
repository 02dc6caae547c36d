"""Code shared by the faces of all games: pictures, texts and screens, made from Views."""

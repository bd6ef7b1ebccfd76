"""The demo evening: three players, sixteen hands of pineapple, and everything that happens at a table.

Each hand is the boards of Ann, Bob and Cy; who is in Fantasyland follows from the hand before.
"""

PLAYERS = ("Ann", "Bob", "Cy")

HANDS = (
    # Bob takes two from Cy
    (
        "KcJc6s/7c7dQc8c2d/9d9hAhTc3c",
        "8s5d4c/KdQdTs9s5s/AcKhQsJhTh",
        "2c2sAs/6d6hKsQh4s/8d8h5h4d2h",
    ),
    # Cy fouls
    (
        "2h2s4s/TdTs7h5d3s/KdKh8d8sQd",
        "AsJh4h/JdJsQs5h3d/KcKsTc7s3c",
        "QcQh5c/AdTh9h8h6c/7d6h4d3h2d",
    ),
    # Ann enters Fantasyland with queens
    (
        "QdQs9c/AdAhKsTd5c/6d6h3d3sAs",
        "4d4sTh/JcJdKd9s7d/QcQh8h7s4h",
        "KcTc3h/5h5s8s4c2s/2c2d2hJh3c",
    ),
    # Ann leaves Fantasyland
    (
        "Th6s5h/As9h8h7d2c/4d4h4s3d3s",
        "7c7s6h/JdJhAcQd2h/KdKsQh8d2d",
        "Ah9s7h/TcTs5c4c2s/8c8s3c3h5d",
    ),
    # ties, and saved with two boards swapped
    (
        "Jd8h2c/6d6sJhTd7s/QsJcTh9c8d",
        "AcQh3s/4h4sKh8s5d/4c4dAsTs5s",
        "2d2s9s/7c7hKsQc3d/QdJsTc9h8c",
    ),
    # Ann and Cy foul
    (
        "8d8sTh/AhKc9s4h3d/TcTd9h7s5d",
        "6c6sAd/QhQsKdTs4s/AcAs2h2s9d",
        "5s3s2d/Qc9c5c3c2c/7c7dJd8c4c",
    ),
    # a scoop
    (
        "AhJh3d/6c6s7s5c3s/KdKh9s4h2d",
        "AdQh7d/JdJsQs8s6h/4c4d4sAcTc",
        "AsJcTd/9d9hQc8d2s/8c8h5d5h7c",
    ),
    # Bob enters Fantasyland with aces
    (
        "7h5d3c/8c8dKdJh2d/6h5c4s3h2c",
        "AdAsJd/QdQs3d3sTd/6c6d6sQh5s",
        "Ac7c4h/KhKsTcTh5h/9c9d9hJc7s",
    ),
    # Bob stays with four kings, Cy enters with queens
    (
        "5d4d2c/AcTs6s5c4s/TcTdJd4c3c",
        "8d8h4h/9c9s7d3s2h/KcKdKhKs6h",
        "QcQdJc/7h7s5h5s6d/AdAh8c8sJs",
    ),
    # Bob and Cy are both in Fantasyland, and both leave
    (
        "AcQh2d/3h3sAdJh2s/8c8sKhTh6d",
        "Ks7h2c/AsQc9d8h4h/JcJdJs5d5h",
        "9h9s7s/TdTsKd4d3d/8d7c6h5c4c",
    ),
    # a scoop
    (
        "Ac9h5c/AdAhTcTs4d/QcQdQsJs4h",
        "Kh7h6d/3h3sKcTh7c/8d8s2c2s9c",
        "QhTd3d/JcJdAs9s6s/8c8h2d2h9d",
    ),
    # Ann fouls, Bob has four queens
    (
        "JhJs6c/KdKh5h5sJd/AcAs8c7h5c",
        "Td3s2h/7d7s8d6s4d/QcQdQhQs2d",
        "8h6h2c/9c9d8s4h3d/TcTsAdKs6d",
    ),
    # a quiet one
    (
        "Kd8s5c/TdThJs9d6c/QhQsKh6s3d",
        "3h3s2h/5h5sAhJd2s/8c8dAsKs7d",
        "KcJh2c/6d6hQd8h4s/7c7hJc9h5d",
    ),
    # Cy enters Fantasyland with aces
    (
        "Ks6h5d/7d7sKcJd9s/8c8sQd4h2h",
        "9c9d3h/TcTh8d5h2s/KdKhAcQh3d",
        "AdAs3s/4c4d4sJh2c/6c6d6sQc5s",
    ),
    # Cy fouls in Fantasyland
    (
        "Ts7d4d/KsTc9h6s3d/QhJhTh8h4h",
        "7c7h4s/9c9dJc8s4c/JdJs2h2s5h",
        "QcQd8d/As9s7s5s3s/6c6d6h8c3h",
    ),
    # a scoop to end with
    (
        "Ac6d4h/9c9hAdTs3d/TcTd7d7s5c",
        "AhQc7h/4c4sKcQh9s/JhJs2c2h8c",
        "9d6h2d/8d8hAsQd5s/KdKhJc5d3s",
    ),
)
# This hand was saved with the boards of Ann and Bob swapped, and corrected.
SWAPPED_HAND = 5

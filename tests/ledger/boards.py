"""Hands to play with: the boards of Ann, Bob and Cy at a pineapple table, and what each of them then wins or loses."""

# Nobody fouls, and Ann comes out even although her pairs do not: 0, +2, −2.
QUIET = (
    "KcJc6s/7c7dQc8c2d/9d9hAhTc3c",
    "8s5d4c/KdQdTs9s5s/AcKhQsJhTh",
    "2c2sAs/6d6hKsQh4s/8d8h5h4d2h",
)
QUIET_UNITS = (0, 2, -2)
# Cy fouls: queens on top, ace high in the middle.
FOUL = (
    "2h2s4s/TdTs7h5d3s/KdKh8d8sQd",
    "AsJh4h/JdJsQs5h3d/KcKsTc7s3c",
    "QcQh5c/AdTh9h8h6c/7d6h4d3h2d",
)
FOUL_UNITS = (7, 5, -12)
# Ann and Cy both foul, and so settle nothing between them.
BOTH_FOUL = (
    "8d8sTh/AhKc9s4h3d/TcTd9h7s5d",
    "6c6sAd/QhQsKdTs4s/AcAs2h2s9d",
    "5s3s2d/Qc9c5c3c2c/7c7dJd8c4c",
)
BOTH_FOUL_UNITS = (-7, 14, -7)
# Everybody scoops everybody below: Bob both, Cy Ann.
SCOOPS = (
    "AhJh3d/6c6s7s5c3s/KdKh9s4h2d",
    "AdQh7d/JdJsQs8s6h/4c4d4sAcTc",
    "AsJcTd/9d9hQc8d2s/8c8h5d5h7c",
)
SCOOPS_UNITS = (-12, 12, 0)
# Bob and Cy come out even, one row each and one tied.
EVEN_PAIR = (
    "Ac9h5c/AdAhTcTs4d/QcQdQsJs4h",
    "Kh7h6d/3h3sKcTh7c/8d8s2c2s9c",
    "QhTd3d/JcJdAs9s6s/8c8h2d2h9d",
)
EVEN_PAIR_UNITS = (12, -6, -6)
# Ann enters Fantasyland with queens.
ANN_ENTERS = (
    "QdQs9c/AdAhKsTd5c/6d6h3d3sAs",
    "4d4sTh/JcJdKd9s7d/QcQh8h7s4h",
    "KcTc3h/5h5s8s4c2s/2c2d2hJh3c",
)
ANN_ENTERS_UNITS = (21, -12, -9)
# Ann, in Fantasyland, sets nothing that keeps her there.
ANN_LEAVES = (
    "Th6s5h/As9h8h7d2c/4d4h4s3d3s",
    "7c7s6h/JdJhAcQd2h/KdKsQh8d2d",
    "Ah9s7h/TcTs5c4c2s/8c8s3c3h5d",
)
ANN_LEAVES_UNITS = (8, 0, -8)
# Bob enters Fantasyland with aces.
BOB_ENTERS = (
    "7h5d3c/8c8dKdJh2d/6h5c4s3h2c",
    "AdAsJd/QdQs3d3sTd/6c6d6sQh5s",
    "Ac7c4h/KhKsTcTh5h/9c9d9hJc7s",
)
BOB_ENTERS_UNITS = (-7, 16, -9)
# Bob stays with four kings on the bottom, and Cy enters with queens.
BOB_STAYS_CY_ENTERS = (
    "5d4d2c/AcTs6s5c4s/TcTdJd4c3c",
    "8d8h4h/9c9s7d3s2h/KcKdKhKs6h",
    "QcQdJc/7h7s5h5s6d/AdAh8c8sJs",
)
BOB_STAYS_CY_ENTERS_UNITS = (-32, 24, 8)
# Bob and Cy, both in Fantasyland, both leave it.
BOB_AND_CY_LEAVE = (
    "AcQh2d/3h3sAdJh2s/8c8sKhTh6d",
    "Ks7h2c/AsQc9d8h4h/JcJdJs5d5h",
    "9h9s7s/TdTsKd4d3d/8d7c6h5c4c",
)
BOB_AND_CY_LEAVE_UNITS = (-17, 4, 13)
# With jokers: Ann’s makes a pair of queens, Bob's must not make aces.
JOKERS = ("X1Qd3c/AhAd5c6h9d/KcKdThTd3h", "X2As3d/KhKs5d6s9h/QhQsTsTc3s")
# For the four boards of criss-cross; the last one fouls.
FOUR_BOARDS = (
    "2h3d4c/5h5d6c7h9c/JhJdJc2c3c",
    "6hKd8c/9h9dTc2s3s/QhQdQc4h4d",
    "4s6s8d/Th7d8s9s5c/KhKcKs7c6d",
    "TsAs8h/JsQs3h2d5s/AhAdAc7sTd",
)

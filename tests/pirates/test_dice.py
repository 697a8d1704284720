"""Chance is the stream that NIST SP 800-108 describes, even, and different for every seed and position."""

import hashlib
import hmac
from collections import Counter

import pytest

from pirates.dice import SeededDice, pick, shuffle

SEED = bytes(range(32))


def stream(seed: bytes, position: int, count: int) -> list[int]:
    """Compute the first draws of 32 bits from the description alone."""
    blocks = b"".join(
        hmac.new(seed, position.to_bytes(8, "big") + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for block in range(count // 8 + 1)
    )
    return [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 4 * count, 4)]


def test_draws_are_the_counter_stream_keyed_by_the_seed() -> None:
    dice = SeededDice(SEED, 7)
    assert [dice.below(2**32) for _ in range(40)] == stream(SEED, 7, 40)


def test_a_known_answer() -> None:
    dice = SeededDice(SEED, 1)
    assert [dice.below(100) for _ in range(12)] == [number % 100 for number in stream(SEED, 1, 12)]


def test_numbers_beyond_the_last_whole_share_are_thrown_again() -> None:
    limit = 3 * 2**30
    drawn = stream(SEED, 3, 200)
    kept = [number for number in drawn if number < limit]
    assert len(kept) < len(drawn)
    dice = SeededDice(SEED, 3)
    assert [dice.below(limit) for _ in kept] == kept


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 52])
def test_every_number_is_as_likely_as_the_others(limit: int) -> None:
    dice, draws = SeededDice(SEED, limit), 200 * limit
    counts = Counter(dice.below(limit) for _ in range(draws))
    assert set(counts) == set(range(limit))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < (limit - 1) + 4 * (2 * (limit - 1)) ** 0.5


def test_every_order_of_a_shuffle_is_as_likely_as_the_others() -> None:
    dice = SeededDice(SEED, 9)
    orders = Counter(shuffle(dice, "abc") for _ in range(1200))
    assert len(orders) == 6
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 20


def test_seeds_and_positions_have_streams_of_their_own() -> None:
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(50)]
    shuffles = {shuffle(SeededDice(seed, position), range(52)) for seed in seeds for position in (1, 2)}
    assert len(shuffles) == 100


def test_the_same_position_meets_the_same_chance() -> None:
    assert shuffle(SeededDice(SEED, 5), range(52)) == shuffle(SeededDice(SEED, 5), range(52))


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_a_limit_out_of_range_is_an_error(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        SeededDice(SEED, 1).below(limit)


def test_one_thing_is_picked_without_choice_and_none_not_at_all() -> None:
    assert pick(SeededDice(SEED, 1), ["only"]) == "only"
    assert shuffle(SeededDice(SEED, 1), []) == ()
    with pytest.raises(ValueError, match="limit"):
        pick(SeededDice(SEED, 1), [])

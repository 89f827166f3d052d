# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Pairs of texts in, integer counts out: every type of ROUGE, pair by pair, in the cache.

What crosses this border are texts (strings, or UTF-8 bytes with offsets) or
token keys with offsets and marks of sentences going in, and int64 counts
coming out. Nothing is divided here. Each pair goes through three steps:

    tokens    a text's words as 64-bit keys; those of more than eight bytes by a hash
    ids       one table names the reference's tokens 0, 1, ...; every key found there
              is compared in full; a token of the prediction that is not there is -1
    counts    each type counts on the ids

The interpreter's lock is let go for a whole call; where a pair is long it is
taken once in a while to look for Ctrl-C.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset

import os

cdef extern from "Python.h":
    int PyUnicode_READY(object text) except -1
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    bint PyUnicode_IS_ASCII(object text)
    bint Py_UNICODE_ISSPACE(Py_UCS4 letter) nogil
    Py_ssize_t PyUnicode_GET_LENGTH(object text)

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int lowest_bit(uint64_t x) {
        unsigned long at; _BitScanForward64(&at, x); return (int)at;
    }
    static __inline int highest_bit(uint64_t x) {
        unsigned long at; _BitScanReverse64(&at, x); return (int)at;
    }
    #else
    #define lowest_bit(x) __builtin_ctzll(x)
    #define highest_bit(x) (63 - __builtin_clzll(x))
    #endif
    #if defined(__x86_64__) || defined(_M_X64)
    #include <immintrin.h>
    #define add_carry(carry, a, b, sum) _addcarry_u64(carry, a, b, (unsigned long long *)(sum))
    #else
    static inline unsigned char add_carry(
        unsigned char carry, uint64_t a, uint64_t b, uint64_t *sum) {
        uint64_t partial = a + b;
        unsigned char over = partial < a;
        *sum = partial + carry;
        return over | (*sum < partial);
    }
    #endif
    """
    int lowest_bit(uint64_t word) nogil
    int highest_bit(uint64_t word) nogil
    unsigned char add_carry(unsigned char carry, uint64_t a, uint64_t b, uint64_t* total) nogil


# That of the package it was built with; another one's is not used.
VERSION = "1.1.0"

# What a type asks for: a code and one number (n, or the skip distance, -1 for any; a weight).
NGRAM = 0
LCS = 1
UNION = 2
SKIP = 3
SKIP_UNIGRAM_155 = 4
SKIP_UNIGRAM_2004 = 5
WEIGHTED_155 = 6  # its number is the weight; counts are float64, in the bits of int64
WEIGHTED_2004 = 7

cdef enum:
    _NGRAM = 0
    _LCS = 1
    _UNION = 2
    _SKIP = 3
    _SKIP_UNIGRAM_155 = 4
    _SKIP_UNIGRAM_2004 = 5
    _WEIGHTED_155 = 6
    _WEIGHTED_2004 = 7

cdef enum:
    UTF8 = 0  # the kind of a text that is bytes; the others are Python's, 1, 2 or 4 bytes a letter
    WORDS = 4  # of 64 positions, in a block of the reference
    BLOCK = 256  # positions of a block
    POLL = 1 << 26  # steps of the inner loops after which Ctrl-C is looked for
    POWERS = 8  # tables of powers that are kept, one a type
    KEPT_BYTES = 1 << 24  # a workspace larger than this is not kept for the next call

cdef int64_t MOST_MOVES = 1 << 24  # bytes: of a weighted LCS, at least, before rows go again
cdef int64_t MOST_CARRIES = 1 << 26  # bytes: those of all blocks are kept while they fit

cdef uint64_t ONES = 0x0101010101010101
cdef uint64_t HIGH = 0x8080808080808080
cdef uint64_t LONG = 1ULL << 63  # marks the key of a token of more than eight bytes
cdef uint32_t MOST_STAMPS = <uint32_t>0xFFFFFFFFU
cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15

# Drawn anew in each process, so that nobody can prepare tokens that collide.
cdef uint64_t MULTIPLIER = int.from_bytes(os.urandom(8), "little") | 1
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")

cdef uint64_t[9] FIRST_BYTES  # of n bytes: the mask that keeps them
for _n in range(8):
    FIRST_BYTES[_n] = (1ULL << (8 * _n)) - 1
FIRST_BYTES[8] = ~<uint64_t>0


# --- memory -------------------------------------------------------------------------------


cdef struct Buffer:
    void* data
    int64_t size  # bytes


cdef int reserve(Buffer* buffer, int64_t n_bytes) except -1 nogil:
    """Make room; what was in it stays."""
    cdef void* grown
    if n_bytes <= buffer.size:
        return 0
    if n_bytes < buffer.size + buffer.size // 2:
        n_bytes = buffer.size + buffer.size // 2
    grown = realloc(buffer.data, n_bytes)
    if grown == NULL:
        with gil:
            raise MemoryError("not enough memory to count a pair of texts of this length")
    buffer.data = grown
    buffer.size = n_bytes
    return 0


cdef struct Entry:
    uint64_t key
    uint32_t id
    uint32_t stamp  # of the use of the table that wrote it; others' entries count as empty


cdef struct Table:
    Buffer entries
    int64_t n_entries  # that were ever cleared
    uint64_t mask
    int shift
    uint32_t stamp


cdef int clear(Table* table, int64_t n_keys) except -1 nogil:
    """Empty a table, and make it twice as large as the number of keys."""
    cdef int64_t size = 16
    cdef int bits = 4
    while size < 2 * n_keys:
        size *= 2
        bits += 1
    if size > table.n_entries or table.stamp == MOST_STAMPS:
        reserve(&table.entries, size * sizeof(Entry))
        table.n_entries = table.entries.size // <int64_t>sizeof(Entry)
        memset(table.entries.data, 0, table.entries.size)
        table.stamp = 0
    table.stamp += 1
    table.mask = size - 1
    table.shift = 64 - bits
    return 0


cdef inline uint32_t find_or_add(Table* table, uint64_t key, uint32_t new_id) noexcept nogil:
    """Find the id of an exact key, or give it the new one."""
    cdef Entry* entries = <Entry*>table.entries.data
    cdef uint64_t slot = (key * MULTIPLIER) >> table.shift
    while True:
        if entries[slot].stamp != table.stamp:
            entries[slot].key = key
            entries[slot].id = new_id
            entries[slot].stamp = table.stamp
            return new_id
        if entries[slot].key == key:
            return entries[slot].id
        slot = (slot + 1) & table.mask


cdef inline int32_t find(Table* table, uint64_t key) noexcept nogil:
    """Find the id of an exact key, -1 if it is not there."""
    cdef Entry* entries = <Entry*>table.entries.data
    cdef uint64_t slot = (key * MULTIPLIER) >> table.shift
    while entries[slot].stamp == table.stamp:
        if entries[slot].key == key:
            return <int32_t>entries[slot].id
        slot = (slot + 1) & table.mask
    return -1


# --- what a pair is held in ---------------------------------------------------------------


cdef struct Text:
    const void* data
    int64_t length  # letters, or bytes of UTF-8
    int kind


cdef struct Side:
    Buffer narrow_bytes  # uint8: the text with one byte a letter
    Buffer folded_bytes  # uint8: lower-case, 0 between tokens
    Buffer key_values  # uint64 (n)
    Buffer begin_marks  # uint8 (n): the token is the first of its sentence
    Buffer long_places  # int64 (n_long, 2): start and length in folded_bytes
    Buffer id_values  # int32 (n)
    Buffer count_values  # int32 (n_ids): how often each id stands on this side
    Buffer kept_ids  # int32 (n_kept): ids of the tokens that both sides have
    Buffer kept_places  # int32 (n_kept): where they stand
    Buffer row_names  # int32 (n_names): the ids of one sentence after the other, for rougeW
    Buffer row_tokens  # int32 (n_names): where they stand
    Buffer row_offsets  # int64 (n_rows + 1): the names of each sentence
    Buffer grams  # int32 (n): the n-gram that begins at each token, -1 if it cannot match
    const uint64_t* keys
    const uint8_t* begins
    int64_t n
    int64_t n_long
    int64_t n_sentences
    int64_t n_kept
    int64_t n_rows


cdef struct Work:
    Side pred
    Side ref
    Table tokens
    Table pairs
    Buffer first_long  # int64 (n_ids): the long token that an id stands for, -1 if it is short
    Buffer masks  # uint64
    Buffer local_rows  # int32 (n_ids)
    Buffer columns  # int32
    Buffer column_masks  # uint64
    Buffer states  # uint64
    Buffer carries  # uint8
    Buffer unioned  # int32 (n_ids)
    Buffer left  # int32
    Buffer ended  # int64
    Buffer flags  # uint8
    Buffer ngram_hits  # int64
    Buffer[POWERS] powers  # float64: k ** weight for k from 0
    double[POWERS] weights
    int64_t[POWERS] n_powers
    Buffer values  # float64 (n_columns + 1): a row of the table of a weighted LCS
    Buffer runs  # int32 (n_columns + 1): how many matches end in each of its cells
    Buffer moves  # uint8
    Buffer saved  # float64, int32: values and runs of the first row of each block
    int64_t n_ids
    int64_t lcs  # of the pair, -1 where it is not known yet
    int64_t steps  # since Ctrl-C was looked for
    int* stop  # not 0 where another thread has seen it


cdef struct Types:
    int64_t n
    int64_t* codes  # (n)
    int64_t* numbers  # (n)
    double* weights  # (n)
    int64_t n_orders
    int64_t* orders  # (n_orders): each n of the n-grams, rising
    int64_t* order_of  # (n): of an NGRAM, which of the orders it is


cdef int poll(Work* work, int64_t steps) except -1 nogil:
    """Look for Ctrl-C after so many more steps."""
    work.steps += steps
    if work.steps < POLL:
        return 0
    work.steps = 0
    with gil:
        PyErr_CheckSignals()
        if work.stop != NULL and work.stop[0]:
            raise KeyboardInterrupt
    return 0


cdef void release_side(Side* side) noexcept nogil:
    free(side.narrow_bytes.data)
    free(side.folded_bytes.data)
    free(side.key_values.data)
    free(side.begin_marks.data)
    free(side.long_places.data)
    free(side.id_values.data)
    free(side.count_values.data)
    free(side.kept_ids.data)
    free(side.kept_places.data)
    free(side.grams.data)
    free(side.row_names.data)
    free(side.row_tokens.data)
    free(side.row_offsets.data)


cdef class Workspace:
    """The memory that counting works in, for one thread at a time."""

    cdef Work work

    def __cinit__(self):
        memset(&self.work, 0, sizeof(Work))

    def __dealloc__(self):
        cdef Work* work = &self.work
        cdef int k
        release_side(&work.pred)
        release_side(&work.ref)
        free(work.tokens.entries.data)
        free(work.pairs.entries.data)
        free(work.first_long.data)
        free(work.masks.data)
        free(work.local_rows.data)
        free(work.columns.data)
        free(work.column_masks.data)
        free(work.states.data)
        free(work.carries.data)
        free(work.unioned.data)
        free(work.left.data)
        free(work.ended.data)
        free(work.flags.data)
        free(work.ngram_hits.data)
        for k in range(POWERS):
            free(work.powers[k].data)
        free(work.values.data)
        free(work.runs.data)
        free(work.moves.data)
        free(work.saved.data)

    cdef bint is_small(self):
        """Whether it is worth keeping: what grows with the longest text has not grown far."""
        cdef Work* work = &self.work
        return (
            work.pred.folded_bytes.size + work.ref.folded_bytes.size < KEPT_BYTES
            and work.pred.id_values.size + work.ref.id_values.size < KEPT_BYTES
            and work.pairs.entries.size < KEPT_BYTES
            and work.states.size + work.carries.size < KEPT_BYTES
            and work.moves.size + work.saved.size <= MOST_MOVES
        )


# --- text -> keys -------------------------------------------------------------------------


cdef int narrow(Side* side, const Text* text) except -1 nogil:
    """Rewrite a text with one byte a letter; those beyond ASCII separate, except two.

    U+0130 lower-cased is an i and a mark that separates, U+212A is a k.

    Returns the new length by ``side.n``.
    """
    cdef int64_t i = 0
    cdef int64_t k = 0
    cdef uint32_t letter
    cdef const uint8_t* utf8 = <const uint8_t*>text.data
    cdef const uint16_t* two = <const uint16_t*>text.data
    cdef const uint32_t* four = <const uint32_t*>text.data
    cdef uint8_t* out
    reserve(&side.narrow_bytes, 2 * text.length + 1)
    out = <uint8_t*>side.narrow_bytes.data
    if text.kind == UTF8:
        while i < text.length:
            if utf8[i] == 0xC4 and i + 1 < text.length and utf8[i + 1] == 0xB0:
                out[k] = 105
                out[k + 1] = 32
                k += 2
                i += 2
            elif (
                utf8[i] == 0xE2
                and i + 2 < text.length
                and utf8[i + 1] == 0x84
                and utf8[i + 2] == 0xAA
            ):
                out[k] = 107
                k += 1
                i += 3
            else:
                out[k] = utf8[i]
                k += 1
                i += 1
    else:
        for i in range(text.length):
            letter = two[i] if text.kind == 2 else four[i]
            if letter < 0x80:
                out[k] = <uint8_t>letter
            elif letter == 0x130:
                out[k] = 105
                k += 1
                out[k] = 32
            elif letter == 0x212A:
                out[k] = 107
            else:
                out[k] = 0x80
            k += 1
    side.n = k
    return 0


cdef bint has_special_letter(const uint8_t* utf8, int64_t length) noexcept nogil:
    """Look for U+0130 and U+212A."""
    cdef int64_t i = 0
    cdef uint64_t word
    while i + 8 <= length:
        memcpy(&word, utf8 + i, 8)
        if word & HIGH:
            break
        i += 8
    while i + 1 < length:
        if utf8[i] == 0xC4 and utf8[i + 1] == 0xB0:
            return True
        if utf8[i] == 0xE2 and utf8[i + 1] == 0x84 and i + 2 < length and utf8[i + 2] == 0xAA:
            return True
        i += 1
    return False


cdef inline uint64_t long_key(const uint8_t* token, int64_t length) noexcept nogil:
    """Hash a token of more than eight bytes; eight more may be read after it."""
    cdef uint64_t hashed = SEED ^ (<uint64_t>length * GOLDEN)
    cdef uint64_t piece
    cdef int64_t i = 0
    while i < length:
        memcpy(&piece, token + i, 8)
        if length - i < 8:
            piece &= FIRST_BYTES[length - i]
        hashed = (hashed ^ piece) * MULTIPLIER
        hashed ^= hashed >> 32
        i += 8
    return hashed | LONG


cdef int tokenize(Side* side, const Text* text) except -1 nogil:
    """Cut a text into rouge_score's tokens: runs of a-z and 0-9 of the lower-cased text.

    Sixty-four bytes at a time become a word of bits, 1 in a token; where the
    bits change, a token begins or ends.
    """
    cdef const uint8_t* source = <const uint8_t*>text.data
    cdef int64_t length = text.length
    cdef uint8_t* folded
    cdef uint64_t* keys
    cdef uint8_t* begins
    cdef int64_t* places
    cdef uint8_t[64] tail
    cdef const uint8_t* block
    cdef int64_t base, start = 0, stop, size
    cdef int64_t n = 0, n_long = 0, n_sentences = 0
    cdef uint64_t word, lower, low, digit, letter, in_token, newline, inside, newlines, edges
    cdef uint64_t before = 0  # whether the last byte of the block before is in a token
    cdef bint is_open = False
    cdef bint begins_sentence = True
    cdef uint64_t below
    cdef int k, at

    if text.kind > 1 or (text.kind == UTF8 and has_special_letter(source, length)):
        narrow(side, text)
        source = <const uint8_t*>side.narrow_bytes.data
        length = side.n
    reserve(&side.folded_bytes, length + 136)
    reserve(&side.key_values, 8 * (length // 2 + 2))
    reserve(&side.begin_marks, length // 2 + 2)
    reserve(&side.long_places, 16 * (length // 9 + 2))
    folded = <uint8_t*>side.folded_bytes.data
    keys = <uint64_t*>side.key_values.data
    begins = <uint8_t*>side.begin_marks.data
    places = <int64_t*>side.long_places.data

    base = 0
    while base <= length:  # once more than needed, so that the last token ends
        block = source + base
        if base + 64 > length:
            memset(tail, 0, 64)
            if length > base:
                memcpy(tail, source + base, length - base)
            block = tail
        inside = 0
        newlines = 0
        for k in range(8):
            memcpy(&word, block + 8 * k, 8)
            # Sums of seven bits: the highest bit of a byte tells whether it reaches a bound.
            lower = word | (0x20 * ONES)
            low = lower & ~HIGH
            letter = (low + (0x80 - 97) * ONES) & ~(low + (0x80 - 123) * ONES)
            low = word & ~HIGH
            digit = (low + (0x80 - 48) * ONES) & ~(low + (0x80 - 58) * ONES)
            in_token = (letter | digit) & ~word & HIGH
            newline = ~(((low ^ (10 * ONES)) + 0x7F * ONES) | word) & HIGH
            in_token >>= 7
            lower &= in_token * 0xFF
            memcpy(folded + base + 8 * k, &lower, 8)
            # The bits of eight bytes move together in the highest byte.
            inside |= ((in_token * 0x0102040810204080ULL) >> 56) << (8 * k)
            newlines |= (((newline >> 7) * 0x0102040810204080ULL) >> 56) << (8 * k)
        edges = inside ^ ((inside << 1) | before)
        before = inside >> 63
        while edges:
            at = lowest_bit(edges)
            edges &= edges - 1
            if not is_open:
                start = base + at
                is_open = True
                below = (1ULL << at) - 1
                if newlines & below:
                    begins_sentence = True
                    newlines &= ~below
                continue
            is_open = False
            stop = base + at
            size = stop - start
            if size <= 8:
                memcpy(&word, folded + start, 8)
                keys[n] = word & FIRST_BYTES[size]
            else:
                keys[n] = long_key(folded + start, size)
                places[2 * n_long] = start
                places[2 * n_long + 1] = size
                n_long += 1
            begins[n] = begins_sentence
            n_sentences += begins_sentence
            begins_sentence = False
            n += 1
        if newlines:
            # After the last token that began in the block; one that is still open has none.
            begins_sentence = True
        base += 64
    side.keys = keys
    side.begins = begins
    side.n = n
    side.n_long = n_long
    side.n_sentences = n_sentences
    return 0


# --- keys -> ids --------------------------------------------------------------------------


cdef int name_tokens(Work* work) except -1 nogil:
    """Name the reference's tokens 0, 1, ... and the prediction's by them; count both sides."""
    cdef Side* pred = &work.pred
    cdef Side* ref = &work.ref
    cdef Table* table = &work.tokens
    cdef Entry* entries
    cdef int64_t i, slot_long, n_ids = 0, long_seen = 0
    cdef int64_t* first_long
    cdef int64_t* places
    cdef int64_t* others
    cdef int32_t* ids
    cdef int32_t* in_ref
    cdef int32_t* in_pred
    cdef uint64_t key, slot
    cdef int32_t found
    clear(table, ref.n)
    reserve(&ref.id_values, 4 * ref.n + 4)
    reserve(&pred.id_values, 4 * pred.n + 4)
    reserve(&ref.count_values, 4 * ref.n + 4)
    reserve(&pred.count_values, 4 * ref.n + 4)
    reserve(&work.first_long, 8 * ref.n + 8)
    entries = <Entry*>table.entries.data
    first_long = <int64_t*>work.first_long.data
    places = <int64_t*>ref.long_places.data
    in_ref = <int32_t*>ref.count_values.data
    ids = <int32_t*>ref.id_values.data
    for i in range(ref.n):
        key = ref.keys[i]
        slot = (key * MULTIPLIER) >> table.shift
        if key & LONG == 0 or ref.n_long == 0:
            while entries[slot].stamp == table.stamp and entries[slot].key != key:
                slot = (slot + 1) & table.mask
            slot_long = -1
        else:
            while entries[slot].stamp == table.stamp and not (
                entries[slot].key == key
                and same_token(ref, long_seen, ref, first_long[entries[slot].id])
            ):
                slot = (slot + 1) & table.mask
            slot_long = long_seen
            long_seen += 1
        if entries[slot].stamp != table.stamp:
            entries[slot].key = key
            entries[slot].id = <uint32_t>n_ids
            entries[slot].stamp = table.stamp
            first_long[n_ids] = slot_long
            in_ref[n_ids] = 0
            n_ids += 1
        ids[i] = <int32_t>entries[slot].id
        in_ref[ids[i]] += 1

    in_pred = <int32_t*>pred.count_values.data
    memset(in_pred, 0, 4 * n_ids)
    ids = <int32_t*>pred.id_values.data
    long_seen = 0
    for i in range(pred.n):
        key = pred.keys[i]
        slot = (key * MULTIPLIER) >> table.shift
        if key & LONG == 0 or pred.n_long == 0:
            while entries[slot].stamp == table.stamp and entries[slot].key != key:
                slot = (slot + 1) & table.mask
        else:
            while entries[slot].stamp == table.stamp and not (
                entries[slot].key == key
                and same_token(pred, long_seen, ref, first_long[entries[slot].id])
            ):
                slot = (slot + 1) & table.mask
            long_seen += 1
        found = -1
        if entries[slot].stamp == table.stamp:
            found = <int32_t>entries[slot].id
            in_pred[found] += 1
        ids[i] = found
    work.n_ids = n_ids
    work.lcs = -1
    keep_shared(ref, in_pred)
    keep_shared(pred, in_pred)
    return poll(work, 16 * (pred.n + ref.n))  # a token costs some steps of each type


cdef bint same_token(Side* side, int64_t long_token, Side* other, int64_t other_long) noexcept nogil:
    """Compare two long tokens whose hashes are equal, byte by byte."""
    cdef int64_t* place = <int64_t*>side.long_places.data + 2 * long_token
    cdef int64_t* other_place
    if other_long < 0:
        return False
    other_place = <int64_t*>other.long_places.data + 2 * other_long
    return place[1] == other_place[1] and memcmp(
        <uint8_t*>side.folded_bytes.data + place[0],
        <uint8_t*>other.folded_bytes.data + other_place[0],
        place[1],
    ) == 0


cdef int keep_shared(Side* side, const int32_t* in_pred) except -1 nogil:
    """List the tokens that both sides have: no other is on a common subsequence."""
    cdef int32_t* ids = <int32_t*>side.id_values.data
    cdef int32_t* kept
    cdef int32_t* places
    cdef int64_t i, n = 0
    reserve(&side.kept_ids, 4 * side.n + 4)
    reserve(&side.kept_places, 4 * side.n + 4)
    kept = <int32_t*>side.kept_ids.data
    places = <int32_t*>side.kept_places.data
    for i in range(side.n):
        kept[n] = ids[i]
        places[n] = <int32_t>i
        n += ids[i] >= 0 and in_pred[ids[i]] > 0
    side.n_kept = n
    return 0


# --- n-grams ------------------------------------------------------------------------------


cdef int64_t shared_tokens(Work* work) noexcept nogil:
    """Count the tokens both sides share, a repeat min(prediction, reference) times."""
    cdef int32_t* in_pred = <int32_t*>work.pred.count_values.data
    cdef int32_t* in_ref = <int32_t*>work.ref.count_values.data
    cdef int64_t i, hits = 0
    for i in range(work.n_ids):
        hits += in_pred[i] if in_pred[i] < in_ref[i] else in_ref[i]
    return hits


cdef int count_ngrams(Work* work, Types* types) except -1 nogil:
    """Count the shared n-grams of each order that is wanted, into ``work.ngram_hits``.

    A gram of n + step tokens, step at most n, is two grams of n tokens, ``step``
    apart: a pair of ids in one key. It can match only where both of them do. So
    an order is reached in as many steps as its logarithm has.
    """
    cdef int64_t* hits
    cdef int64_t step, order = 0
    cdef Side* sides[2]
    cdef int32_t* grams
    cdef int32_t* ids
    cdef int32_t* kept
    cdef int32_t* places
    cdef int32_t* left
    cdef int64_t i, n, k, hit = 0
    cdef uint64_t key
    cdef int32_t found
    cdef uint32_t n_grams
    reserve(&work.ngram_hits, 8 * types.n_orders)
    hits = <int64_t*>work.ngram_hits.data
    memset(hits, 0, 8 * types.n_orders)
    hit = shared_tokens(work)
    if types.orders[0] == 1:
        hits[0] = hit
        order = 1
    if order == types.n_orders or hit == 0:
        return 0
    sides[0] = &work.ref
    sides[1] = &work.pred
    reserve(&work.left, 4 * work.ref.n + 4)
    left = <int32_t*>work.left.data
    for k in range(2):
        reserve(&sides[k].grams, 4 * sides[k].n + 8)
        grams = <int32_t*>sides[k].grams.data
        memset(grams, 0xFF, 4 * sides[k].n + 4)
        kept = <int32_t*>sides[k].kept_ids.data
        places = <int32_t*>sides[k].kept_places.data
        for i in range(sides[k].n_kept):
            grams[places[i]] = kept[i]
    n = 1
    while order < types.n_orders and types.orders[order] <= work.ref.n:
        # A gram that begins at i becomes the one of it and of that which begins a step after it.
        step = types.orders[order] - n if types.orders[order] - n < n else n
        clear(&work.pairs, work.ref.n_kept)
        n_grams = 0
        hit = 0
        for k in range(2):
            grams = <int32_t*>sides[k].grams.data
            places = <int32_t*>sides[k].kept_places.data
            for i in range(sides[k].n_kept):
                ids = grams + places[i]
                if ids[0] < 0:
                    continue
                if places[i] + step >= sides[k].n or ids[step] < 0:
                    ids[0] = -1
                    continue
                key = (<uint64_t>ids[0] << 32) | <uint64_t>ids[step]
                if k == 0:
                    found = <int32_t>find_or_add(&work.pairs, key, n_grams)
                    if found == <int32_t>n_grams:
                        left[n_grams] = 0
                        n_grams += 1
                    left[found] += 1
                else:
                    found = find(&work.pairs, key)
                    if found >= 0 and left[found] > 0:
                        left[found] -= 1
                        hit += 1
                ids[0] = found
        n += step
        if n == types.orders[order]:
            hits[order] = hit
            order += 1
        poll(work, work.ref.n_kept + work.pred.n_kept)
        if hit == 0:
            break
    return 0


# --- longest common subsequences ----------------------------------------------------------
# Bit i of a state V is 0 where the LCS grows at reference position i. A token of the
# prediction, with M the positions equal to it, takes V to (V + (V & M)) | (V & ~M): Hyyro 2004.


cdef int64_t count_zeros(uint64_t word) noexcept nogil:
    cdef int64_t n = 0
    word = ~word
    while word:
        word &= word - 1
        n += 1
    return n


cdef int64_t lcs_length(Work* work) except -1 nogil:
    """Find the length of the LCS of the whole texts."""
    cdef int32_t* bits = <int32_t*>work.ref.kept_ids.data
    cdef int32_t* steps = <int32_t*>work.pred.kept_ids.data
    cdef int64_t n_bits = work.ref.n_kept
    cdef int64_t n_steps = work.pred.n_kept
    cdef int64_t i, first, length, lcs = 0
    cdef uint64_t state, matched
    cdef uint64_t* masks
    if work.lcs >= 0:
        return work.lcs
    # Equal ends are on some LCS, and cost nothing.
    while n_bits and n_steps and bits[0] == steps[0]:
        bits += 1
        steps += 1
        n_bits -= 1
        n_steps -= 1
        lcs += 1
    while n_bits and n_steps and bits[n_bits - 1] == steps[n_steps - 1]:
        n_bits -= 1
        n_steps -= 1
        lcs += 1
    # The length is symmetric: the shorter side stands in the bits if one word can hold it.
    if n_steps <= 64 < n_bits:
        bits, steps = steps, bits
        n_bits, n_steps = n_steps, n_bits
    if n_bits <= 64:
        reserve(&work.masks, 8 * work.n_ids + 8)
        masks = <uint64_t*>work.masks.data
        memset(masks, 0, 8 * work.n_ids)
        for i in range(n_bits):
            masks[bits[i]] |= 1ULL << i
        state = ~<uint64_t>0
        for i in range(n_steps):
            matched = state & masks[steps[i]]
            state = (state + matched) | (state - matched)
        if n_bits < 64:
            state |= ~<uint64_t>0 << n_bits
        lcs += count_zeros(state)
    else:
        prepare_blocks(work, n_steps)
        memset(work.carries.data, 0, n_steps)
        first = 0
        while first < n_bits:
            length = n_bits - first if n_bits - first < BLOCK else BLOCK
            fill_block(work, bits + first, length)
            lcs += run_block(work, steps, n_steps, length, <uint8_t*>work.carries.data, NULL)
            empty_block(work, bits + first, length)
            first += length
            poll(work, n_steps * WORDS + length)
    work.lcs = lcs
    return lcs


cdef int prepare_blocks(Work* work, int64_t n_steps) except -1 nogil:
    reserve(&work.masks, 8 * WORDS * (BLOCK + 1))
    if 4 * work.n_ids > work.local_rows.size:
        reserve(&work.local_rows, 4 * work.n_ids)
        memset(work.local_rows.data, 0, work.local_rows.size)
    reserve(&work.carries, n_steps + 1)
    memset(work.masks.data, 0, 8 * WORDS)
    return 0


cdef void fill_block(Work* work, const int32_t* bits, int64_t length) noexcept nogil:
    """Set the positions of a block: a row of words for each token in it, row 0 for all others."""
    cdef int32_t* rows = <int32_t*>work.local_rows.data
    cdef uint64_t* masks = <uint64_t*>work.masks.data
    cdef int32_t n_rows = 1
    cdef int64_t i
    for i in range(length):
        if rows[bits[i]] == 0:
            rows[bits[i]] = n_rows
            memset(masks + WORDS * n_rows, 0, 8 * WORDS)
            n_rows += 1
        masks[WORDS * rows[bits[i]] + (i >> 6)] |= 1ULL << (i & 63)


cdef void empty_block(Work* work, const int32_t* bits, int64_t length) noexcept nogil:
    """Forget the rows of a block, which are 0 between blocks."""
    cdef int32_t* rows = <int32_t*>work.local_rows.data
    cdef int64_t i
    for i in range(length):
        rows[bits[i]] = 0


cdef int64_t run_block(
    Work* work,
    const int32_t* steps,
    int64_t n_steps,
    int64_t length,
    uint8_t* carries,
    uint64_t* states,
) noexcept nogil:
    """Take a block of positions past all steps: how often the LCS grows in it.

    Each step takes the carry that the block below has left, and leaves its own.

    Args:
        carries: (n_steps,) into the block; out of it in the end.
        states: the state after each step is kept there, if it is not NULL.
    """
    cdef int32_t* rows = <int32_t*>work.local_rows.data
    cdef uint64_t* masks = <uint64_t*>work.masks.data
    cdef uint64_t a = ~<uint64_t>0
    cdef uint64_t b = a
    cdef uint64_t c = a
    cdef uint64_t d = a
    cdef uint64_t sum_a, sum_b, sum_c, sum_d
    cdef uint64_t* row
    cdef int32_t at
    cdef unsigned char carry
    cdef int64_t i
    for i in range(n_steps):
        at = rows[steps[i]]
        carry = carries[i]
        if at | carry:
            row = masks + WORDS * at
            carry = add_carry(carry, a, a & row[0], &sum_a)
            carry = add_carry(carry, b, b & row[1], &sum_b)
            carry = add_carry(carry, c, c & row[2], &sum_c)
            carries[i] = add_carry(carry, d, d & row[3], &sum_d)
            a = sum_a | (a & ~row[0])
            b = sum_b | (b & ~row[1])
            c = sum_c | (c & ~row[2])
            d = sum_d | (d & ~row[3])
        if states != NULL:
            states[WORDS * i] = a
            states[WORDS * i + 1] = b
            states[WORDS * i + 2] = c
            states[WORDS * i + 3] = d
    return (
        zeros_below(a, length)
        + zeros_below(b, length - 64)
        + zeros_below(c, length - 128)
        + zeros_below(d, length - 192)
    )


cdef int64_t zeros_below(uint64_t word, int64_t length) noexcept nogil:
    if length <= 0:
        return 0
    if length < 64:
        word |= ~<uint64_t>0 << length
    return count_zeros(word)


# --- the union of rougeLsum ---------------------------------------------------------------
# For each sentence of the reference, the positions on rouge_score's path with any sentence
# of the prediction. The path goes back from both ends: in each column (a prediction token
# that the sentence holds) down to the highest position that equals it or at which the LCS
# grows there; the first is taken, at the second the column is dropped. Columns that match
# nothing, between two others, let the walk only come down to where the LCS grows.


cdef int64_t union_hits(Work* work) except -1 nogil:
    """Count the clipped hits of rougeLsum."""
    cdef Side* pred = &work.pred
    cdef Side* ref = &work.ref
    cdef int32_t* kept = <int32_t*>ref.kept_ids.data
    cdef int32_t* places = <int32_t*>ref.kept_places.data
    cdef int32_t* in_pred = <int32_t*>pred.count_values.data
    cdef int32_t* unioned
    cdef uint64_t* masks
    cdef int64_t i, first, last, start, hits = 0
    if pred.n_sentences <= 1 and ref.n_sentences <= 1:
        return lcs_length(work)
    reserve(&work.unioned, 4 * work.n_ids + 4)
    unioned = <int32_t*>work.unioned.data
    memset(unioned, 0, 4 * work.n_ids)
    reserve(&work.masks, 8 * work.n_ids + 8)
    masks = <uint64_t*>work.masks.data
    memset(masks, 0, 8 * work.n_ids)
    reserve(&work.columns, 8 * pred.n_kept + 8)
    reserve(&work.column_masks, 8 * pred.n_kept + 8)
    reserve(&work.states, 8 * pred.n_kept + 8)

    first = 0
    while first < ref.n_kept:
        # The kept tokens of one sentence: the next begins with, or after, a mark.
        last = first + 1
        while last < ref.n_kept and not begins_between(ref, places[last - 1], places[last]):
            last += 1
        if last - first <= 64:
            union_short(work, kept + first, last - first, masks, unioned)
        else:
            union_long(work, kept + first, last - first, unioned)
            reserve(&work.masks, 8 * work.n_ids + 8)
            masks = <uint64_t*>work.masks.data
            memset(masks, 0, 8 * work.n_ids)
        first = last
    for i in range(work.n_ids):
        hits += unioned[i] if unioned[i] < in_pred[i] else in_pred[i]
    return hits


cdef inline bint begins_between(const Side* side, int64_t before, int64_t after) noexcept nogil:
    """Whether a sentence begins after one token, at or before another."""
    cdef int64_t i
    for i in range(before + 1, after + 1):
        if side.begins[i]:
            return True
    return False


cdef int union_short(
    Work* work, const int32_t* bits, int64_t length, uint64_t* masks, int32_t* unioned
) except -1 nogil:
    """Add the positions of a reference sentence of 64 kept tokens at most."""
    cdef Side* pred = &work.pred
    cdef int32_t* kept = <int32_t*>pred.kept_ids.data
    cdef int32_t* places = <int32_t*>pred.kept_places.data
    cdef int32_t* columns = <int32_t*>work.columns.data
    cdef uint64_t* column_masks = <uint64_t*>work.column_masks.data
    cdef uint64_t* states = <uint64_t*>work.states.data
    cdef uint64_t everything = ~<uint64_t>0 >> (64 - length)
    cdef uint64_t taken = 0
    cdef uint64_t state, matched, within, stops, top, mask
    cdef int64_t i, k, n = 0, start, stop, passed
    for i in range(length):
        masks[bits[i]] |= 1ULL << i
    for i in range(pred.n_kept):
        mask = masks[kept[i]]
        columns[n] = places[i]
        column_masks[n] = mask
        n += mask != 0
    start = 0
    while start < n and taken != everything:
        # The columns of one sentence of the prediction.
        state = ~<uint64_t>0
        stop = start
        while True:
            mask = column_masks[stop]
            matched = state & mask
            state = (state + matched) | (state - matched)
            states[stop] = state
            stop += 1
            if stop == n or begins_between(pred, columns[stop - 1], columns[stop]):
                break
        passed = columns[stop - 1] + 1
        if passed < pred.n and not pred.begins[passed]:
            passed += 1  # a token stands after it that is no column
        within = everything
        k = stop - 1
        while k >= start:
            mask = column_masks[k]
            stops = ~states[k]
            if columns[k] == passed - 1:
                stops |= mask
            stops &= within
            if stops == 0:
                break
            top = 1ULL << highest_bit(stops)
            taken |= top & mask
            within = (top - 1) | (top & ~mask)
            passed = columns[k]
            k -= 1
        start = stop
    for i in range(length):
        masks[bits[i]] = 0
    while taken:
        unioned[bits[lowest_bit(taken)]] += 1
        taken &= taken - 1
    return poll(work, pred.n_kept + 2 * n)


cdef int union_long(
    Work* work, const int32_t* bits, int64_t length, int32_t* unioned
) except -1 nogil:
    """Add the positions of a longer sentence, block by block of its positions.

    The carries between the blocks are kept, a byte a column and block, so that
    any block can be run again: the walk goes down the blocks from the last, and
    asks for the states of one at a time.
    """
    cdef Side* pred = &work.pred
    cdef int32_t* kept = <int32_t*>pred.kept_ids.data
    cdef int32_t* places = <int32_t*>pred.kept_places.data
    cdef int32_t* columns = <int32_t*>work.columns.data
    cdef int32_t* steps
    cdef int64_t i, n = 0, start = 0, stop
    cdef uint8_t* taken
    # The columns: prediction tokens that the sentence holds, followed by their ids.
    reserve(&work.flags, work.n_ids + length + 1)
    taken = <uint8_t*>work.flags.data
    memset(taken, 0, work.n_ids + length)
    for i in range(length):
        taken[bits[i]] = 1
    steps = columns + pred.n_kept
    for i in range(pred.n_kept):
        columns[n] = places[i]
        steps[n] = kept[i]
        n += taken[kept[i]]
    taken += work.n_ids
    while start < n:
        stop = start + 1
        while stop < n and not begins_between(pred, columns[stop - 1], columns[stop]):
            stop += 1
        walk_blocks(work, bits, length, columns + start, steps + start, stop - start, taken)
        start = stop
    for i in range(length):
        unioned[bits[i]] += taken[i]
    return 0


cdef int carry_over(
    Work* work,
    const int32_t* bits,
    const int32_t* steps,
    int64_t n,
    const uint8_t* before,
    uint8_t* after,
) except -1 nogil:
    """Take the carries into a full block to those into the next."""
    if after != before:
        memcpy(after, before, n)
    fill_block(work, bits, BLOCK)
    run_block(work, steps, n, BLOCK, after, NULL)
    empty_block(work, bits, BLOCK)
    return poll(work, n * WORDS)


cdef int walk_blocks(
    Work* work,
    const int32_t* bits,
    int64_t length,
    const int32_t* columns,
    const int32_t* steps,
    int64_t n,
    uint8_t* taken,
) except -1 nogil:
    """Mark the positions on the path through one sentence of the prediction."""
    cdef Side* pred = &work.pred
    cdef int64_t n_blocks = (length + BLOCK - 1) // BLOCK
    cdef int64_t block, first, size, rank, i, k, passed, n_groups
    cdef int64_t group = 1
    cdef uint8_t* heads
    cdef uint8_t* history
    cdef uint64_t* states
    cdef uint64_t* masks
    cdef uint64_t* row
    cdef int32_t* rows
    cdef uint64_t stops, within, top
    cdef int word
    # Of many blocks only the carries into every group of them are kept, and the others found
    # once more: memory grows with the square root of their number.
    while group * group < n_blocks or (group < n_blocks and n_blocks * n < MOST_CARRIES):
        group += 1
    n_groups = (n_blocks + group - 1) // group
    prepare_blocks(work, (n_groups + group + 1) * n)
    heads = <uint8_t*>work.carries.data  # (n_groups, n): into the first block of each
    history = heads + n_groups * n  # (group + 1, n): into each block of a group
    memset(history, 0, n)
    for block in range(n_blocks):
        if block % group == 0:
            memcpy(heads + (block // group) * n, history, n)
        if block < n_blocks - 1:
            carry_over(work, bits + block * BLOCK, steps, n, history, history)

    passed = columns[n - 1] + 1
    if passed < pred.n and not pred.begins[passed]:
        passed += 1  # a token stands after it that is no column
    k = n - 1
    for block in range(n_blocks - 1, -1, -1):
        first = block * BLOCK
        size = length - first if length - first < BLOCK else BLOCK
        rank = block % group
        if block == n_blocks - 1 or rank == group - 1:  # the carries into the blocks of a group
            memcpy(history, heads + (block // group) * n, n)
            for i in range(rank):
                carry_over(
                    work,
                    bits + (block - rank + i) * BLOCK,
                    steps,
                    k + 1,
                    history + i * n,
                    history + (i + 1) * n,
                )
        reserve(&work.states, 8 * WORDS * (k + 1))
        states = <uint64_t*>work.states.data
        fill_block(work, bits + first, size)
        run_block(work, steps, k + 1, size, history + rank * n, states)
        masks = <uint64_t*>work.masks.data
        rows = <int32_t*>work.local_rows.data
        word = <int>((size - 1) >> 6)
        within = ~<uint64_t>0 >> (63 - ((size - 1) & 63))
        while k >= 0 and word >= 0:
            row = masks + WORDS * rows[steps[k]]
            while True:
                stops = ~states[WORDS * k + word]
                if columns[k] == passed - 1:
                    stops |= row[word]
                stops &= within
                if stops:
                    break
                word -= 1
                within = ~<uint64_t>0
                if word < 0:
                    break
            if word < 0:
                break  # the walk goes on in the block below, in the same column
            top = 1ULL << highest_bit(stops)
            if top & row[word]:
                taken[first + 64 * word + highest_bit(stops)] = 1
                within = top - 1
            else:
                within = top | (top - 1)
            passed = columns[k]
            k -= 1
        empty_block(work, bits + first, size)
        poll(work, (k + 1) * WORDS)
        if k < 0:
            break
    return 0


# --- weighted longest common subsequences ---------------------------------------------------
# A run of k matches is worth k ** weight. The powers are Python's own, and each cell adds and
# subtracts what the arrays do, in their order, so that the sums are the same doubles.
# Cell (i, j) stands for the first i tokens of a reference row and j of a prediction row:
#
#     equal tokens  the upper left cell plus what the run gains; the run grows by 1
#     else          the larger of the upper and the left cell, the upper one on ties; it ends


cdef enum:
    LEFT = 0
    UP = 1
    MATCHED = 2


cdef const double* powers_to(
    Work* work, int64_t type_index, double weight, int64_t longest
) except NULL nogil:
    """Give k ** weight for k from 0 to ``longest``, and beyond."""
    cdef int64_t slot = type_index % POWERS
    cdef int64_t k
    cdef double* powers
    if work.weights[slot] != weight:
        work.weights[slot] = weight
        work.n_powers[slot] = 0
    if work.n_powers[slot] <= longest:
        longest += longest // 2 + 64
        reserve(&work.powers[slot], 8 * (longest + 1))
        powers = <double*>work.powers[slot].data
        with gil:
            exponent = weight
            for k in range(work.n_powers[slot], longest + 1):
                base = <double>k
                powers[k] = <object>base ** <object>exponent
        work.n_powers[slot] = longest + 1
    return <const double*>work.powers[slot].data


cdef int cut_rows(
    Work* work, Side* side, int32_t absent, bint by_sentence
) except -1 nogil:
    """List the ids of each sentence; runs of tokens that the other side lacks are one name.

    A second row of the table without matches repeats the first, and no way back turns in it.
    """
    cdef int32_t* ids = <int32_t*>side.id_values.data
    cdef int32_t* in_pred = <int32_t*>work.pred.count_values.data
    cdef int32_t* names
    cdef int32_t* tokens
    cdef int64_t* offsets
    cdef int64_t i, n = 0, n_rows = 0
    cdef int32_t name
    reserve(&side.row_names, 4 * side.n + 4)
    reserve(&side.row_tokens, 4 * side.n + 4)
    reserve(&side.row_offsets, 8 * side.n + 8)
    names = <int32_t*>side.row_names.data
    tokens = <int32_t*>side.row_tokens.data
    offsets = <int64_t*>side.row_offsets.data
    for i in range(side.n):
        name = ids[i] if ids[i] >= 0 and in_pred[ids[i]] > 0 else absent
        if i == 0 or (by_sentence and side.begins[i]):
            offsets[n_rows] = n
            n_rows += 1
        elif name == absent and names[n - 1] == absent:
            continue
        names[n] = name
        tokens[n] = <int32_t>i
        n += 1
    offsets[n_rows] = n
    side.n_rows = n_rows
    return 0


cdef int fill_row(
    int32_t name,
    const int32_t* columns,
    int64_t n_columns,
    const double* powers,
    double* values,
    int32_t* runs,
    uint8_t* moves,
) noexcept nogil:
    """Take a row of the table to the next.

    Args:
        values: (n_columns + 1,) of the row, and so are ``runs``; column 0 is always 0.
        moves: (n_columns,) where each cell came from, if it is not NULL.
    """
    cdef double corner = 0.0  # the upper left cell
    cdef double left = 0.0
    cdef double up
    cdef int32_t corner_run = 0, up_run, run
    cdef int64_t j
    cdef uint8_t move
    for j in range(1, n_columns + 1):
        up = values[j]
        up_run = runs[j]
        if columns[j - 1] == name:
            left = corner + powers[corner_run + 1] - powers[corner_run]
            run = corner_run + 1
            move = MATCHED
        else:
            move = UP if up >= left else LEFT
            left = up if up >= left else left
            run = 0
        values[j] = left
        runs[j] = run
        corner = up
        corner_run = up_run
        if moves != NULL:
            moves[j - 1] = move
    return 0


cdef double weigh_table(
    Work* work,
    const int32_t* rows,
    int64_t n_rows,
    const int32_t* columns,
    int64_t n_columns,
    const double* powers,
    const int32_t* tokens,
    uint8_t* taken,
) except? -1 nogil:
    """Fill a table: the worth of its last cell.

    Args:
        tokens: (n_rows,) where in its text each row's token stands.
        taken: of the text, set where the way back matches; NULL if it is not to be walked.
    """
    cdef int64_t block = n_rows
    cdef int64_t width = 12 * (n_columns + 1)  # bytes of a row's values and runs
    cdef int64_t i, j, k, head
    cdef double* values
    cdef int32_t* runs
    cdef uint8_t* moves = NULL
    cdef uint8_t* saved = NULL
    cdef double worth
    reserve(&work.values, 8 * (n_columns + 1))
    reserve(&work.runs, 4 * (n_columns + 1))
    values = <double*>work.values.data
    runs = <int32_t*>work.runs.data
    memset(values, 0, 8 * (n_columns + 1))
    memset(runs, 0, 4 * (n_columns + 1))
    if taken != NULL:
        # The moves of some rows are kept, and the first row of each such block, from which they
        # are found once more: memory grows with the square root of the rows.
        block = MOST_MOVES // (n_columns + 1) + 1
        while block * block < n_rows:
            block += 1
        block = block if block < n_rows else n_rows
        reserve(&work.moves, block * n_columns + 1)
        reserve(&work.saved, ((n_rows + block - 1) // block) * width)
        moves = <uint8_t*>work.moves.data
        saved = <uint8_t*>work.saved.data
    for i in range(n_rows):
        if taken != NULL and i % block == 0:
            memcpy(saved + (i // block) * width, values, 8 * (n_columns + 1))
            memcpy(
                saved + (i // block) * width + 8 * (n_columns + 1), runs, 4 * (n_columns + 1)
            )
        fill_row(
            rows[i],
            columns,
            n_columns,
            powers,
            values,
            runs,
            moves + (i % block) * n_columns if taken != NULL else NULL,
        )
        poll(work, n_columns)
    worth = values[n_columns]
    if taken == NULL:
        return worth
    i = n_rows
    j = n_columns
    head = ((n_rows - 1) // block) * block
    while i > 0 and j > 0:
        if i <= head:  # in the block before, whose moves are not there any more
            head -= block
            memcpy(values, saved + (head // block) * width, 8 * (n_columns + 1))
            memcpy(
                runs, saved + (head // block) * width + 8 * (n_columns + 1), 4 * (n_columns + 1)
            )
            for k in range(block):
                fill_row(
                    rows[head + k],
                    columns,
                    n_columns,
                    powers,
                    values,
                    runs,
                    moves + k * n_columns,
                )
                poll(work, n_columns)
        k = moves[(i - 1 - head) * n_columns + j - 1]
        if k == MATCHED:
            taken[tokens[i - 1]] = 1
        i -= k != LEFT
        j -= k != UP
    return worth


cdef int weigh(
    Work* work, int64_t type_index, double weight, bint by_sentence, double[3]* counts
) except -1 nogil:
    """Weigh common subsequences: of sentences as ROUGE-1.5.5 does, or whole texts as Lin 2004.

    By sentences, the positions of a reference sentence on the way back through any prediction
    sentence are unioned. Then a position adds 1 to a run unless its token has been counted as
    often as it stands in the prediction; the run is worth run ** weight, and ends, at a counted
    position with no unioned one next to it.

    Args:
        counts: hits, units of the prediction, and of the reference, which by sentences are to be
            weighted once more.
    """
    cdef Side* pred = &work.pred
    cdef Side* ref = &work.ref
    cdef int64_t longest = pred.n if pred.n > ref.n else ref.n
    cdef const double* powers = powers_to(work, type_index, weight, longest + 1)
    cdef int32_t* in_pred = <int32_t*>pred.count_values.data
    cdef int32_t* ids = <int32_t*>ref.id_values.data
    cdef int32_t* counted
    cdef int32_t* ref_names
    cdef int32_t* pred_names
    cdef int64_t* ref_offsets
    cdef int64_t* pred_offsets
    cdef uint8_t* taken
    cdef int64_t i, k, run = 0, length = 0
    cdef double hits = 0.0, total = 0.0
    cdef bint ends
    cut_rows(work, ref, -2, by_sentence)
    cut_rows(work, pred, -1, by_sentence)
    reserve(&work.flags, ref.n + 1)
    taken = <uint8_t*>work.flags.data
    memset(taken, 0, ref.n + 1)
    ref_names = <int32_t*>ref.row_names.data
    pred_names = <int32_t*>pred.row_names.data
    ref_offsets = <int64_t*>ref.row_offsets.data
    pred_offsets = <int64_t*>pred.row_offsets.data
    for i in range(ref.n_rows):
        for k in range(pred.n_rows):
            hits = weigh_table(
                work,
                ref_names + ref_offsets[i],
                ref_offsets[i + 1] - ref_offsets[i],
                pred_names + pred_offsets[k],
                pred_offsets[k + 1] - pred_offsets[k],
                powers,
                <int32_t*>ref.row_tokens.data + ref_offsets[i],
                taken if by_sentence else NULL,
            )
    counts[0][1] = powers[pred.n]
    if not by_sentence:
        counts[0][0] = hits
        counts[0][2] = powers[ref.n]
        return 0
    hits = 0.0
    reserve(&work.unioned, 4 * work.n_ids + 4)
    counted = <int32_t*>work.unioned.data
    memset(counted, 0, 4 * work.n_ids)
    for i in range(ref.n):
        length += 1
        ends = i + 1 == ref.n or ref.begins[i + 1]
        if taken[i] and counted[ids[i]] < in_pred[ids[i]]:
            counted[ids[i]] += 1
            run += 1
            if ends or not taken[i + 1]:
                hits += powers[run]
                run = 0
        if ends:
            total += powers[length]
            length = 0
            run = 0
    counts[0][0] = hits
    counts[0][2] = total
    return 0


# --- skip-bigrams -------------------------------------------------------------------------


cdef int64_t skip_hits(Work* work, int64_t distance) except -1 nogil:
    """Count the skip-bigrams both sides share, a repeat min(prediction, reference) times.

    Args:
        distance: tokens that may stand between the two, -1 for any number.
    """
    cdef int64_t reach = distance + 1
    cdef int64_t n_grams, n_kinds = 0
    cdef int32_t* in_pred = <int32_t*>work.pred.count_values.data
    cdef int64_t i
    if distance < 0 or reach > work.pred.n + work.ref.n:
        reach = work.pred.n + work.ref.n
    n_grams = grams_of(&work.ref, reach) + grams_of(&work.pred, reach)
    for i in range(work.n_ids):
        n_kinds += in_pred[i] > 0
    # A gram costs about eight times what a look at one token for one kind does.
    if n_kinds * (work.pred.n_kept + work.ref.n_kept) < 8 * n_grams or n_grams > 1 << 25:
        return skips_by_kind(work, reach)
    return skips_by_table(work, reach)


cdef int64_t grams_of(Side* side, int64_t reach) noexcept nogil:
    """Count the skip-bigrams of a side's kept tokens."""
    cdef int32_t* places = <int32_t*>side.kept_places.data
    cdef int64_t i, low = 0, n = 0
    for i in range(side.n_kept):
        while places[low] < places[i] - reach:
            low += 1
        n += i - low
    return n


cdef int64_t skips_by_table(Work* work, int64_t reach) except -1 nogil:
    cdef Side* side = &work.ref
    cdef int32_t* kept = <int32_t*>side.kept_ids.data
    cdef int32_t* places = <int32_t*>side.kept_places.data
    cdef int32_t* left
    cdef int64_t n_grams = grams_of(side, reach)
    cdef int64_t i, k, hits = 0
    cdef uint32_t n_found = 0
    cdef int32_t found
    clear(&work.pairs, n_grams)
    reserve(&work.left, 4 * n_grams + 4)
    left = <int32_t*>work.left.data
    for i in range(side.n_kept):
        k = i + 1
        while k < side.n_kept and places[k] <= places[i] + reach:
            found = <int32_t>find_or_add(
                &work.pairs, (<uint64_t>kept[i] << 32) | <uint64_t>kept[k], n_found
            )
            if found == <int32_t>n_found:
                left[n_found] = 0
                n_found += 1
            left[found] += 1
            k += 1
        poll(work, 8 * (k - i))
    side = &work.pred
    kept = <int32_t*>side.kept_ids.data
    places = <int32_t*>side.kept_places.data
    for i in range(side.n_kept):
        k = i + 1
        while k < side.n_kept and places[k] <= places[i] + reach:
            found = find(&work.pairs, (<uint64_t>kept[i] << 32) | <uint64_t>kept[k])
            if found >= 0 and left[found] > 0:
                left[found] -= 1
                hits += 1
            k += 1
        poll(work, 8 * (k - i))
    return hits


cdef int64_t skips_by_kind(Work* work, int64_t reach) except -1 nogil:
    """Do the same one kind of first token at a time, in memory that grows with the ids alone."""
    cdef Side* sides[2]
    cdef int32_t* in_pred = <int32_t*>work.pred.count_values.data
    cdef int32_t* kept
    cdef int32_t* places
    cdef int64_t* ended
    cdef int64_t i, k, low, kind, n_open, hits = 0
    sides[0] = &work.ref
    sides[1] = &work.pred
    reserve(&work.ended, 16 * work.n_ids + 16)
    for kind in range(work.n_ids):
        if in_pred[kind] == 0:
            continue
        memset(work.ended.data, 0, 16 * work.n_ids)
        for k in range(2):
            ended = <int64_t*>work.ended.data + k * work.n_ids
            kept = <int32_t*>sides[k].kept_ids.data
            places = <int32_t*>sides[k].kept_places.data
            low = 0
            n_open = 0
            for i in range(sides[k].n_kept):
                while places[low] < places[i] - reach:
                    n_open -= kept[low] == kind
                    low += 1
                ended[kept[i]] += n_open
                n_open += kept[i] == kind
        ended = <int64_t*>work.ended.data
        for i in range(work.n_ids):
            hits += ended[i] if ended[i] < ended[work.n_ids + i] else ended[work.n_ids + i]
        poll(work, work.ref.n_kept + work.pred.n_kept + work.n_ids)
    return hits


cdef int64_t skip_unigrams(Work* work) noexcept nogil:
    """Count the shared tokens as ROUGE-1.5.5 does for SU: without the last of either text."""
    cdef int32_t* in_pred = <int32_t*>work.pred.count_values.data
    cdef int32_t* in_ref = <int32_t*>work.ref.count_values.data
    cdef int32_t last_pred = -1
    cdef int32_t last_ref = -1
    cdef int64_t i, a, b, hits = 0
    if work.pred.n:
        last_pred = (<int32_t*>work.pred.id_values.data)[work.pred.n - 1]
    if work.ref.n:
        last_ref = (<int32_t*>work.ref.id_values.data)[work.ref.n - 1]
    for i in range(work.n_ids):
        a = in_pred[i] - (i == last_pred)
        b = in_ref[i] - (i == last_ref)
        hits += a if a < b else b
    return hits


cdef int64_t n_skips(int64_t n, int64_t distance) noexcept nogil:
    """Count the skip-bigrams of a text of n tokens."""
    cdef int64_t reach = n - 1 if n > 0 else 0
    if 0 <= distance < reach:
        reach = distance + 1
    return reach * n - reach * (reach + 1) // 2


# --- all types of a pair ------------------------------------------------------------------


cdef int count_pair(Work* work, Types* types, int64_t* out, int64_t stride) except -1 nogil:
    """Count all types of a pair whose keys are there.

    Args:
        out: hits of the first type; those of the next are ``stride`` further, and
            units of the prediction and of the reference stand all types further.
    """
    cdef int64_t k, code, number, hits, n_pred, n_ref
    cdef double[3] weighed
    name_tokens(work)
    if types.n_orders:
        count_ngrams(work, types)
    for k in range(types.n):
        code = types.codes[k]
        number = types.numbers[k]
        n_pred = work.pred.n
        n_ref = work.ref.n
        if code == _NGRAM:
            hits = (<int64_t*>work.ngram_hits.data)[types.order_of[k]]
            n_pred = n_pred - number + 1 if n_pred >= number else 0
            n_ref = n_ref - number + 1 if n_ref >= number else 0
        elif code == _LCS:
            hits = lcs_length(work)
        elif code == _UNION:
            hits = union_hits(work)
        elif code == _WEIGHTED_155 or code == _WEIGHTED_2004:
            weigh(work, k, types.weights[k], code == _WEIGHTED_155, &weighed)
            memcpy(&hits, &weighed[0], 8)
            memcpy(&n_pred, &weighed[1], 8)
            memcpy(&n_ref, &weighed[2], 8)
        else:
            hits = skip_hits(work, number)
            n_pred = n_skips(work.pred.n, number)
            n_ref = n_skips(work.ref.n, number)
            if code == _SKIP_UNIGRAM_155:
                hits += skip_unigrams(work)
                n_pred += work.pred.n - 1 if work.pred.n else 0
                n_ref += work.ref.n - 1 if work.ref.n else 0
            elif code == _SKIP_UNIGRAM_2004:
                hits += shared_tokens(work)
                n_pred += work.pred.n
                n_ref += work.ref.n
        out[k * stride] = hits
        out[(types.n + k) * stride] = n_pred
        out[(2 * types.n + k) * stride] = n_ref
    return 0


# --- a glance at texts, for advice ----------------------------------------------------------


cdef struct Glance:
    int64_t n_words  # of texts that lose none: blanks and one more
    int64_t n_cut  # of them, those that lose a letter or a mark
    int64_t n_hit  # texts that lose most of their letters
    int64_t n_dropped  # letters that those lose
    int64_t n_letters  # of all that they have


cdef int64_t count_blanks(const uint8_t* text, int64_t length) noexcept nogil:
    cdef int64_t i, n = 0
    for i in range(length):
        n += text[i] == 32
    return n


cdef void look_at_letters(
    const Text* text, const uint16_t* word, uint16_t counted, uint16_t attached, Glance* seen
) noexcept nogil:
    """Count the words and the letters of a text beyond ASCII, and what the tokenizer drops."""
    cdef uint32_t[64] letters
    cdef uint8_t[65] in_word  # after the letter before the block
    cdef int64_t base = 0, size, i
    cdef int64_t n_dropped = 0, n_letters = 0, n_words = 0
    cdef uint32_t every, letter
    cdef bint is_cut = False  # whether the word that goes on was counted as cut
    cdef bint loses, ends
    in_word[64] = 0
    while base < text.length:
        size = text.length - base if text.length - base < 64 else 64
        in_word[0] = in_word[64]
        every = 0
        if text.kind == 1:
            for i in range(size):
                letters[i] = (<const uint8_t*>text.data)[base + i]
                every |= letters[i]
        elif text.kind == 2:
            for i in range(size):
                letters[i] = (<const uint16_t*>text.data)[base + i]
                every |= letters[i]
        else:
            for i in range(size):
                letters[i] = (<const uint32_t*>text.data)[base + i]
                every |= letters[i]
        for i in range(size):
            in_word[i + 1] = ((letters[i] | 32) - 97 < 26) | (letters[i] - 48 < 10)
        for i in range(size):
            n_letters += in_word[i + 1]
        loses = False
        if every > 0x7F:
            for i in range(size):
                letter = letters[i]
                if letter <= 0x7F or word[letter] & (counted | attached) == 0:
                    continue
                in_word[i + 1] = 1
                loses = loses or letter != 0x212A  # Kelvin's sign lower-cases to k
                if word[letter] & counted:
                    n_letters += 1
                    # The Turkish I with a dot: to an i, and a mark that cuts.
                    n_dropped += letter != 0x212A and letter != 0x130
        ends = False
        for i in range(size):
            n_words += in_word[i + 1] & ~in_word[i]
            ends |= not in_word[i + 1]
        if loses:
            for i in range(size):
                if not in_word[i + 1]:
                    is_cut = False
                elif letters[i] > 0x7F and letters[i] != 0x212A:
                    seen.n_cut += not is_cut
                    is_cut = True
        elif ends:
            is_cut = False
        in_word[64] = in_word[size]
        base += 64
    seen.n_words += n_words
    if 2 * n_dropped > n_letters:
        seen.n_hit += 1
        seen.n_dropped += n_dropped
        seen.n_letters += n_letters


cdef bint has_sentences(const uint8_t* text, int64_t length) noexcept nogil:
    """Whether a sentence stands after another in ASCII: [.!?]['")\\]]*[ \\t]+\\S."""
    cdef int64_t i = 0, first_blank
    cdef uint8_t letter
    while i < length:
        letter = text[i]
        i += 1
        if letter != 46 and letter != 33 and letter != 63:
            continue
        while i < length and text[i] in (39, 34, 41, 93):
            i += 1
        first_blank = i
        while i < length and text[i] in (32, 9):
            i += 1
        if first_blank < i < length and not Py_UNICODE_ISSPACE(text[i]):
            return True
    return False


cdef bint has_letters(const Text* text, const uint16_t* word, uint16_t kinds) noexcept nogil:
    """Whether a text holds a letter beyond ASCII of some kinds."""
    cdef const uint8_t* one = <const uint8_t*>text.data
    cdef const uint16_t* two = <const uint16_t*>text.data
    cdef const uint32_t* four = <const uint32_t*>text.data
    cdef uint32_t letter
    cdef int64_t i
    for i in range(text.length):
        letter = one[i] if text.kind == 1 else two[i] if text.kind == 2 else four[i]
        if letter > 0x7F and word[letter] & kinds:
            return True
    return False


cdef int64_t count_blanks_of(const Text* text) noexcept nogil:
    """Count the spaces of a text that is not ASCII."""
    cdef const uint16_t* two = <const uint16_t*>text.data
    cdef const uint32_t* four = <const uint32_t*>text.data
    cdef int64_t i, n = 0
    if text.kind == 1:
        return count_blanks(<const uint8_t*>text.data, text.length)
    if text.kind == 2:
        for i in range(text.length):
            n += two[i] == 32
    else:
        for i in range(text.length):
            n += four[i] == 32
    return n


def is_content(
    list predictions not None,
    list references not None,
    word_table,
    uint16_t kinds,
    bint of_lines,
    search,
) -> bool:
    """Whether there is nothing to say of texts, as ``options.Adviser.is_content`` has it.

    Args:
        word_table: called for the kinds of all code points, uint16, if a text is not ASCII.
        kinds: of the letters beyond ASCII of which something is to be said.
        of_lines: whether something is to be said where no text holds a newline.
        search: of them, only where this finds a sentence after another; None for all.
    """
    cdef const uint16_t[::1] table = None
    cdef Text text
    cdef bint has_newline = not of_lines, has_sentence = search is None
    for texts in (predictions, references):
        for string in texts:
            read_text(&text, string)
            if not has_newline:
                has_newline = "\n" in <str>string
            if PyUnicode_IS_ASCII(string):
                if not has_newline and not has_sentence:
                    has_sentence = has_sentences(<const uint8_t*>text.data, text.length)
                continue
            if not has_newline and not has_sentence:
                has_sentence = search(string) is not None
            if table is None:
                table = word_table()
            if has_letters(&text, &table[0], kinds):
                return False
    return has_newline or not has_sentence


def glance(
    list texts not None,
    word_table,
    uint16_t counted,
    uint16_t attached,
    bint of_lines,
    search,
) -> tuple:
    """Look at texts as ``options.glance`` does, which says what is found.

    Args:
        word_table: called for the kinds of all code points, uint16, if a text is not ASCII.
        counted: the kind of a letter or a number.
        attached: the kind of a mark.
        of_lines: look for a newline.
        search: finds a sentence after another in a text beyond ASCII, as this does in ASCII, where
            there is no newline; None if it need not be looked for.
    """
    cdef const uint16_t[::1] table = None
    cdef const uint16_t* word = NULL
    cdef Glance seen
    cdef Text text
    cdef bint has_newline = False, has_sentence = False
    memset(&seen, 0, sizeof(Glance))
    for string in texts:
        read_text(&text, string)
        if of_lines and not has_newline:
            has_newline = "\n" in <str>string
            if search is not None and not has_newline and not has_sentence:
                if PyUnicode_IS_ASCII(string):
                    has_sentence = has_sentences(<const uint8_t*>text.data, text.length)
                else:
                    has_sentence = search(string) is not None
        if PyUnicode_IS_ASCII(string):
            seen.n_words += 1 + count_blanks(<const uint8_t*>text.data, text.length)
            continue
        if word == NULL:
            table = word_table()
            word = &table[0]
        if has_letters(&text, word, counted | attached):
            look_at_letters(&text, word, counted, attached, &seen)
        else:
            seen.n_words += 1 + count_blanks_of(&text)
    return (
        seen.n_words,
        seen.n_cut,
        seen.n_hit,
        seen.n_dropped,
        seen.n_letters,
        has_newline,
        has_sentence and not has_newline,
    )


# --- what Python calls --------------------------------------------------------------------


def keep_carries(n_bytes: int) -> int:
    """Set how many bytes of carries a long sentence may keep; gives what it was."""
    global MOST_CARRIES
    before = MOST_CARRIES
    MOST_CARRIES = n_bytes
    return before


def keep_moves(n_bytes: int) -> int:
    """Set how many bytes of moves a weighted table may keep; gives what it was."""
    global MOST_MOVES
    before = MOST_MOVES
    MOST_MOVES = n_bytes
    return before


cdef class Stop:
    """Tells the calls that were given it, in whatever thread, to end with KeyboardInterrupt."""

    cdef int is_set

    def set(self) -> None:
        """Let them end."""
        self.is_set = 1


cdef int read_text(Text* text, object string) except -1:
    """Look at the letters of a string where they lie."""
    if not isinstance(string, str):
        raise TypeError(f"a text is {string!r}; a str is expected")
    PyUnicode_READY(string)
    text.data = PyUnicode_DATA(string)
    text.length = PyUnicode_GET_LENGTH(string)
    text.kind = PyUnicode_KIND(string)
    return 0


cdef class Counter:
    """Counts some types, by the default tokenizer or from keys; may be shared by threads.

    Results are int64 of shape (3, n_types, n_pairs): hits, units of the
    prediction, units of the reference. Of weighted types they are the bits of float64.
    """

    cdef Types types
    cdef list spare  # workspaces that no call is using

    def __cinit__(self, codes, numbers):
        """Choose types, each by a code and a number: see the top of the file."""
        cdef int64_t k
        memset(&self.types, 0, sizeof(Types))
        self.spare = []
        wanted = sorted({n for code, n in zip(codes, numbers) if code == _NGRAM})
        self.types.n = len(codes)
        self.types.n_orders = len(wanted)
        self.types.codes = <int64_t*>realloc(NULL, 8 * len(codes) + 8)
        self.types.numbers = <int64_t*>realloc(NULL, 8 * len(codes) + 8)
        self.types.weights = <double*>realloc(NULL, 8 * len(codes) + 8)
        self.types.orders = <int64_t*>realloc(NULL, 8 * len(codes) + 8)
        self.types.order_of = <int64_t*>realloc(NULL, 8 * len(codes) + 8)
        if (
            self.types.codes == NULL
            or self.types.numbers == NULL
            or self.types.weights == NULL
            or self.types.orders == NULL
            or self.types.order_of == NULL
        ):
            raise MemoryError
        for k in range(len(wanted)):
            self.types.orders[k] = wanted[k]
        for k in range(len(codes)):
            self.types.codes[k] = codes[k]
            self.types.numbers[k] = int(numbers[k])
            self.types.weights[k] = float(numbers[k])
            self.types.order_of[k] = wanted.index(numbers[k]) if codes[k] == _NGRAM else 0

    def __dealloc__(self):
        free(self.types.codes)
        free(self.types.numbers)
        free(self.types.weights)
        free(self.types.orders)
        free(self.types.order_of)

    cdef Workspace borrow(self, Stop stop):
        """Take a workspace; it is lost where a call fails, for that may leave it half filled."""
        cdef Workspace space
        try:
            space = self.spare.pop()
        except IndexError:
            space = Workspace()
        space.work.stop = NULL if stop is None else &stop.is_set
        return space

    cdef void give_back(self, Workspace space):
        if space.is_small():
            space.work.stop = NULL
            self.spare.append(space)

    def count_pair(self, prediction, reference) -> list:
        """Count one pair of texts: of each type hits, units of the prediction, of the reference."""
        cdef Workspace space = self.borrow(None)
        cdef Text pred, ref
        cdef int64_t[24] few
        cdef Buffer many
        cdef int64_t* out = few
        cdef int64_t n_types = self.types.n
        cdef int64_t n = 3 * n_types
        cdef Work* work = &space.work
        memset(&many, 0, sizeof(Buffer))
        if n > 24:
            reserve(&many, 8 * n)
            out = <int64_t*>many.data
        read_text(&pred, prediction)
        read_text(&ref, reference)
        try:
            with nogil:
                tokenize(&work.pred, &pred)
                tokenize(&work.ref, &ref)
                count_pair(work, &self.types, out, 1)
            counts = [
                (out[k], out[n_types + k], out[2 * n_types + k]) for k in range(n_types)
            ]
        finally:
            free(many.data)
        self.give_back(space)
        return counts

    def count_texts(
        self,
        list predictions not None,
        list references not None,
        const int64_t[::1] offsets,
        int64_t start,
        int64_t stop,
        int64_t[:, :, ::1] out not None,
        Stop stopped=None,
    ) -> None:
        """Count examples ``start`` to ``stop`` of a batch.

        Args:
            offsets: (n_examples + 1,) of each example's references; None where each has one.
            out: (3, n_types, n), for the pairs of these examples alone.
        """
        cdef Workspace space = self.borrow(stopped)
        cdef Work* work = &space.work
        cdef int64_t first = start if offsets is None else offsets[start]
        cdef int64_t last = stop if offsets is None else offsets[stop]
        cdef int64_t n_examples = stop - start
        cdef int64_t i, ref, next_ref
        cdef Buffer texts
        cdef Text* pred_texts
        cdef Text* ref_texts
        check_out(out, self.types.n, last - first)
        if not 0 <= start <= stop <= len(predictions) or not 0 <= first <= last <= len(references):
            raise IndexError("no such examples")
        if self.types.n == 0 or last == first:
            return
        memset(&texts, 0, sizeof(Buffer))
        reserve(&texts, sizeof(Text) * (n_examples + last - first))
        pred_texts = <Text*>texts.data
        ref_texts = pred_texts + n_examples
        try:
            for i in range(n_examples):
                read_text(pred_texts + i, predictions[start + i])
            for i in range(last - first):
                read_text(ref_texts + i, references[first + i])
            with nogil:
                ref = first
                for i in range(n_examples):
                    next_ref = ref + 1 if offsets is None else offsets[start + i + 1]
                    tokenize(&work.pred, pred_texts + i)
                    while ref < next_ref:
                        tokenize(&work.ref, ref_texts + ref - first)
                        count_pair(work, &self.types, &out[0, 0, ref - first], out.shape[2])
                        ref += 1
        finally:
            free(texts.data)
        self.give_back(space)

    def count_bytes(
        self,
        const uint8_t[::1] pred_bytes not None,
        const int64_t[::1] pred_offsets not None,
        const uint8_t[::1] ref_bytes not None,
        const int64_t[::1] ref_offsets not None,
        const int64_t[::1] offsets,
        int64_t start,
        int64_t stop,
        int64_t[:, :, ::1] out not None,
        Stop stopped=None,
    ) -> None:
        """Count examples ``start`` to ``stop`` of two columns of UTF-8.

        Args:
            pred_offsets: (n_examples + 1,) where each text begins in its bytes; and so
                ``ref_offsets``, of each reference.
            offsets: as for ``count_texts``, and so are ``out`` and the others.
        """
        cdef Workspace space = self.borrow(stopped)
        cdef Work* work = &space.work
        cdef int64_t first = start if offsets is None else offsets[start]
        cdef int64_t last = stop if offsets is None else offsets[stop]
        cdef int64_t i, row, next_row
        cdef Text pred, ref
        cdef const uint8_t* pred_data = &pred_bytes[0] if pred_bytes.shape[0] else NULL
        cdef const uint8_t* ref_data = &ref_bytes[0] if ref_bytes.shape[0] else NULL
        check_out(out, self.types.n, last - first)
        if (
            not 0 <= start <= stop < pred_offsets.shape[0]
            or not 0 <= first <= last < ref_offsets.shape[0]
        ):
            raise IndexError("no such examples")
        if self.types.n == 0 or last == first:
            return
        pred.kind = UTF8
        ref.kind = UTF8
        with nogil:
            row = first
            for i in range(start, stop):
                next_row = row + 1 if offsets is None else offsets[i + 1]
                pred.data = pred_data + pred_offsets[i]
                pred.length = pred_offsets[i + 1] - pred_offsets[i]
                tokenize(&work.pred, &pred)
                while row < next_row:
                    ref.data = ref_data + ref_offsets[row]
                    ref.length = ref_offsets[row + 1] - ref_offsets[row]
                    tokenize(&work.ref, &ref)
                    count_pair(work, &self.types, &out[0, 0, row - first], out.shape[2])
                    row += 1
        self.give_back(space)

    def count_keys(
        self,
        const uint64_t[::1] pred_keys not None,
        const uint8_t[::1] pred_begins not None,
        const int64_t[::1] pred_offsets not None,
        const uint64_t[::1] ref_keys not None,
        const uint8_t[::1] ref_begins not None,
        const int64_t[::1] ref_offsets not None,
        int64_t[:, :, ::1] out not None,
        Stop stopped=None,
    ) -> None:
        """Count pairs of texts whose tokens are keys.

        Args:
            pred_keys: equal exactly where the tokens are.
            pred_begins: not 0 for the first token of a sentence.
            pred_offsets: (n + 1,) of each text's tokens.
            out: (3, n_types, n).
        """
        cdef Workspace space = self.borrow(stopped)
        cdef Work* work = &space.work
        cdef int64_t n = pred_offsets.shape[0] - 1
        cdef int64_t i
        cdef const uint64_t* pred_data = &pred_keys[0] if pred_keys.shape[0] else NULL
        cdef const uint64_t* ref_data = &ref_keys[0] if ref_keys.shape[0] else NULL
        cdef const uint8_t* pred_marks = &pred_begins[0] if pred_begins.shape[0] else NULL
        cdef const uint8_t* ref_marks = &ref_begins[0] if ref_begins.shape[0] else NULL
        check_out(out, self.types.n, n)
        if self.types.n == 0:
            return
        with nogil:
            for i in range(n):
                take_keys(&work.pred, pred_data, pred_marks, pred_offsets[i], pred_offsets[i + 1])
                take_keys(&work.ref, ref_data, ref_marks, ref_offsets[i], ref_offsets[i + 1])
                count_pair(work, &self.types, &out[0, 0, i], out.shape[2])
        self.give_back(space)


cdef void take_keys(
    Side* side, const uint64_t* keys, const uint8_t* begins, int64_t start, int64_t stop
) noexcept nogil:
    """Let a side be the tokens of one text."""
    cdef int64_t i
    side.keys = keys + start
    side.begins = begins + start
    side.n = stop - start
    side.n_long = 0
    side.n_sentences = 0
    for i in range(side.n):
        side.n_sentences += side.begins[i] != 0


cdef int check_out(int64_t[:, :, ::1] out, int64_t n_types, int64_t n_pairs) except -1:
    if out.shape[0] != 3 or out.shape[1] != n_types or out.shape[2] != n_pairs:
        raise ValueError(
            f"out has the shape {(out.shape[0], out.shape[1], out.shape[2])}; "
            f"{(3, n_types, n_pairs)} is expected"
        )
    return 0


include "draws.pxi"

# Draws and the sums of what is drawn: the bootstrap's, those of paired tests, of ROUGE-1.5.5.
# A part of counts.pyx, so that one extension is there, of one version, or none.
# A stream's state comes in and goes out; every double is added in the order the arrays have.

cdef enum:
    WORDS_OF_STATE = 624  # of MT19937
    LANES = 4  # resamples summed side by side, since each addition waits for the one before
    PIECE = 1 << 16  # draws of a resample at a time, so that they stay in the cache


cdef struct Twister:
    uint32_t* key  # (624,) the state as NumPy keeps it
    int64_t pos  # the next word of it, 624 where all are used up
    uint32_t[WORDS_OF_STATE] words  # the words that the state gives


cdef void temper(Twister* twister) noexcept nogil:
    """Make the words of the state."""
    cdef int64_t k
    cdef uint32_t word
    for k in range(WORDS_OF_STATE):
        word = twister.key[k]
        word ^= word >> 11
        word ^= (word << 7) & <uint32_t>0x9D2C5680
        word ^= (word << 15) & <uint32_t>0xEFC60000
        word ^= word >> 18
        twister.words[k] = word


cdef inline uint32_t twisted(uint32_t high, uint32_t low, uint32_t far) noexcept nogil:
    cdef uint32_t word = (high & <uint32_t>0x80000000) | (low & <uint32_t>0x7FFFFFFF)
    return far ^ (word >> 1) ^ ((0 - (low & 1)) & <uint32_t>0x9908B0DF)


cdef void twist(Twister* twister) noexcept nogil:
    """Go on to the next state (Matsumoto & Nishimura 1998)."""
    cdef uint32_t* key = twister.key
    cdef int64_t k
    for k in range(WORDS_OF_STATE - 397):
        key[k] = twisted(key[k], key[k + 1], key[k + 397])
    for k in range(WORDS_OF_STATE - 397, WORDS_OF_STATE - 1):
        key[k] = twisted(key[k], key[k + 1], key[k - (WORDS_OF_STATE - 397)])
    key[WORDS_OF_STATE - 1] = twisted(key[WORDS_OF_STATE - 1], key[0], key[396])
    twister.pos = 0
    temper(twister)


cdef void draw_rows(
    Twister* twister, uint32_t* drawn, int64_t n_draws, uint32_t n_rows, uint32_t low_bits
) noexcept nogil:
    """Draw rows: the low bits of a word, where they are below the number of rows."""
    cdef const uint32_t* words = twister.words
    cdef int64_t done = 0
    cdef int64_t k = twister.pos
    cdef uint32_t row
    while done < n_draws:
        if k == WORDS_OF_STATE:
            twist(twister)
            k = 0
        if n_draws - done >= WORDS_OF_STATE - k:
            while k < WORDS_OF_STATE:
                row = words[k] & low_bits
                drawn[done] = row
                done += row < n_rows
                k += 1
        else:
            while k < WORDS_OF_STATE and done < n_draws:
                row = words[k] & low_bits
                drawn[done] = row
                done += row < n_rows
                k += 1
    twister.pos = k


cdef void sum_lanes(
    const double* column, const uint32_t* drawn, int64_t n, double* out, int64_t stride
) noexcept nogil:
    """Sum four resamples of n draws each, each in drawing order."""
    cdef const uint32_t* second = drawn + n
    cdef const uint32_t* third = second + n
    cdef const uint32_t* fourth = third + n
    cdef double a = 0.0
    cdef double b = 0.0
    cdef double c = 0.0
    cdef double d = 0.0
    cdef int64_t i
    for i in range(n):
        a += column[drawn[i]]
        b += column[second[i]]
        c += column[third[i]]
        d += column[fourth[i]]
    out[0] = a
    out[stride] = b
    out[2 * stride] = c
    out[3 * stride] = d


def resample_sums(
    const double[:, ::1] columns not None,
    uint32_t[::1] key not None,
    int64_t pos,
    double[:, ::1] out not None,
) -> int:
    """Draw as many rows as there are, again and again, and sum each column in drawing order.

    Draws as ``np.random.randint`` does from MT19937.

    Args:
        columns: (n_columns, n_rows), 2 rows or more, fewer than 2**31.
        key: (624,) the generator's state; left as the draws leave it.
        pos: the next word of it.
        out: (n_resamples, n_columns).

    Returns:
        The next word of the state.
    """
    cdef Twister twister
    cdef Buffer drawn
    cdef Work polled  # for its count of steps alone
    cdef int64_t n_columns = columns.shape[0]
    cdef int64_t n_rows = columns.shape[1]
    cdef int64_t n_resamples = out.shape[0]
    cdef int64_t resample = 0
    cdef int64_t column, done, n, i
    cdef uint32_t low_bits = 1
    cdef uint32_t* rows
    cdef double total
    if key.shape[0] != WORDS_OF_STATE or not 0 <= pos <= WORDS_OF_STATE:
        raise ValueError("this is no state of MT19937")
    if out.shape[1] != n_columns or n_columns < 1 or not 2 <= n_rows < 1 << 31:
        raise ValueError("columns and out do not fit each other")
    while low_bits < n_rows - 1:
        low_bits = 2 * low_bits + 1
    memset(&drawn, 0, sizeof(Buffer))
    memset(&polled, 0, sizeof(Work))
    twister.key = &key[0]
    twister.pos = pos
    try:
        with nogil:
            reserve(&drawn, 4 * (LANES * n_rows if n_rows <= PIECE else PIECE))
            rows = <uint32_t*>drawn.data
            temper(&twister)
            while n_rows <= PIECE and resample + LANES <= n_resamples:
                draw_rows(&twister, rows, LANES * n_rows, <uint32_t>n_rows, low_bits)
                for column in range(n_columns):
                    sum_lanes(
                        &columns[column, 0], rows, n_rows, &out[resample, column], n_columns
                    )
                resample += LANES
                poll(&polled, 4 * LANES * n_rows * (1 + n_columns))
            while resample < n_resamples:
                done = 0
                while done < n_rows:
                    n = PIECE if n_rows - done > PIECE else n_rows - done
                    draw_rows(&twister, rows, n, <uint32_t>n_rows, low_bits)
                    for column in range(n_columns):
                        total = out[resample, column] if done else 0.0
                        for i in range(n):
                            total += columns[column, rows[i]]
                        out[resample, column] = total
                    done += n
                    poll(&polled, 4 * n * (1 + n_columns))
                resample += 1
    finally:
        free(drawn.data)
    return twister.pos


# --- paired tests: sums of whole numbers below 2**53, so that their order is no matter ---------


def sums_of_drawn(
    const uint64_t[::1] words not None,
    const double[:, ::1] values not None,
    double[:, ::1] out not None,
) -> None:
    """Draw one row for each word, and sum what each resample drew.

    The upper 53 bits of a word, scaled to the number of rows, are a row.

    Args:
        words: (n_resamples * n_rows,)
        values: (n_rows, n_columns), whole numbers.
        out: (n_resamples, n_columns).
    """
    cdef int64_t n_rows = values.shape[0]
    cdef int64_t n_columns = values.shape[1]
    cdef int64_t resample, i, k
    cdef double scale = n_rows * 2.0 ** -53
    cdef const uint64_t* word
    cdef const double* drawn
    cdef const double* first
    cdef double* sums
    cdef double a, b, c, d
    if words.shape[0] != out.shape[0] * n_rows or out.shape[1] != n_columns:
        raise ValueError("words, values and out do not fit each other")
    if words.shape[0] == 0 or n_columns == 0:
        return
    with nogil:
        first = &values[0, 0]
        word = &words[0]
        for resample in range(out.shape[0]):
            sums = &out[resample, 0]
            i = 0
            if n_columns == 1:
                a = b = c = d = 0.0
                while i + 4 <= n_rows:
                    a += first[<int64_t>(<int64_t>(word[i] >> 11) * scale)]
                    b += first[<int64_t>(<int64_t>(word[i + 1] >> 11) * scale)]
                    c += first[<int64_t>(<int64_t>(word[i + 2] >> 11) * scale)]
                    d += first[<int64_t>(<int64_t>(word[i + 3] >> 11) * scale)]
                    i += 4
                sums[0] = (a + b) + (c + d)
            else:
                memset(sums, 0, 8 * n_columns)
            while i < n_rows:
                drawn = first + n_columns * <int64_t>(<int64_t>(word[i] >> 11) * scale)
                for k in range(n_columns):
                    sums[k] += drawn[k]
                i += 1
            word += n_rows


def sums_of_kept(
    const uint64_t[:, ::1] words not None,
    const double[:, ::1] values not None,
    double[:, ::1] out not None,
) -> None:
    """Sum the rows whose bit is set: the lowest of the first word is that of the first row.

    Four rows at a time, by a table of their sixteen sums.

    Args:
        words: (n_resamples, n_words), a bit for each row.
        values: (n_rows, n_columns), whole numbers.
        out: (n_resamples, n_columns).
    """
    cdef int64_t n_rows = values.shape[0]
    cdef int64_t n_columns = values.shape[1]
    cdef int64_t n_words = words.shape[1]
    cdef int64_t column, resample, i, k, bit
    cdef uint64_t word
    cdef const double* sums
    cdef double* table
    cdef double a, b
    cdef Buffer tables
    if n_words * 64 < n_rows or out.shape[0] != words.shape[0] or out.shape[1] != n_columns:
        raise ValueError("words, values and out do not fit each other")
    memset(&tables, 0, sizeof(Buffer))
    try:
        with nogil:
            reserve(&tables, 8 * 16 * 16 * n_words)
            table = <double*>tables.data
            for column in range(n_columns):
                for i in range(16 * n_words):
                    table[16 * i] = 0.0
                    for bit in range(4):
                        k = 4 * i + bit
                        a = values[k, column] if k < n_rows else 0.0
                        for k in range(1 << bit):
                            table[16 * i + (1 << bit) + k] = table[16 * i + k] + a
                for resample in range(out.shape[0]):
                    a = b = 0.0
                    sums = table
                    for i in range(n_words):
                        word = words[resample, i]
                        for k in range(8):
                            a += sums[word & 15]
                            b += sums[16 + ((word >> 4) & 15)]
                            word >>= 8
                            sums += 32
                    out[resample, column] = a + b
    finally:
        free(tables.data)


# --- ROUGE-1.5.5 --------------------------------------------------------------------------


def drand48_sums(const double[:, ::1] rows not None, double[:, ::1] out not None) -> None:
    """Seed drand48 with the number of each resample, and sum as many rows as there are.

    Args:
        rows: (n_rows, n_columns).
        out: (n_resamples, n_columns).
    """
    cdef int64_t n_rows = rows.shape[0]
    cdef int64_t n_columns = rows.shape[1]
    cdef int64_t resample, i, k, drawn
    cdef uint64_t state
    cdef Work polled  # for its count of steps alone
    if out.shape[1] != n_columns:
        raise ValueError("rows and out do not fit each other")
    memset(&polled, 0, sizeof(Work))
    with nogil:
        for resample in range(out.shape[0]):
            state = (<uint64_t>resample << 16) + 0x330E
            for k in range(n_columns):
                out[resample, k] = 0.0
            for i in range(n_rows):
                state = (state * 0x5DEECE66DULL + 11) & 0xFFFFFFFFFFFFULL
                drawn = <int64_t>(<int64_t>state * 2.0 ** -48 * n_rows)
                for k in range(n_columns):
                    out[resample, k] += rows[drawn, k]
            poll(&polled, n_rows * (1 + n_columns))

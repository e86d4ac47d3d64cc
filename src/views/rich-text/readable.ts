/**
 * The parser's input: a string, or in tests an object that counts reads. It admits no regular expression, since a
 * backtracking one may take quadratic time.
 */
export type Readable = Pick<string, 'length' | 'charAt' | 'indexOf' | 'slice'>;

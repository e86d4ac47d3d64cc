/**
 * A text as the parser reads it: a string, or in a test one that counts how much of it is looked at.
 * No regular expression can run over it, since one that backtracks may cost the square of its length.
 */
export type Readable = Pick<string, 'length' | 'charAt' | 'indexOf' | 'slice'>;

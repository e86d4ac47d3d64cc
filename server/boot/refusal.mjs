/** An expected failure and what to do about it: printed as a sentence, without a stack. */
export class Refusal extends Error {}

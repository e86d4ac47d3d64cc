/** What can't be done and what to do about it: shown as its sentence alone, without a stack. */
export class Refusal extends Error {}

/** Statements in a company's name that are not kept within it by their own conditions: a part of each, and why. */
export const BEYOND: readonly { of: string; because: string }[] = [];

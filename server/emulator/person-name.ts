/** Longest name of a person in the emulator. */
export const PERSON_NAME_MAX = 120;

/** Maximum outcomes of a company. */
export const OUTCOMES_MAX = 50;

/* Bounds of an audience's conditions. */

/** Groups within groups. */
export const AUDIENCE_DEPTH_MAX = 5;
/** Conditions of one audience. */
export const AUDIENCE_LEAVES_MAX = 50;
/** Values of one condition. */
export const AUDIENCE_VALUES_MAX = 200;
/** Ten years. */
export const AUDIENCE_DAYS_MAX = 3_650;
/** Conditions and groups of one audience. */
export const AUDIENCE_NODES_MAX = 200;
/** Longest tree as text, in UTF-16 units. */
export const AUDIENCE_TEXT_MAX = 100_000;
export const AUDIENCES_MAX = 500;
/** Customers of a sample. */
export const AUDIENCE_SAMPLE = 6;
export const GROUPS_MAX = 500;
export const GROUP_NAME_MAX = 80;
/** Customers that one call puts into a group or takes out. */
export const GROUP_CHANGE_MAX = 500;
export const AUDIENCE_NAME_MAX = 80;

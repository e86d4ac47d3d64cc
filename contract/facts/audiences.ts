/* Bounds of an audience's conditions. */

/** Groups within groups. */
export const AUDIENCE_DEPTH_MAX = 5;
/** Conditions of one audience. */
export const AUDIENCE_LEAVES_MAX = 50;
/** Values of one condition. */
export const AUDIENCE_VALUES_MAX = 200;
export const AUDIENCE_NAME_MAX = 80;

/** An id on the wire: a decimal number as a string. */
export const ID_PATTERN = /^\d{1,19}$/;
